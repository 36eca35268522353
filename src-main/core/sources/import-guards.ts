import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ImportMcpInput } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ImportTarget } from '../catalog/plan-import.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { KeptSession } from './kept-session.ts';

/** A list that changes while it is read is read again, once: some servers add their last tools after the start. */
export async function listWhole<List>(
  kept: KeptSession,
  list: () => Promise<List>,
): Promise<{ readonly listed: List; readonly heard: number }> {
  const first = kept.toolsChanged;
  const listed = await list();
  const heard = kept.toolsChanged;
  return heard === first ? { listed, heard } : { listed: await list(), heard };
}

/** A server takes its time, and another workspace may have been opened meanwhile. */
export function refuseOtherWorkspace({ root }: LoadedWorkspace, { base }: ImportTarget): void {
  if (base.path === root) return;
  throw new PegboardError('config_changed', 'Another workspace was opened meanwhile; nothing was imported.', {
    hint: 'Open the workspace again and repeat the import.',
    data: { planned: root, open: base.path },
  });
}

/** Whether only a plan of a known source is made: a server that lost all its tools has changed, and the plan says so. */
export function plansKnown({ apply }: ImportMcpInput, name: string, { sources }: LoadedWorkspace): boolean {
  return !apply && sources.some(({ source }) => source.name === name);
}

/** Nothing else is written than what was looked at. */
export function refuseOtherList(list_hash: string, { approved }: ImportMcpInput): void {
  if (approved === undefined || approved.list_hash === list_hash) return;
  throw new PegboardError('config_changed', 'The tools of the server changed; nothing was imported.', {
    hint: 'Look at the new plan.',
  });
}

export function secretsHidden(name: string): Finding {
  return finding('secrets_in_definitions', {
    message: `The server of ${name} repeats a secret in its tool definitions; it was replaced before anything was written.`,
    hint: 'Tell the authors of the server: a model would read it in every prompt.',
  });
}
