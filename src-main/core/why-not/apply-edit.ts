import { stringify } from 'yaml';
import { assertNever } from '#shared/assert-never.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { CatalogTool, ToolCuration } from '#shared/domain/tool.ts';
import type { ToolEdit } from '#shared/domain/why-not.ts';

type Editable = Pick<CatalogTool, 'phrases' | 'tags' | 'usage_hint' | 'description'>;

/** The one field that an edit changes, with its whole new value, as an overlay needs it. Words of a tag edit are a tag each. */
export function editedField(tool: Editable, { field, text }: Pick<ToolEdit, 'field' | 'text'>): ToolCuration {
  switch (field) {
    case 'phrases':
      return { phrases: withNew(tool.phrases, [text]) };
    case 'tags':
      return { tags: withNew(tool.tags, text.split(/\s+/)) };
    case 'usage_hint':
      return { usage_hint: withSentence(tool.usage_hint ?? '', text) };
    case 'description':
      return { description: withSentence(tool.description, text) };
    default:
      return assertNever(field);
  }
}

/** An edit as a change of `pegboard.yaml`. */
export function editAsChange(tool: Pick<CatalogTool, 'name'> & Editable, edit: ToolEdit): ConfigChange {
  const value = editedField(tool, edit)[edit.field];
  return { path: ['overlays', tool.name, edit.field], ...(value !== undefined && { value }) };
}

/** The tool as it is after an edit. */
export function applyEdit(tool: CatalogTool, edit: Pick<ToolEdit, 'field' | 'text'>): CatalogTool {
  return { ...tool, ...editedField(tool, edit) } as CatalogTool;
}

/** The lines that do the same in a `pegboard.yaml`. */
export function editAsYaml(tool: CatalogTool, edit: ToolEdit): string {
  return stringify({ overlays: { [tool.name]: editedField(tool, edit) } }, { lineWidth: 0 });
}

function withNew(list: readonly string[], added: readonly string[]): string[] {
  return [...list, ...added.filter((one) => !list.includes(one))];
}

/** A sentence of its own at the end of a text. */
function withSentence(before: string, text: string): string {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const start = before.trimEnd();
  if (start === '') return sentence;
  return `${start}${/[.!?。！？]$/.test(start) ? '' : '.'} ${sentence}`;
}
