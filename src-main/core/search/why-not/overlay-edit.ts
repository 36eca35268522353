import type { ConfigEditInput } from '#shared/domain/config-edit.ts';
import type { ToolEdit } from '#shared/domain/why-not.ts';
import { PegboardError } from '#shared/errors.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { editedField } from './apply-edit.ts';

/** A suggested edit as fields of `pegboard.yaml`, for one revision of it. Error: `tool_not_found`. */
export function overlayEdit({ catalog }: LoadedWorkspace, edit: ToolEdit, base: string): ConfigEditInput {
  const tool = catalog.byName.get(edit.tool);
  if (!tool) {
    const near = closestTo(edit.tool, [...catalog.byName.keys()]);
    throw new PegboardError('tool_not_found', `There is no tool "${edit.tool}".`, {
      hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
      data: { tool: edit.tool },
    });
  }
  const changes = Object.entries(editedField(tool, edit)).map(([key, value]) => ({
    path: ['overlays', tool.name, key],
    value: value as string | string[],
  }));
  return { changes, base, label: `Words for ${tool.name}`.slice(0, 200) };
}
