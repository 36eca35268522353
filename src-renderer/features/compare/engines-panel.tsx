import { Button, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CompareResponse } from '#shared/domain/engine-comparison.ts';
import { engineFacts, type SearchEngineName, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import type { SearchRequest } from '#shared/domain/search-request.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/compare.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { EngineName } from '../../ui/engine-name.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { SearchFailed } from '../discovery-fixes/search-failed.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import styles from './compare.module.css';
import { shownEngines, useCompare } from './compare-store.ts';
import { EngineColumns } from './engine-columns.tsx';

const examples = [
  strings.enginesPanel.createIssue,
  strings.enginesPanel.sendMessage,
  strings.enginesPanel.listOpenPullRequests,
];

interface EnginesPanelProps {
  /** What is asked; the engines take its words whatever its type is. */
  readonly search: SearchRequest;
  /** Moves the focus to the query. */
  onLeave(): void;
}

/** The query through every engine: which engines above, a column for each below. */
export function EnginesPanel(props: EnginesPanelProps) {
  const gone = useGonePersona();
  const hasTools = useWorkspace()?.tools !== 0;
  if (gone !== null) return <PersonaGone name={gone} />;
  return hasTools ? <Engines {...props} /> : <NoTools />;
}

function Engines({ search, onLeave }: EnginesPanelProps) {
  const { response, isStale, isBlank, error } = useComparison(search);
  return (
    <section className="column" aria-label={strings.enginesPanel.enginesSideSide}>
      <Controls tools={response?.tools ?? null} />
      {error ? (
        <SearchFailed error={error} />
      ) : isBlank ? (
        <div className="scrolling-rest">
          <BlankQuery onAsk={onLeave} />
        </div>
      ) : response ? (
        <div className="scrolling-rest">
          <EngineColumns response={response} isStale={isStale} onLeave={onLeave} />
          <EngineNotes engines={response.columns.map(({ engine }) => engine)} />
        </div>
      ) : (
        <div className={styles.waiting} role="status">
          <Loader size="sm" /> {strings.enginesPanel.indexingToolsEachEngine}
        </div>
      )}
    </section>
  );
}

function Controls({ tools }: { tools: number | null }) {
  const hidden = useCompare((state) => state.hidden);
  const toggle = useCompare((state) => state.toggle);
  return (
    <div className={styles.controls}>
      <fieldset className={`${styles.engines} wrapping narrow`} aria-label={strings.enginesPanel.engines}>
        <span className={`${styles.label} table-head`}>{strings.enginesPanel.engines}</span>
        {searchEngineSchema.options.map((engine) => (
          <button
            key={engine}
            type="button"
            className={styles.engine}
            aria-pressed={!hidden.includes(engine)}
            data-emulated={engineFacts[engine].emulates !== null || undefined}
            onClick={() => toggle(engine)}
          >
            <EngineName engine={engine} />
          </button>
        ))}
        <span className="dim note numbers">{tools === null ? '' : strings.enginesPanel.overTools(tools)}</span>
      </fieldset>
    </div>
  );
}

/** Before the first letter: what this is for. */
function BlankQuery({ onAsk }: { onAsk(): void }) {
  const set = usePlayground((state) => state.set);
  return (
    <EmptyPage
      icon={<IconColumns3 size={28} />}
      title={strings.enginesPanel.oneQueryEveryEngine}
      actions={examples.map((example) => (
        <Button
          key={example}
          onClick={() => {
            set({ query: example });
            onAsk();
          }}
        >
          {example}
        </Button>
      ))}
    >
      {strings.enginesPanel.comparePegboardsSearch}
    </EmptyPage>
  );
}

/** A description of each engine on screen: how it ranks, what it emulates, and what is assumed. */
function EngineNotes({ engines }: { engines: readonly SearchEngineName[] }) {
  return (
    <details className="pad-8-12">
      <summary className="more-summary">{strings.enginesPanel.howTheseEnginesRank}</summary>
      <dl className={styles.facts}>
        {engines.map((engine) => {
          const { title, emulates, ranks, assumes } = engineFacts[engine];
          return (
            <div key={engine} className={styles.fact}>
              <dt>{title}</dt>
              <dd>
                {emulates !== null && <p>{strings.enginesPanel.emulates(emulates)}</p>}
                <p>{ranks}</p>
                {assumes !== null && <p className="dim">{strings.enginesPanel.assumption(assumes)}</p>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="dim">{strings.enginesPanel.scoresAreRawCompare}</p>
    </details>
  );
}

interface Comparison {
  readonly isBlank: boolean;
  /** The answer to the current inputs, or the last one while that is on its way. */
  readonly response: CompareResponse | null;
  readonly isStale: boolean;
  readonly error: PegboardError | null;
}

/** Nine engines at every key would be work for nothing: the query must rest so long, milliseconds. */
const restMs = 120;

/** Runs the current query through the shown engines whenever something changes; a newer question cancels an older one. */
function useComparison({ input, caller }: SearchRequest): Comparison {
  const client = useClient();
  const workspace = useWorkspace();
  const typed = input.query;
  const hidden = useCompare((state) => state.hidden);
  const [query] = useDebouncedValue(typed, restMs);
  const isBlank = typed.trim() === '';
  const request = {
    query,
    engines: shownEngines(hidden),
    limit: input.limit,
    include_always_loaded: input.include_always_loaded,
    caller,
  };
  const isOn = workspace !== null && query.trim() !== '';
  const search = useQuery({
    queryKey: ['compare', workspace?.path, workspace?.revision, request],
    queryFn: ({ signal }) => client.search.compare(request, { signal }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    // Golden queries may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  return {
    isBlank,
    response: isBlank ? null : (search.data ?? null),
    isStale: search.isFetching || query !== typed,
    error: search.error && isOn ? toPegboardError(search.error) : null,
  };
}
