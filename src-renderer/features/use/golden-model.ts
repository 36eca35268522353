import { queryOptions } from '@tanstack/react-query';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { mostGoldenProposals, type UseGoldenProposal } from '#shared/domain/use-golden.ts';
import { goldenOf, saveGolden } from '../../platform/golden-acts.ts';
import { knownGolden } from '../../platform/golden-watch.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { chosenPersona } from '../../state/chosen-persona.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { usePlaces } from './use-places.ts';
import { type UseView, useUse, viewOf } from './use-store.ts';

/** Golden queries that use proposes for a persona; null asks for those without one. */
export const proposalsQuery = ({ path, revision }: OpenRevision, persona: string | null) =>
  queryOptions({
    queryKey: ['use-golden', path, revision, persona],
    queryFn: ({ signal }) =>
      thisWindow().client.use.goldenProposals(
        { limit: mostGoldenProposals, ...(persona !== null && { persona }) },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The proposals that nobody has accepted or skipped, in their order. */
export function openProposals(
  proposals: readonly UseGoldenProposal[],
  golden: GoldenSet | null,
  { skipped }: Pick<UseView, 'skipped'>,
): readonly UseGoldenProposal[] {
  return proposals.filter(({ query }) => !skipped.includes(query) && goldenOf(golden, query) === null);
}

/** The words in which a proposal would be added: those that somebody typed for it, else its own. */
export function typedFor({ query }: UseGoldenProposal, { typed }: Pick<UseView, 'typed'>): string {
  return typed?.of === query ? typed.text : query;
}

const goldenActs = screenActs('use', (workspace) => {
  const { path, config } = workspace;
  const view = viewOf(path);
  if (view.tab !== 'golden') return { path, view, proposal: null };
  const chosen = chosenPersona(usePreferences.getState().personas[path] ?? null, config.personas);
  if (chosen.kind === 'gone') return { path, view, proposal: null };
  const proposals = known(proposalsQuery(workspace, chosen.kind === 'active' ? chosen.persona.name : null));
  return proposals && { path, view, proposal: openProposals(proposals, knownGolden(), view)[0] ?? null };
});

const change = (path: string, view: Partial<UseView>) => useUse.getState().change(path, view);

export const hasProposal = () => goldenActs.mayBe(({ proposal }) => proposal !== null);

/** Adds the proposal that is shown to the golden queries, in the words that were typed. Undo takes it back. A notice shows a failure. */
export function acceptProposal(): void {
  goldenActs.do(async ({ path, view, proposal }) => {
    if (proposal === null) return;
    const query = typedFor(proposal, view).trim();
    if (query === '') return;
    try {
      await saveGolden({ query, relevant: [[proposal.tool]], file: undefined }, null);
    } catch (error) {
      tellError(error);
      return;
    }
    // In other words it is no golden query itself, so it would come again.
    const skipped = query === proposal.query ? viewOf(path).skipped : [...viewOf(path).skipped, proposal.query];
    change(path, { typed: null, skipped });
  });
}

/** Shows the next proposal; this one comes again when the user asks for those that were skipped. */
export function skipProposal(): void {
  goldenActs.do(({ path, view, proposal }) => {
    if (proposal !== null) change(path, { skipped: [...view.skipped, proposal.query], typed: null });
  });
}

/** Puts the cursor into the words of the proposal. */
export function editProposal(): void {
  goldenActs.do(() => document.getElementById(usePlaces.words)?.focus());
}

/** Keeps what is typed for the proposal that is shown. */
export const typeProposal = (path: string, of: string, text: string) => change(path, { typed: { of, text } });

export const hasSkipped = () => goldenActs.mayBe(({ view }) => view.tab === 'golden' && view.skipped.length > 0);

/** Shows the skipped proposals again. */
export function showSkipped(): void {
  goldenActs.do(({ path }) => change(path, { skipped: [] }));
}
