import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListSearch, IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { SearchResponse, SearchSummary } from '#shared/domain/search-result.ts';
import { useActivePersona, useSetPersona } from '../../platform/active-persona.ts';
import { openRevision } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { emptyPolicy, usePlayground } from '../../state/playground-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/playground.ts';
import { cutText } from '../../ui/cut-text.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { useLate } from '../../ui/use-late.ts';
import { StaleContext } from './answer-context.ts';
import { focusPlace } from './focus-places.ts';
import styles from './playground.module.css';
import { similarNamesQuery } from './playground-model.ts';
import { toolPolicyOf } from './search-request-of.ts';
import { useSearchRequest } from './use-tool-search.ts';

const examples = [
  strings.resultStates.createIssue,
  strings.resultStates.sendMessage,
  strings.resultStates.listOpenPullRequests,
];

/** Before the first letter: what this screen is for. */
export function BlankQuery() {
  const set = usePlayground((state) => state.set);
  return (
    <EmptyPage
      icon={<IconListSearch size={28} />}
      title={strings.resultStates.searchAsYourAgent}
      actions={examples.map((example) => (
        <Button
          key={example}
          onClick={() => {
            set({ query: example, searchType: 'fts' });
            focusPlace('query');
          }}
        >
          {example}
        </Button>
      ))}
    >
      {strings.resultStates.typeWhatAgentNeeds}
    </EmptyPage>
  );
}

/** Nothing matched: why, and what would. */
export function NoHits({ response, summary }: { response: SearchResponse; summary: SearchSummary | null }) {
  const isLate = useLate(use(StaleContext));
  const set = usePlayground((state) => state.set);
  const { always_loaded_matches: onBoard, output } = response;
  return (
    <div className={styles.list} style={{ height: '100%' }} data-late={isLate || undefined} data-testid="no-hits">
      <EmptyPage
        icon={<IconMoodEmpty size={28} />}
        title={strings.resultStates.noResults(visibleString(cutText(output.query, 200)))}
        actions={
          onBoard > 0 ? (
            <Button variant="filled" onClick={() => set({ includeAlwaysLoaded: true })}>
              {strings.resultStates.include(onBoard)}
            </Button>
          ) : (
            <Button onClick={() => askWhyNot()}>{strings.resultStates.whyNot}</Button>
          )
        }
      >
        {onBoard === 0 && summary?.requested_search_type === 'exact' && <NoSuchName name={output.query} />}
        {onBoard === 0 && summary?.requested_search_type !== 'exact' && (
          <>
            <Text>{strings.resultStates.lineAboveListsSearches}</Text>
            <Text mt="sm">{strings.resultStates.didYouExpectTool}</Text>
          </>
        )}
        {onBoard > 0 && <Text>{strings.resultStates.alwaysLoadedToolsWould(onBoard)}</Text>}
        <NarrowedCatalog seen={summary?.tools} />
      </EmptyPage>
    </div>
  );
}

/** Milliseconds that a name must rest before others like it are asked for. */
const restMs = 250;

/** An exact name that no tool has: names that were perhaps meant, of tools that the caller may use. */
function NoSuchName({ name }: { name: string }) {
  const workspace = useWorkspace();
  const { caller } = useSearchRequest();
  const set = usePlayground((state) => state.set);
  const [rested] = useDebouncedValue(name, restMs);
  const { data } = useQuery({
    ...similarNamesQuery(openRevision(workspace), rested, caller),
    enabled: workspace !== null && rested === name,
  });
  return (
    <>
      <Text>{strings.resultStates.noToolHasExactly}</Text>
      {data !== undefined && data.length > 0 && (
        <div data-testid="similar-names">
          <Text mt="sm">{strings.resultStates.didYouMean(data.length)}</Text>
          <Group gap="sm" justify="center" mt="sm">
            {data.map((similar) => (
              <Button key={similar} className="mono" onClick={() => set({ query: similar })}>
                {visibleString(similar)}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </>
  );
}

/** A search that found nothing because the caller may see little. */
function NarrowedCatalog({ seen }: { seen: number | undefined }) {
  const workspace = useWorkspace();
  const persona = useActivePersona();
  const setPersona = useSetPersona();
  const policy = usePlayground((state) => state.policy);
  const set = usePlayground((state) => state.set);
  const hasPolicy = toolPolicyOf(policy) !== null;
  if (!workspace || seen === undefined || seen >= workspace.tools || !(persona || hasPolicy)) return null;
  return (
    <div data-testid="narrowed-catalog">
      <Text mt="sm">{strings.resultStates.thisPersonaMayUse(formatCount(seen), workspace.tools)}</Text>
      <Group gap="sm" justify="center" mt="sm">
        {persona && (
          <Button onClick={() => setPersona(null)}>
            {strings.resultStates.searchWithoutPersona(visibleString(persona.name))}
          </Button>
        )}
        {hasPolicy && (
          <Button onClick={() => set({ policy: emptyPolicy })}>{strings.resultStates.searchWithoutPolicy}</Button>
        )}
      </Group>
    </div>
  );
}
