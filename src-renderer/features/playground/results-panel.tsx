import { Button } from '@mantine/core';
import { IconAlertTriangle, IconStarFilled } from '@tabler/icons-react';
import { rankerParts } from '#shared/domain/score-parts.ts';
import type { ScorePart, SearchResponse, SearchSummary } from '#shared/domain/search-result.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { strings } from '../../strings/playground.ts';
import { fill } from '../../ui/fill.tsx';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { DiscoveryAdvice } from '../discovery-fixes/discovery-advice.tsx';
import { searchAdvice } from '../discovery-fixes/fix-commands.ts';
import { SearchFailed } from '../discovery-fixes/search-failed.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { useAnswer } from './answer-context.ts';
import { useGoldenOf } from './golden-of.ts';
import { EmbedderNotice, ModelNotice } from './hybrid/embedder-notice.tsx';
import styles from './playground.module.css';
import { ResultList } from './result-list.tsx';
import { BlankQuery, NoHits } from './result-states.tsx';
import { searchPathText } from './search-path-text.ts';

/** The middle: what the search found, or why there is nothing to see. */
export function ResultsPanel() {
  const { error } = useAnswer();
  return (
    <section className={styles.panel} aria-label={strings.resultsPanel.results}>
      {error?.code !== 'tool_search_not_configured' && <DiscoveryAdvice only={searchAdvice} />}
      <ResultsContent />
    </section>
  );
}

function ResultsContent() {
  const workspace = useWorkspace();
  const { response, summary, error, isBlank, gonePersona, selected } = useAnswer();
  if (gonePersona !== null) return <PersonaGone name={gonePersona} />;
  if (error) return <SearchFailed error={error} />;
  if (workspace?.tools === 0) return <NoTools />;
  if (isBlank) return <BlankQuery />;
  if (!response) return <AskingEmbedder />;
  const hasHits = response.output.tools.length > 0;
  return (
    <>
      <PathLine response={response} summary={summary} />
      <FallbackNotice summary={summary} />
      {response.embedder_problem && (
        <EmbedderNotice problem={response.embedder_problem} status={response.meaning_model} />
      )}
      {!response.embedder_problem && <ModelNotice status={response.meaning_model} />}
      <WeakMatch summary={summary} />
      <LeftOut summary={summary} />
      <GoldenLine response={response} />
      <div className="scrolling-rest">
        {hasHits ? (
          <ResultList response={response} summary={summary} selected={selected} />
        ) : (
          <NoHits response={response} summary={summary} />
        )}
      </div>
      {hasHits && (
        <div className={styles.scoreNote} data-testid="score-note">
          {strings.resultsPanel.scoresRelativeSearch}
        </div>
      )}
    </>
  );
}

/** A hybrid search may have to embed every tool first. Seen only when that takes a while. */
function AskingEmbedder() {
  const isHybrid = usePlayground((state) => state.searchType === 'hybrid');
  if (!isHybrid) return null;
  return (
    <div className={`${styles.pathLine} wrapping keeps ${styles.late}`} role="status">
      {strings.resultsPanel.searchingFirstSearchEmbeds}
    </div>
  );
}

function PathLine({ response, summary }: { response: SearchResponse; summary: SearchSummary | null }) {
  const hues = legendOf(summary);
  return (
    <div className={`${styles.pathLine} wrapping keeps`}>
      <span data-testid="path-line" title={strings.resultsPanel.stepsOfThisSearch}>
        {searchPathText(response, summary)}
      </span>
      {hues.length > 0 && (
        <span className="flex keeps gap-12" title={strings.resultsPanel.howScoresAreCalculated}>
          {hues.map((hue) => (
            <span key={hue} className="row gap-4">
              <span className={styles.legendBar}>
                <StackedBar parts={[{ hue, value: 1 }]} maximum={1} title={hue} />
              </span>
              {hue}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

/** The hues of the bars: the shares of fields and of the meaning, or what decided a hybrid score. */
function legendOf(summary: SearchSummary | null): readonly ScorePart['hue'][] {
  const hits = summary?.hits ?? [];
  const kind = hits[0]?.kind;
  if (kind === 'pegboard') {
    const hasMeaning = hits.some(({ parts }) => parts.some(({ hue, value }) => hue === 'meaning' && value > 0));
    return hasMeaning ? [...rankerParts, 'meaning'] : rankerParts;
  }
  if (kind === 'bm25') return ['name', 'description', 'tags'];
  return kind === 'hybrid' ? ['words', 'vector'] : [];
}

/** Where the present query is a golden one: what is right, and where it came. */
function GoldenLine({ response }: { response: SearchResponse }) {
  const golden = useGoldenOf(response);
  const { tools } = response.output;

  if (!golden) return null;
  return (
    <div className={`${styles.golden} wrapping keeps`} data-testid="golden-line">
      <IconStarFilled size={14} role="img" aria-label={strings.resultsPanel.thisIsGoldenQuery} />
      {golden.relevant.flat().map((name) => {
        const at = tools.findIndex((each) => each.name === name);
        return (
          <span key={name}>
            <ToolName name={name} />{' '}
            <span className="dim">
              {at < 0 ? strings.resultsPanel.notInTheseResults : strings.resultsPanel.rank(at + 1)}
            </span>
          </span>
        );
      })}
    </div>
  );
}

/** Says it where it is seen when the search that ran is not the one that was asked for (R19.10), and what helps when that is worse (R15.03). */
function FallbackNotice({ summary }: { summary: SearchSummary | null }) {
  // The notice of the embedder says it for a hybrid search.
  if (!summary || summary.ranking === 'hybrid') return null;
  const { requested_search_type: requested, effective_search_type: effective, fallback_reason: reason } = summary;
  if (requested === effective && reason === null) return null;
  const sentence = reason?.replace(/[^.!?]$/, '$&.') ?? '';
  // Without the words before it, the reason begins the line.
  const why = reason !== null && (
    <VisibleText text={requested === effective ? sentence.replace(/^./u, (first) => first.toUpperCase()) : sentence} />
  );
  return (
    <div className={styles.notice} role="status" data-testid="fallback-notice">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {requested === effective
          ? why
          : fill(reason === null ? strings.resultsPanel.askedRan : strings.resultsPanel.askedRanReason, {
              requested: <b className="mono">{requested}</b>,
              effective: <b className="mono">{effective}</b>,
              reason: why,
            })}
        {requested === 'fts' && (
          <div data-testid="fallback-advice">
            {fill(strings.resultsPanel.withoutFullTextSearch, {
              preferredNamespaces: <span className="mono">{'preferred_namespaces'}</span>,
            })}
          </div>
        )}
      </span>
    </div>
  );
}

/** Says that the results are poor, which words nothing mentions, and what makes such a search better (R15.03). */
function WeakMatch({ summary }: { summary: SearchSummary | null }) {
  if (!summary?.missing) return null;
  const { fromCatalog, fromBest } = summary.missing;
  return (
    <div className={styles.notice} data-testid="weak-match">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {fromCatalog.length > 0 && (
          <>{fill(strings.resultsPanel.noToolMentions, { words: <Words words={fromCatalog} /> })} </>
        )}
        {fromBest.length > 0 && (
          <>{fill(strings.resultsPanel.bestResultDoesNot, { words: <Words words={fromBest} /> })} </>
        )}
        {strings.resultsPanel.writeDescriptionsTagsSearch}
      </span>
      <Button size="compact-xs" className="keeps push" onClick={() => askWhyNot()} title={strings.resultsPanel.altW}>
        {strings.resultsPanel.whyNot}
      </Button>
    </div>
  );
}

/** Says how many results `tool_search.weak_results: drop` took out: the model does not get them either. */
function LeftOut({ summary }: { summary: SearchSummary | null }) {
  const leftOut = summary?.weak_results?.left_out ?? 0;
  if (leftOut === 0) return null;
  return (
    <div className={`${styles.pathLine} wrapping keeps`} role="status" data-testid="weak-left-out">
      {strings.resultsPanel.weakLeftOut(leftOut)}
    </div>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const shown = words.slice(0, 6).map((word) => `“${word}”`);
  return <VisibleText text={`${shown.join(', ')}${words.length > shown.length ? ' …' : ''}`} />;
}
