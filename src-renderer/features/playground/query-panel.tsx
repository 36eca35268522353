import { ActionIcon, Checkbox, Input, NumberInput, SegmentedControl, Textarea, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { searchTypeSchema } from '#shared/domain/search-request.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { type PlaygroundSearch, usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { focusPlace, places } from './focus-places.ts';
import styles from './playground.module.css';
import { areEnginesShown, askAhead, goToResults, moveSelection } from './playground-model.ts';
import { PolicyFields } from './policy-fields.tsx';

/** A query becomes history when it was left alone for so long: what was typed on the way is not worth keeping. */
const restMs = 1500;

/** The left column: everything that goes into a search. */
export function QueryPanel() {
  return (
    <section className={`${styles.panel} scrolling-rest`} aria-label={strings.queryPanel.query}>
      <div className="stack gap-12 pad-12">
        <QueryField />
        <SearchTypeField />
        <LimitField />
        <IncludeField />
        <PolicyFields />
        <QueryHistory />
      </div>
    </section>
  );
}

/**
 * Asks with every change of a field. A listener of the field itself: React's own runs after it, and draws the field at once, so a
 * call from there leaves only when that is done.
 */
function asksAhead(field: HTMLTextAreaElement | null): (() => void) | undefined {
  const ask = () => askAhead(field?.value ?? '');
  field?.addEventListener('input', ask);
  return () => field?.removeEventListener('input', ask);
}

function QueryField() {
  const query = usePlayground((state) => state.query);
  const { set, remember } = usePlayground.getState();
  const recalled = useRef(-1);

  useEffect(() => {
    const timer = setTimeout(() => remember(query), restMs);
    return () => clearTimeout(timer);
  }, [query, remember]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { history } = usePlayground.getState();
    const isRecalled = recalled.current >= 0 && query === history[recalled.current];
    switch (event.key) {
      case 'ArrowDown':
      case 'Enter':
        event.preventDefault();
        remember(query);
        // The first key moves too: a result is selected while the query is typed.
        if (event.key === 'ArrowDown' && !areEnginesShown()) moveSelection((at, count) => Math.min(at + 1, count - 1));
        goToResults();
        return;
      case 'ArrowUp': {
        if (query !== '' && !isRecalled) return;
        const next = query === '' ? 0 : recalled.current + 1;
        const older = history[next];
        if (older === undefined) return;
        event.preventDefault();
        recalled.current = next;
        set({ query: older });
        return;
      }
      case 'Escape':
        if (query !== '') set({ query: '' });
    }
  };

  return (
    <Textarea
      ref={asksAhead}
      id={places.query}
      rows={2}
      classNames={{ input: styles.query }}
      label={strings.queryPanel.query}
      placeholder={strings.queryPanel.whatAgentWouldAsk}
      autoFocus
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      value={query}
      onChange={(event) => set({ query: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      data-testid="query"
      rightSection={
        query === '' ? null : (
          <ActionIcon
            size={22}
            style={{ alignSelf: 'flex-start', marginTop: 3 }}
            aria-label={strings.queryPanel.clearQuery}
            onClick={() => {
              set({ query: '' });
              focusPlace('query');
            }}
          >
            <IconX size={14} />
          </ActionIcon>
        )
      }
    />
  );
}

/** The types of `tool_search` by what they look for; the mode beside it. */
const searchTypes: { value: PlaygroundSearch; label: string; title: string }[] = [
  { value: 'fts', label: strings.queryPanel.words, title: strings.queryPanel.findsAnyForm },
  { value: 'regex', label: strings.queryPanel.pattern, title: strings.queryPanel.findsNamesAndTexts },
  { value: 'exact', label: strings.queryPanel.exactName, title: strings.queryPanel.findsToolWithExactly },
  { value: 'hybrid', label: strings.queryPanel.hybrid, title: strings.queryPanel.findsWordsAndAsks },
];

/** The engines take words whatever the type is; it stays as it is for the results. */
function SearchTypeField() {
  const hasEngines = useNavigation((state) => state.feature === 'compare');
  const { searchType, set } = usePlayground(useShallow(({ searchType, set }) => ({ searchType, set })));
  return (
    <Input.Wrapper label={strings.queryPanel.type} labelElement="div">
      <SegmentedControl
        aria-label={strings.queryPanel.searchType}
        title={hasEngines ? strings.queryPanel.enginesTakeWords : undefined}
        disabled={hasEngines}
        fullWidth
        data={searchTypes}
        value={searchType}
        onChange={(value) => set({ searchType: value === 'hybrid' ? value : searchTypeSchema.parse(value) })}
      />
    </Input.Wrapper>
  );
}

function LimitField() {
  const { limit, set } = usePlayground(useShallow(({ limit, set }) => ({ limit, set })));
  const maximum = useWorkspace()?.config.tool_search.max_search_results;
  const noteId = useId();
  const isCut = maximum !== undefined && limit > maximum;
  return (
    <div>
      <NumberInput
        label={strings.queryPanel.limit}
        min={1}
        max={20}
        clampBehavior="strict"
        allowDecimal={false}
        value={limit}
        onChange={(value) => {
          const number = Number(value);
          if (Number.isInteger(number) && number >= 1 && number <= 20) set({ limit: number });
        }}
        aria-describedby={isCut ? noteId : undefined}
      />
      {isCut && (
        <div className="dim note above-4" id={noteId}>
          {strings.queryPanel.limitedToByMax(maximum)}
        </div>
      )}
    </div>
  );
}

function IncludeField() {
  const { includeAlwaysLoaded, set } = usePlayground(
    useShallow(({ includeAlwaysLoaded, set }) => ({ includeAlwaysLoaded, set })),
  );
  return (
    <Checkbox
      size="xs"
      label={strings.queryPanel.includeAlwaysLoadedTools}
      checked={includeAlwaysLoaded}
      onChange={(event) => set({ includeAlwaysLoaded: event.currentTarget.checked })}
    />
  );
}

/** Queries of before; one click or ↑ in the empty query brings them back. */
function QueryHistory() {
  const history = usePlayground((state) => state.history);
  const set = usePlayground((state) => state.set);
  if (history.length === 0) return null;
  return (
    <div>
      <h2
        className={`${styles.fieldLabel} table-head ${styles.sectionHead} row`}
        title={strings.queryPanel.inEmptyQueryRestores}
      >
        {strings.queryPanel.recentQueries}
      </h2>
      <ul className="plain-list" data-testid="query-history">
        {history.map((entry) => (
          <li key={entry}>
            <UnstyledButton
              className={`${styles.historyItem} cut`}
              title={visibleString(cutText(entry, 500))}
              onClick={() => {
                set({ query: entry });
                focusPlace('query');
              }}
            >
              <VisibleText text={cutText(entry, 200)} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
