import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PromptSideInput } from '#shared/contract/prompt.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type KeptRun, useKeptRuns } from '../../state/kept-runs.ts';
import type { ChosenSide, PromptDiffView } from './prompt-diff-store.ts';
import { useVersions } from './use-versions.ts';

export interface Compared {
  /** The two prompts as chosen, or the last ones while those are on their way; null at first, and after an error. */
  readonly prompts: ComparedPrompts | null;
  readonly isStale: boolean;
  readonly error: PegboardError | null;
  /** A persona that a side follows and that is no longer configured. */
  readonly gone: string | null;
}

/** A text must rest so long before prompts are rendered for it, milliseconds. */
const restMs = 250;

/** Renders the two chosen prompts whenever something changes; a newer question cancels an older one. */
export function useComparedPrompts({ before, after, query: typed }: PromptDiffView): Compared {
  const client = useClient();
  const workspace = useWorkspace();
  const active = useActivePersona()?.name;
  const gonePersona = useGonePersona();
  const runs = useKeptRuns();
  const { versions } = useVersions();
  const follows = [before, after].some((side) => side.kind === 'configuration' && side.persona === undefined);
  const gone = follows ? gonePersona : null;
  const [query] = useDebouncedValue(typed.trim(), restMs);
  const sides = { before: sideOf(before, runs, active), after: sideOf(after, runs, active) };
  // A run does not change, so its name says enough; a branch may be another commit by now.
  const keyOf = (side: ChosenSide) =>
    side.kind === 'step' ? side : [sideOf(side, runs, active), versions.find(({ name }) => name === side.at)?.commit];
  const lost = sides.before === null || sides.after === null;
  const isOn = workspace !== null && gone === null && !lost;
  const answer = useQuery({
    queryKey: ['prompt-compare', workspace?.path, workspace?.revision, keyOf(before), keyOf(after), query],
    queryFn: ({ signal }) =>
      client.prompt.compare(
        { before: sides.before ?? {}, after: sides.after ?? {}, ...(query === '' ? {} : { query }) },
        { signal },
      ),
    enabled: isOn,
    placeholderData: keepPreviousData,
    // Skills may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  const error = lost ? runGone() : answer.error && isOn ? toPegboardError(answer.error) : null;
  return {
    prompts: error ? null : (answer.data ?? null),
    isStale: answer.isPlaceholderData || query !== typed.trim(),
    error,
    gone,
  };
}

/** What is asked for one side; null for a run that is kept no more. */
function sideOf(side: ChosenSide, runs: readonly KeptRun[], active: string | undefined): PromptSideInput | null {
  if (side.kind === 'step') {
    const prompt = runs.find(({ id }) => id === side.run)?.steps[side.step]?.prompt;
    return prompt ? { blocks: prompt.blocks } : null;
  }
  const { profile, persona, at } = side;
  const name = persona === undefined ? active : (persona ?? undefined);
  return { profile, ...(name === undefined ? {} : { persona: name }), ...(at === undefined ? {} : { at }) };
}

function runGone(): PegboardError {
  return new PegboardError('unknown_run', 'That run is kept no more.', {
    hint: 'Play the scenario in the simulator again, or choose something else to compare.',
  });
}
