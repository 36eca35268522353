import { queryOptions } from '@tanstack/react-query';
import type { PromptSideInput } from '#shared/contract/prompt.ts';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import type { RunPrompts } from '../../state/run-prompts.ts';
import type { ChosenSide, PromptDiffView } from './prompt-diff-store.ts';

interface Facts {
  readonly view: Pick<PromptDiffView, 'before' | 'after'>;
  /** The text of the turn. */
  readonly query: string;
  readonly runs: readonly RunPrompts[];
  /** The persona that is chosen for all screens. */
  readonly active: string | undefined;
  readonly versions: readonly WorkspaceVersion[];
}

/** The two chosen prompts; null when one belongs to a run that is no longer stored. */
export function comparedQuery(
  { path, revision }: OpenRevision,
  { view: { before, after }, query, runs, active, versions }: Facts,
) {
  const sides = { before: sideOf(before, runs, active), after: sideOf(after, runs, active) };
  if (!sides.before || !sides.after) return null;
  // A run does not change, so its name says enough; a branch may be another commit by now.
  const keyOf = (side: ChosenSide) =>
    side.kind === 'step' ? side : [sideOf(side, runs, active), versions.find(({ name }) => name === side.at)?.commit];
  const request = { before: sides.before, after: sides.after, ...(query === '' ? {} : { query }) };
  return queryOptions({
    queryKey: ['prompt-compare', path, revision, keyOf(before), keyOf(after), query],
    queryFn: ({ signal }) => thisWindow().client.prompt.compare(request, { signal }),
    // Skills may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
}

/** The request for one side; null for a run that is no longer stored. */
function sideOf(side: ChosenSide, runs: readonly RunPrompts[], active: string | undefined): PromptSideInput | null {
  if (side.kind === 'step') {
    const prompt = runs.find(({ id }) => id === side.run)?.steps[side.step]?.prompt;
    return prompt ? { blocks: prompt.blocks } : null;
  }
  const { profile, persona, at } = side;
  const name = persona === undefined ? active : (persona ?? undefined);
  return { profile, ...(name === undefined ? {} : { persona: name }), ...(at === undefined ? {} : { at }) };
}
