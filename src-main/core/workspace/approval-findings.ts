import type { Withheld } from '#shared/domain/approval.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { type Lock, lockFileName } from '../approval/lock-text.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** Problems of the lock that are reported one by one. */
const listedProblems = 20;
/** Names that a finding lists. */
const listedNames = 5;

/** What keeps tools of the workspace from being served: a lock that cannot be trusted, and tools that wait for approval. */
export function approvalFindings({
  lock,
  catalog,
  file,
}: {
  readonly lock: Lock;
  readonly catalog: Catalog;
  readonly file: WorkspaceFile;
}): Finding[] {
  const problems = lock.kind === 'damaged' ? [lock.problem] : lock.kind === 'read' ? lock.problems : [];
  const served = lock.kind === 'damaged' ? ' No tool is served until it is repaired.' : '';
  // A rejected text is decided: nothing waits.
  const isWaiting = ({ state }: Withheld) => state !== 'unproven' && state !== 'rejected';
  const withheld = catalog.tools.filter((tool) => tool.withheld && isWaiting(tool.withheld));
  const known = new Set(file.config.sources.map(({ name }) => name));
  return [
    ...problems.slice(0, listedProblems).map(({ line, message, hint }) =>
      finding('lock_damaged', {
        message: `${lockFileName}:${line}: it ${message}.${served}`,
        path: lockFileName,
        range: { start: { line, column: 1 } },
        hint,
      }),
    ),
    ...(withheld.length === 0 ? [] : [withheldFinding(withheld.map(({ name }) => name))]),
    ...Object.keys(file.config.approvals.sources)
      .filter((name) => !known.has(name))
      .map((name) =>
        finding('approval_source_unknown', {
          message: `approvals.sources has "${name}", but the workspace has no source of that name.`,
          path: `approvals.sources.${name}`,
          hint: 'Correct the name, or remove the entry.',
        }),
      ),
  ];
}

function withheldFinding(names: readonly string[]): Finding {
  const shown = names.slice(0, listedNames).join(', ');
  const more = names.length > listedNames ? ', …' : '';
  const [subject, verb] = names.length === 1 ? ['tool', 'waits'] : ['tools', 'wait'];
  return finding('tool_withheld', {
    message: `${names.length} ${subject} ${verb} for approval and cannot be used: ${shown}${more}.`,
    hint: 'Approve or reject the changes: on the screen Sources with "Review tools…", or with "pegboard review".',
  });
}
