import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import type { LoadingMode, ModeReason } from '#shared/domain/loading-mode.ts';
import { matchStrength } from '#shared/domain/match-strength.ts';
import type {
  HitExplanation,
  RelatedTools,
  ScoreExplanation,
  SearchExplanation,
  SearchResponse,
  ToolSearchHit,
} from '#shared/domain/search-result.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/playground.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatScore } from '../../ui/format-number.ts';
import { HighlightedText } from '../../ui/highlighted-text.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ExplainedContext, useAnswer } from './answer-context.ts';
import styles from './details.module.css';
import { focusPlace, places } from './focus-places.ts';
import { GoldenButton } from './golden-button.tsx';
import { HybridLists } from './hybrid/hybrid-lists.tsx';
import { HybridTerms } from './hybrid/hybrid-terms.tsx';
import { OrderSection } from './order-section.tsx';
import { RankerTerms } from './ranker-terms.tsx';
import { RelatedToolsSection } from './related-tools-section.tsx';
import { scoreChain } from './score-chain.ts';
import { ScoreChainSection } from './score-chain-section.tsx';
import { tierText, trimmed } from './score-parts.ts';
import { selectedIndexOf } from './selected-index.ts';
import { StrengthBadge } from './strength-badge.tsx';
import { TermSection } from './term-section.tsx';

/** The right: the whole arithmetic of the chosen result, enough to compute its score again (R19.09). */
export function DetailsPanel() {
  const answer = useAnswer();
  const { response, error } = use(ExplainedContext);
  const name = usePlayground((state) => state.selected);
  const hasResult = answer.error === null && answer.selected >= 0;
  const selected = response && hasResult ? selectedIndexOf(response.output.tools, name) : -1;
  const tool = response?.output.tools[selected];
  const hit = response?.hits[selected];
  const explanation = response?.explanation;
  return (
    <DetailsFrame
      id={places.details}
      label={strings.detailsPanel.detailsResult}
      testId="details"
      onEscape={() => focusPlace('results')}
    >
      {tool && hit && explanation ? (
        <Details
          response={response}
          tool={tool}
          hit={hit}
          explanation={explanation}
          next={response.hits[selected + 1]}
          related={response.related?.find(({ tool: name }) => name === tool.name)?.related ?? []}
        />
      ) : error ? (
        <ErrorNotice error={error} />
      ) : (
        !hasResult && <div className="dim">{strings.detailsPanel.selectResultSeeHow}</div>
      )}
    </DetailsFrame>
  );
}

interface DetailsProps {
  readonly response: SearchResponse;
  readonly tool: ToolSearchHit;
  readonly hit: HitExplanation;
  readonly explanation: SearchExplanation;
  /** The result below, which this one was put before. */
  readonly next: HitExplanation | undefined;
  readonly related: RelatedTools['related'];
}

function Details({ response, tool, hit, explanation, next, related }: DetailsProps) {
  const { arithmetic, highlights } = hit;
  return (
    <>
      <header className={styles.head}>
        <h2 className="narrow panel-title">
          <ToolName name={tool.name} ranges={highlights.filter(({ field }) => field === 'name')} />
        </h2>
        <span className="keeps one-line mono">
          <span
            className={styles.score}
            title={strings.detailsPanel.scoreNormalisedOverCandidates}
            data-testid="details-score"
          >
            {formatScore(hit.score)}
          </span>{' '}
          <StrengthBadge strength={matchStrength(hit, explanation)} />{' '}
          <span
            className="dim"
            title={
              arithmetic.kind === 'bm25'
                ? strings.detailsPanel.valueOfSqlitesBm25
                : strings.detailsPanel.valueBeforeNormalisation
            }
          >
            {strings.detailsPanel.raw(formatScore(rawValue(arithmetic)))}
          </span>
        </span>
      </header>
      <ToolFacts tool={tool} hit={hit} />
      <GoldenButton response={response} tool={tool.name} />
      {arithmetic.kind === 'pegboard' && explanation.ranking === 'pegboard' ? (
        <RankerTerms score={arithmetic} queryTerms={explanation.terms} />
      ) : arithmetic.kind === 'hybrid' && explanation.ranking === 'hybrid' ? (
        <>
          <Section title={strings.detailsPanel.scoresOfEachList}>
            <HybridLists score={arithmetic} explanation={explanation} />
          </Section>
          <Section title={strings.detailsPanel.wordsBm25}>
            <HybridTerms score={arithmetic} explanation={explanation} />
          </Section>
        </>
      ) : arithmetic.kind === 'bm25' && (explanation.ranking === 'rfc' || explanation.ranking === 'rfc-literal') ? (
        <TermSection terms={arithmetic.terms} queryTerms={explanation.terms} />
      ) : (
        <Section title={strings.detailsPanel.whyMatches}>
          {arithmetic.kind === 'regex'
            ? fill(strings.detailsPanel.tierWorthOnlyHighest, {
                tier: <span className="mono">{arithmetic.tier}</span>,
                tier2: tierText(arithmetic.tier),
                scoreRaw: <span className="mono">{formatScore(arithmetic.score_raw)}</span>,
              })
            : fill(strings.detailsPanel.nameEqualsQuery, { score: <span className="mono">{formatScore(1)}</span> })}
        </Section>
      )}
      <Section title={strings.detailsPanel.fromRawValueScore}>
        <ScoreChainSection
          steps={scoreChain(arithmetic, explanation.normalisation)}
          scoreRaw={arithmetic.score_raw}
          normalisation={explanation.normalisation}
        />
      </Section>
      <Section title={strings.detailsPanel.order}>
        <OrderSection order={hit.order} next={next?.order} />
      </Section>
      {related.length > 0 && <RelatedToolsSection related={related} />}
      <Section title={strings.detailsPanel.description}>
        <div className={styles.description}>
          {tool.description === '' ? (
            <span className="dim">{strings.detailsPanel.toolHasNoDescription}</span>
          ) : (
            <LongText text={tool.description}>
              {(shown) => (
                <HighlightedText text={shown} ranges={highlights.filter(({ field }) => field === 'description')} />
              )}
            </LongText>
          )}
        </div>
      </Section>
      <Section title={strings.detailsPanel.corpus}>
        <div className="dim mono" title={strings.detailsPanel.indexOfThisSearch}>
          {corpusText(explanation, arithmetic)}
        </div>
      </Section>
    </>
  );
}

function ToolFacts({ tool, hit }: { tool: ToolSearchHit; hit: HitExplanation }) {
  const client = useClient();
  const workspace = useWorkspace();
  const estimator = usePreferences((state) => state.estimator);
  const { data } = useQuery({
    queryKey: ['catalog-tool', workspace?.path, workspace?.revision, tool.name],
    queryFn: ({ signal }) => client.catalog.get({ name: tool.name }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <div className={`${styles.facts} wrapping dim`}>
        <span className={styles.fact}>
          <SideEffectsMark sideEffects={hit.order.side_effects} />
          {hit.order.side_effects ?? strings.detailsPanel.sideEffectsUnknown}
        </span>
        {data && (
          <span className="mono" title={strings.detailsPanel.tokensOfDefinition}>
            {strings.detailsPanel.tokens(formatCount(data.tokens[estimator]), estimator)}
          </span>
        )}
        {data && data.tool.tags.length > 0 && <Tags tags={data.tool.tags} />}
      </div>
      <div className={styles.mode}>
        <ModeMark mode={tool.loading_mode} />
        <span title={strings.detailsPanel.loadingModeAndRule}>
          <VisibleText text={modeText(tool.loading_mode, data?.tool.mode_reason)} />
        </span>
      </div>
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const text = tags.map((tag) => `#${tag}`).join(' ');
  return (
    <span className="wraps mono">
      <LongText text={text} limit={400}>
        {(shown) => <VisibleText text={shown} lines={false} />}
      </LongText>
    </span>
  );
}

/** The mode and why; most reasons name the mode themselves. */
function modeText(mode: LoadingMode, reason: ModeReason | undefined): string {
  if (!reason) return mode;
  return reason.detail.startsWith(mode) ? reason.detail : `${mode}: ${reason.detail}`;
}

function rawValue(arithmetic: ScoreExplanation): number {
  if (arithmetic.kind === 'pegboard') return arithmetic.raw;
  return arithmetic.kind === 'bm25' ? arithmetic.raw_bm25 : arithmetic.score_raw;
}

/** The parameters of a score, besides the words. */
function corpusText(explanation: SearchExplanation, arithmetic: ScoreExplanation): string {
  const tools = strings.detailsPanel.tools(formatCount(explanation.corpus.tools));
  switch (explanation.ranking) {
    case 'none':
      return tools;
    case 'pegboard': {
      const { k1, b, weights } = explanation.corpus.parameters;
      const fields = Object.entries(weights).map(
        ([field, weight]) => `${field.replaceAll('_', ' ')} ${trimmed(weight)}`,
      );
      return [tools, strings.detailsPanel.parameters(trimmed(k1), trimmed(b), fields.join(', '))].join(' · ');
    }
    case 'hybrid': {
      const { average_length, k1, b, name_weight, content_weight } = explanation.corpus;
      const weights = strings.detailsPanel.nameContent(trimmed(name_weight), trimmed(content_weight));
      return [
        tools,
        strings.detailsPanel.averageLengthWords(trimmed(average_length)),
        ...(arithmetic.kind === 'hybrid' ? [strings.detailsPanel.lengthOfTool(trimmed(arithmetic.length))] : []),
        strings.detailsPanel.parameters(trimmed(k1), trimmed(b), weights),
      ].join(' · ');
    }
    case 'rfc':
    case 'rfc-literal': {
      const { average_length, k1, b, weights } = explanation.corpus;
      const fields = strings.detailsPanel.nameDescriptionTags(
        trimmed(weights.name),
        trimmed(weights.description),
        trimmed(weights.tags),
      );
      return [
        tools,
        strings.detailsPanel.averageLengthTokens(trimmed(average_length)),
        ...(arithmetic.kind === 'bm25' ? [strings.detailsPanel.lengthOfTool(String(arithmetic.length))] : []),
        strings.detailsPanel.parameters(trimmed(k1), trimmed(b), fields),
      ].join(' · ');
    }
  }
}

/** A part of the details under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`section ${styles.section}`}>
      <h3 className="heading">{title}</h3>
      {children}
    </div>
  );
}
