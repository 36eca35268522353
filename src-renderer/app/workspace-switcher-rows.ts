import type { ListedWorkspace } from '#shared/domain/workspace-summary.ts';
import { strings } from '../strings/app.ts';

/** A line of the switcher: a workspace from before, or a way to another one. */
export type SwitcherRow =
  | { readonly kind: 'recent'; readonly workspace: ListedWorkspace }
  | { readonly kind: 'act'; readonly id: 'open-workspace' | 'new-workspace' | 'demo'; readonly title: string };

const acts = [
  { kind: 'act', id: 'open-workspace', title: strings.workspaceSwitcherRows.openFolder },
  { kind: 'act', id: 'new-workspace', title: strings.workspaceSwitcherRows.newWorkspace },
  { kind: 'act', id: 'demo', title: strings.workspaceSwitcherRows.openDemoWorkspace },
] as const;

/**
 * Workspaces whose name and path together hold every word of the text, the last used first, but for the open one; then the
 * other ways, which match by their titles.
 */
export function switcherRows(
  recent: readonly ListedWorkspace[],
  { current, text }: { readonly current: string | undefined; readonly text: string },
): readonly SwitcherRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (given: string) => words.every((word) => given.toLowerCase().includes(word));
  return [
    ...recent
      .filter(({ path, name }) => path !== current && holds(`${name} ${path}`))
      .map((workspace): SwitcherRow => ({ kind: 'recent', workspace })),
    ...acts.filter(({ title }) => holds(title)),
  ];
}
