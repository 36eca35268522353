import { useNavigation } from '../../state/navigation-store.ts';
import { emptyPolicy, usePlayground } from '../../state/playground-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { type EvaluateRow, worstRank } from './evaluate-rows.ts';

/**
 * Shows a golden query in the playground, the way an evaluation asks it, with one tool chosen; where `missed`, with the answer
 * to why that tool is not first.
 */
export function openGolden(query: string, tool: string | null, { missed }: { missed: boolean }): void {
  usePlayground.setState({
    query,
    searchType: 'fts',
    limit: 20,
    // An evaluation looks for every tool, those on the board too.
    includeAlwaysLoaded: true,
    policy: emptyPolicy,
    selected: tool,
  });
  useNavigation.getState().goTo('playground');
  if (missed && tool !== null) askWhyNot(tool);
}

/** Explains a row: why none of its right tools comes first, or the one that does. */
export function openRow({ golden, places }: EvaluateRow): void {
  const missed = places !== null && worstRank(places.ranks) !== 1;
  openGolden(golden.query, golden.relevant[0]?.[0] ?? null, { missed });
}
