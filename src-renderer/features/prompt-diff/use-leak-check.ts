import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeakReport } from '#shared/domain/leak-report.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import type { ChosenConfiguration } from './prompt-diff-store.ts';

export interface LeakCheck {
  /** The report on the chosen persona and profile; null while they are checked, and after an error. */
  readonly report: LeakReport | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: PegboardError | null;
  /** The persona that is followed and no longer configured. */
  readonly gone: string | null;
}

/** Checks a persona for leaks, again whenever the workspace changes; leaving the tab, or a newer question, stops it. */
export function useLeakCheck({ profile, persona }: ChosenConfiguration): LeakCheck {
  const client = useClient();
  const workspace = useWorkspace();
  const active = useActivePersona()?.name;
  const gonePersona = useGonePersona();
  const gone = persona === undefined ? gonePersona : null;
  const name = persona === undefined ? active : (persona ?? undefined);
  const request = { profile, ...(name === undefined ? {} : { persona: name }) };
  const [progress, setProgress] = useState<LeakCheck['progress']>(null);
  const check = useQuery({
    queryKey: ['leaks', workspace?.path, workspace?.revision, request],
    queryFn: async ({ signal }) => {
      setProgress(null);
      for await (const event of await client.leaks.check(request, { signal })) {
        if (event.type === 'done') return event.report;
        setProgress(event);
      }
      throw new Error('The check ended without a result.');
    },
    enabled: workspace !== null && gone === null,
    // Skills may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  return {
    report: check.isFetching || check.error ? null : (check.data ?? null),
    progress,
    error: check.error && !check.isFetching ? toPegboardError(check.error) : null,
    gone,
  };
}
