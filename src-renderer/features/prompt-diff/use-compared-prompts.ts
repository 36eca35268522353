import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PromptSide } from '#shared/contract/prompt.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona, useGonePersona } from '../../state/active-persona.ts';
import type { ChosenSide, PromptDiffView } from './prompt-diff-store.ts';

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
  const follows = before.persona === undefined || after.persona === undefined;
  const gone = follows ? gonePersona : null;
  const [query] = useDebouncedValue(typed.trim(), restMs);
  const request = {
    before: sideOf(before, active),
    after: sideOf(after, active),
    ...(query === '' ? {} : { query }),
  };
  const isOn = workspace !== null && gone === null;
  const answer = useQuery({
    queryKey: ['prompt-compare', workspace?.path, workspace?.revision, request],
    queryFn: ({ signal }) => client.prompt.compare(request, { signal }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    // Skills may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  const error = answer.error && isOn ? toPegboardError(answer.error) : null;
  return {
    prompts: error ? null : (answer.data ?? null),
    isStale: answer.isPlaceholderData || query !== typed.trim(),
    error,
    gone,
  };
}

function sideOf({ profile, persona }: ChosenSide, active: string | undefined): PromptSide {
  const name = persona === undefined ? active : (persona ?? undefined);
  return { profile, ...(name === undefined ? {} : { persona: name }) };
}
