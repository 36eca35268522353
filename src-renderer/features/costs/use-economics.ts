import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EconomicsReport, MeasuredEconomics } from '#shared/domain/economics.ts';
import { csvOf, economicsFigures, type Figure } from '#shared/domain/economics-figures.ts';
import { economicsSources } from '#shared/domain/economics-sources.ts';
import { priceSources } from '#shared/domain/model-prices.ts';
import { useActivePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/costs.ts';
import { useCosts } from './costs-store.ts';
import { economicsInputsOf } from './economics-inputs-of.ts';

export interface Economics {
  /** The report of the last valid inputs. */
  readonly report: EconomicsReport | null;
  /** The figures of the report with their sources, as `pegboard economics --format csv` prints them. */
  readonly csv: string | null;
  /** The same figures one by one; none without a report. */
  readonly figures: readonly Figure[];
  /** Where each input comes from, by field. */
  readonly sources: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly measured: MeasuredEconomics | null;
  readonly error: Error | null;
}

/** Prompts of large catalogs take seconds: what decides them must rest so long before they are measured, milliseconds. */
const restMs = 400;

/** Measures the workspace and computes the economics, again whenever something changes. */
export function useEconomics(): Economics {
  const client = useClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const estimator = usePreferences((state) => state.estimator);
  const { typed, hidden, seedOnly, profile, toolsPerRun, model } = useCosts();
  const [restingTools] = useDebouncedValue(toolsPerRun.trim(), restMs);
  const toolsError = /^(\d{1,3}|1000|)$/.test(toolsPerRun.trim()) ? null : strings.useEconomics.enterWholeNumber;
  const asked = { profile, persona, estimator, tools_per_run: restingTools === '' ? 3 : Number(restingTools) };
  const measure = useQuery({
    queryKey: ['economics', workspace?.path, workspace?.revision, asked],
    queryFn: ({ signal }) => client.economics.measure(asked, { signal }),
    enabled: workspace !== null && !seedOnly && toolsError === null && /^\d*$/.test(restingTools),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  });
  const measured = seedOnly ? null : (measure.data ?? null);
  const { given, inputs, errors } = economicsInputsOf(measured, { typed, hidden });
  const sources = { ...economicsSources(measured, given), ...priceSources(model, given) };
  const computed = useQuery({
    queryKey: ['economics-report', inputs, sources],
    queryFn: async ({ signal }) => ({ report: await client.economics.report(inputs ?? {}, { signal }), sources }),
    enabled: inputs !== null && (seedOnly || measured !== null),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const { data } = computed;
  const figures = useMemo(() => (data ? economicsFigures(data.report, data.sources) : []), [data]);
  const error = (seedOnly ? null : measure.error) ?? computed.error;
  return {
    report: data?.report ?? null,
    csv: data ? `${csvOf(figures)}\r\n` : null,
    figures,
    sources,
    errors: toolsError === null ? errors : { ...errors, tools_per_run: toolsError },
    measured,
    error: error,
  };
}
