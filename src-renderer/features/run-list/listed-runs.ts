import type { KeptRun } from '#shared/domain/kept-run.ts';
import { remembered } from '../../state/remembered.ts';
import type { RunListView } from './run-list-store.ts';

export const outcomes = ['passed', 'mixed', 'failed', 'cancelled'] as const satisfies readonly KeptRun['outcome'][];

/** The runs that filter and text leave, the current one, and the two that are compared. */
export const listedRuns = remembered(({ runs, view }: { runs: readonly KeptRun[]; view: RunListView }) => {
  const listed = runs.filter((run) => isListed(run, view));
  const current = listed.find(({ id }) => id === view.current) ?? listed[0] ?? null;
  const marked = runs.filter(({ id }) => view.marked.includes(id));
  return { listed, current, marked, compared: comparedRuns(marked, current) };
});

function isListed({ title, path, profile, result, outcome }: KeptRun, { text, outcome: wanted }: RunListView): boolean {
  if (wanted !== null && outcome !== wanted) return false;
  const searched = `${title}\n${path}\n${profile ?? ''}\n${result}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Both marked runs, or the marked one and the current one; the older one first. Null where there are no two. */
function comparedRuns(marked: readonly KeptRun[], current: KeptRun | null): readonly [KeptRun, KeptRun] | null {
  const [one, other = current] = marked;
  if (!one || !other || one.id === other.id) return null;
  return one.at <= other.at ? [one, other] : [other, one];
}

/** The marks after one run is marked or loses its mark. A third mark takes the place of the first. */
export function toggleMark(marked: readonly string[], id: string): readonly string[] {
  return marked.includes(id) ? marked.filter((one) => one !== id) : [...marked, id].slice(-2);
}
