import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { openRevision } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useRunPrompts } from '../../state/run-prompts.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { comparedQuery } from './compared-query.ts';
import type { PromptDiffView } from './prompt-diff-store.ts';
import { useVersions } from './use-versions.ts';

export interface Compared {
  /** The two prompts as chosen, or the last ones while those are on their way; null at first, and after an error. */
  readonly prompts: ComparedPrompts | null;
  readonly isStale: boolean;
  readonly error: Error | null;
  /** A persona that a side follows and that is no longer configured. */
  readonly gone: string | null;
}

/** A text must rest so long before prompts are rendered for it, milliseconds. */
const restMs = 250;

/** Renders the two chosen prompts whenever something changes; a newer question cancels an older one. */
export function useComparedPrompts({ before, after, query: typed }: PromptDiffView): Compared {
  const workspace = useWorkspace();
  const active = useActivePersona()?.name;
  const gonePersona = useGonePersona();
  const runs = useRunPrompts();
  const { versions } = useVersions();
  const follows = [before, after].some((side) => side.kind === 'configuration' && side.persona === undefined);
  const gone = follows ? gonePersona : null;
  const [query] = useDebouncedValue(typed.trim(), restMs);
  const asked = comparedQuery(openRevision(workspace), { view: { before, after }, query, runs, active, versions });
  const isOn = workspace !== null && gone === null && asked !== null;
  const answer = useQuery({
    ...(asked ?? { queryKey: ['prompt-compare'], queryFn: skipToken }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const error = asked === null ? runGone() : isOn ? answer.error : null;
  return {
    prompts: error ? null : (answer.data ?? null),
    isStale: answer.isPlaceholderData || query !== typed.trim(),
    error,
    gone,
  };
}

function runGone(): PegboardError {
  return new PegboardError('unknown_run', strings.useComparedPrompts.thisRun, {
    hint: strings.useComparedPrompts.runScenarioAgain,
  });
}
