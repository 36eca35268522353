import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SearchRequest } from '#shared/domain/search-request.ts';
import type { ScoreGap, ToolAhead, WhyNot, WhyNotWord } from '#shared/domain/why-not.ts';
import { whyNotText } from '#shared/domain/why-not-text.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { strings } from '../../strings/why-not.ts';
import { copyText } from '../../ui/copy-text.ts';
import { cutText } from '../../ui/cut-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { ToolField } from './tool-field.tsx';
import { useApplySuggestion } from './use-apply-suggestion.ts';
import styles from './why-not.module.css';

/** The tools that stand before the asked one, with what each word brings them more. */
function AheadSection({ ahead }: { ahead: readonly ToolAhead[] }) {
  if (ahead.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className="heading">{strings.whyNotPanel.rankedAboveWhy}</h3>
      <ol className="plain-list" data-testid="why-not-ahead">
        {ahead.map((tool) => (
          <li key={tool.name} className={styles.aheadTool}>
            <span className="mono dim">{tool.rank}</span>
            <span className="breaks">
              <ToolName name={tool.name} />
            </span>
            <span className="mono" title={strings.whyNotPanel.itsScoreBeforeNormalisation(tool.raw)}>
              {signed(tool.difference)}
            </span>
            <Gaps gaps={tool.gaps} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Beyond these a difference says little. */
const shownGaps = 6;

function Gaps({ gaps }: { gaps: readonly ScoreGap[] }) {
  const told = gaps
    .map((gap) => ({ ...gap, more: gap.ahead - gap.here }))
    .filter(({ more }) => Math.abs(more) >= 0.005)
    .sort((a, b) => b.more - a.more);
  if (told.length === 0) return null;
  return (
    <span className={styles.gaps}>
      {told.slice(0, shownGaps).map(({ by, term, here, ahead, more }) => (
        <span
          key={term === null ? by : `word ${term}`}
          title={strings.whyNotPanel.contributions(formatFixed(ahead, 2), formatFixed(here, 2))}
          data-less={more < 0 || undefined}
        >
          {term === null ? strings.whyNotPanel.gaps[by] : <VisibleText text={cutText(term, 80)} lines={false} />}{' '}
          <span className="mono">{signed(more)}</span>
        </span>
      ))}
      {told.length > shownGaps && <span>{strings.whyNotPanel.more(told.length - shownGaps)}</span>}
    </span>
  );
}

function signed(value: number): string {
  return value < 0 ? formatFixed(value, 2) : `+${formatFixed(value, 2)}`;
}

/** The words of the query with what the tool has of them, and the tool's own words. */
function WordsSection({ answer }: { answer: WhyNot }) {
  const { words, tool_words } = answer;
  return (
    <>
      {words.length > 0 && (
        <section className={styles.section}>
          <h3 className="heading">{strings.whyNotPanel.wordsQuery}</h3>
          <ul className="plain-list" data-testid="why-not-words">
            {words.map((word) => (
              <li key={word.text} className={styles.word} data-state={stateOf(word)}>
                <span className="mono">
                  {marks[stateOf(word)]} <VisibleText text={cutText(word.text, 80)} lines={false} />
                </span>
                <VisibleText as="span" className="dim" text={factsOf(word)} lines={false} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tool_words.length > 0 && (
        <section className={styles.section}>
          <h3 className="heading">{strings.whyNotPanel.wordsTool}</h3>
          <p className="breaks mono">
            <VisibleText text={tool_words.map((word) => cutText(word, 80)).join(' ')} lines={false} />
          </p>
        </section>
      )}
    </>
  );
}

const marks = { has: '✓', lacks: '✗', ignored: '·' } as const;

function stateOf({ searched, in_tool }: WhyNotWord): keyof typeof marks {
  return !searched ? 'ignored' : in_tool ? 'has' : 'lacks';
}

function factsOf({ kind, searched, in_tool, through, tools }: WhyNotWord): string {
  if (!searched) return kind === 'function' ? strings.whyNotPanel.functionWordIgnored : strings.whyNotPanel.ignored;
  const has = in_tool
    ? through
      ? strings.whyNotPanel.matchesAs(cutText(through.word, 80), through.kind)
      : strings.whyNotPanel.matches
    : strings.whyNotPanel.doesNotMatch;
  return strings.whyNotPanel.tools(has, kind === 'function', tools);
}

/** Why the search of the playground does not return a tool, what stands before it, and which edits would lift it. */
export function WhyNotPanel({
  search,
  onLeave,
}: {
  search: Pick<SearchRequest, 'input' | 'caller'>;
  /** Where Escape leads. */
  onLeave: () => void;
}) {
  const asked = useWhyNotStore((state) => state.asked);
  return (
    <ScrollRegion className={styles.panel} aria-label={strings.whyNotPanel.whyNot} data-testid="why-not">
      <div className={styles.field}>
        <ToolField onLeave={onLeave} />
      </div>
      {asked === null ? (
        <p className="dim">{strings.whyNotPanel.enterNameOfTool}</p>
      ) : (
        <Asked key={asked} search={search} tool={asked} />
      )}
    </ScrollRegion>
  );
}

function Asked({ search, tool }: { search: Pick<SearchRequest, 'input' | 'caller'>; tool: string }) {
  const found = useWhyNot(search, tool);
  const { answer, error } = found;
  useFirstSuggestion(found);
  if (error) return <ErrorNotice error={error} />;
  if (!answer) return <p className="dim">{strings.whyNotPanel.looking}</p>;
  return (
    <div className={styles.answer} data-stale={found.isStale || undefined} aria-busy={found.isStale}>
      <div className={`${styles.column} narrow`}>
        {answer.tool !== tool && !found.isStale && (
          <>
            <h2 className={styles.title}>
              <ToolName name={answer.tool} />
            </h2>
            <p className="dim" data-testid="why-not-alias">
              {fill(strings.whyNotPanel.isAlias, {
                tool: <VisibleText as="span" className="mono" text={tool} lines={false} />,
              })}
            </p>
          </>
        )}
        <p className="breaks" data-testid="why-not-reason" data-reason={answer.reason.kind} role="status">
          <VisibleText text={whyNotText(answer.reason, answer)} />
        </p>
        <SuggestionList answer={answer} isTrying={found.isTrying} />
      </div>
      <div className={`${styles.column} narrow`}>
        <AheadSection ahead={answer.ahead} />
        <WordsSection answer={answer} />
      </div>
    </div>
  );
}

/** Lets the commands act on the first suggestion while it is on screen. */
function useFirstSuggestion({ answer, isStale }: WhyNotAnswer): void {
  const { mutate } = useApplySuggestion();
  const base = answer?.base ?? null;
  const first = isStale ? undefined : answer?.suggestions[0];
  useEffect(() => {
    if (!first) return;
    useWhyNotStore.setState({
      applyFirst: () => mutate({ suggestion: first, base }),
      copyFirst: () => void copyText(first.yaml),
    });
    return () => useWhyNotStore.setState({ applyFirst: null, copyFirst: null });
  }, [first, base, mutate]);
}

/** Milliseconds that a query must rest before it is asked about: what is typed on the way needs no answer. */
const restMs = 250;

interface WhyNotAnswer {
  /** Null while the first one is on its way. */
  readonly answer: WhyNot | null;
  /** Whether edits are still being tried. */
  readonly isTrying: boolean;
  /** Whether `answer` belongs to what was asked before. */
  readonly isStale: boolean;
  readonly error: PegboardError | null;
}

/** Why this search does not return the tool: the reason at once, the edits that would lift it when they were tried. */
function useWhyNot(search: Pick<SearchRequest, 'input' | 'caller'>, tool: string): WhyNotAnswer {
  const client = useClient();
  const workspace = useWorkspace();
  const key = JSON.stringify([workspace?.path, workspace?.revision, search, tool]);
  const [rested] = useDebouncedValue(key, restMs);
  const question = useMemo(() => ({ input: search.input, caller: search.caller, tool }), [search, tool]);
  const ask = (suggest: boolean, enabled: boolean) => ({
    queryKey: ['why-not', key, suggest],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.search.whyNot({ ...question, suggest }, { signal }),
    enabled: enabled && workspace !== null,
    placeholderData: keepPreviousData<WhyNot>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const reason = useQuery(ask(false, rested === key));
  const edits = useQuery(ask(true, rested === key && reason.isSuccess && !reason.isPlaceholderData));
  const isWhole = edits.isSuccess && !edits.isPlaceholderData;
  const error = reason.error ?? edits.error;
  return {
    answer: (isWhole ? edits.data : reason.data) ?? null,
    isTrying: !isWhole && error === null,
    isStale: rested !== key || reason.isPlaceholderData,
    error: error === null || rested !== key ? null : toPegboardError(error),
  };
}
