import { resolve } from 'node:path';
import type { AgentFormId } from '#shared/domain/agent-forms.ts';
import type { AgentContent } from '#shared/domain/export-plan.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { runExport, type WriteOptions } from '../run-export.ts';
import { checkName } from './export-plugin.ts';

export interface ExportAgentOptions extends WriteOptions {
  readonly as: AgentFormId;
  readonly persona: string;
  readonly via: AgentContent['via'];
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly model?: string | undefined;
  readonly out: string;
}

/** `pegboard export agent`: a persona as an agent file below `--out`, the folder of a project. */
export async function exportAgent(context: CommandContext, options: ExportAgentOptions): CommandResult {
  const { as, persona, via, name, description, model } = options;
  if (name !== undefined) checkName('--name', name);
  return withWorkspace(context, (services) => {
    const content = { kind: 'agent' as const, as, persona, via, name, description, model };
    return runExport(context, services, { target: resolve(context.io.cwd, options.out), content }, options);
  });
}
