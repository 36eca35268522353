import { counted } from '#shared/counted.ts';
import type { Withheld } from '#shared/domain/approval.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { type Lock, lockFileName } from '../approval/lock-text.ts';
import { departedSources } from '../approval/tool-states.ts';
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
    ...[...departedSources(lock, file.config.sources)].map((name) => departedFinding(lock, name)),
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

/** A source that was renamed or removed in `pegboard.yaml` alone leaves its decisions behind. */
function departedFinding(lock: Lock, name: string): Finding {
  const entries = lock.kind === 'read' ? [...lock.entries.values()] : [];
  const count = entries.filter(({ source }) => source === name).length;
  return finding('lock_source_unknown', {
    message: `${lockFileName} has ${counted(count, 'decision')} about the source "${name}", but the workspace has no source of that name.`,
    subject: name,
    path: lockFileName,
    hint: `To rename a source with its decisions, write "${name}" back into pegboard.yaml and run "pegboard sources rename ${name} <new name>". If it is gone, approve that: "pegboard review" lists its tools.`,
  });
}

function withheldFinding(names: readonly string[]): Finding {
  const shown = names.slice(0, listedNames).join(', ');
  const more = names.length > listedNames ? ', …' : '';
  const [subject, verb] = names.length === 1 ? ['tool', 'waits'] : ['tools', 'wait'];
  return finding('tool_withheld', {
    path: lockFileName,
    message: `${names.length} ${subject} ${verb} for approval and cannot be used: ${shown}${more}.`,
    hint: 'Approve or reject the changes: on the screen Sources with "Review changes of tools…", or with "pegboard review".',
  });
}
