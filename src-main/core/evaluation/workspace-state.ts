import { diffLines } from 'diff';
import { z } from 'zod';
import type { WorkspaceDifference } from '#shared/domain/eval-run.ts';
import { toolRecordHash } from '../catalog/normalise-tool.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/** What an evaluation depends on beside its queries: the configuration and the definitions of the tools. */
export const workspaceStateSchema = z.object({
  /** Text of `pegboard.yaml`. */
  text: z.string(),
  /** Hash of each definition by the name of its tool. */
  tools: z.record(z.string(), z.string()),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;

/** The state of a workspace as it was read. */
export function workspaceState({ file, registry }: LoadedWorkspace): WorkspaceState {
  return {
    text: file.text,
    tools: Object.fromEntries([...registry.values()].map((tool) => [tool.name, toolRecordHash(tool)])),
  };
}

/** The additions, removals and changes of a later state. */
export function workspaceDifference(before: WorkspaceState, after: WorkspaceState): WorkspaceDifference {
  const [old, now] = [before.tools, after.tools];
  const names = Object.keys(now);
  return {
    lines: diffLines(before.text, after.text).flatMap(({ added, removed, value }) =>
      added || removed ? linesOf(value).map((text) => ({ kind: added ? ('added' as const) : 'removed', text })) : [],
    ),
    tools: {
      added: names.filter((name) => !Object.hasOwn(old, name)),
      removed: Object.keys(old).filter((name) => !Object.hasOwn(now, name)),
      changed: names.filter((name) => Object.hasOwn(old, name) && old[name] !== now[name]),
    },
  };
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
