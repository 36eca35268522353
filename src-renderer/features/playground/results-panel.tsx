import type { ScoreExplanation, SearchResponse } from '#shared/domain/search-result.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePlayground } from '../../state/playground-store.ts';
import type { BarPart } from '../../ui/bar-widths.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { DiscoveryAdvice } from '../discovery-fixes/discovery-advice.tsx';
import { searchAdvice } from '../discovery-fixes/fix-commands.ts';
import { SearchFailed } from '../discovery-fixes/search-failed.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { FallbackNotice } from './fallback-notice.tsx';
import { GoldenLine } from './golden-line.tsx';
import { EmbedderNotice } from './hybrid/embedder-notice.tsx';
import styles from './playground.module.css';
import { rankerParts } from './ranker-parts.ts';
import { ResultList } from './result-list.tsx';
import { BlankQuery, NoHits } from './result-states.tsx';
import { searchPathText } from './search-path-text.ts';
import type { ToolSearch } from './use-tool-search.ts';
import { WeakMatch } from './weak-match.tsx';

/** The middle: what the search found, or why there is nothing to see. */
export function ResultsPanel({ search, selected }: { search: ToolSearch; selected: number }) {
  return (
    <section className={styles.panel} aria-label="Results">
      {search.error?.code !== 'tool_search_not_configured' && <DiscoveryAdvice only={searchAdvice} />}
      <ResultsContent search={search} selected={selected} />
    </section>
  );
}

function ResultsContent({ search, selected }: { search: ToolSearch; selected: number }) {
  const workspace = useWorkspace();
  const { response, error, isBlank, isStale, gonePersona } = search;
  if (gonePersona !== null) return <PersonaGone name={gonePersona} />;
  if (error) return <SearchFailed error={error} />;
  if (workspace?.tools === 0) return <NoTools />;
  if (isBlank) return <BlankQuery />;
  if (!response) return <AskingEmbedder />;
  const hasHits = response.output.tools.length > 0;
  return (
    <>
      <PathLine response={response} />
      <FallbackNotice explanation={response.explanation} />
      {response.embedder_problem && <EmbedderNotice problem={response.embedder_problem} />}
      <WeakMatch response={response} />
      <GoldenLine response={response} />
      <div className="scrolling-rest">
        {hasHits ? (
          <ResultList response={response} selected={selected} isStale={isStale} />
        ) : (
          <NoHits response={response} isStale={isStale} />
        )}
      </div>
      {hasHits && (
        <div className={styles.scoreNote} data-testid="score-note">
          Scores are relative to this search.
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
      Searching. The first search embeds every tool; typing on cancels it.
    </div>
  );
}

function PathLine({ response }: { response: SearchResponse }) {
  const hues = legendOf(response.hits[0]?.arithmetic.kind);
  return (
    <div className={`${styles.pathLine} wrapping keeps`}>
      <span data-testid="path-line" title="The way this search took, and the time inside the search">
        {searchPathText(response)}
      </span>
      {hues.length > 0 && (
        <span className="flex keeps gap-12" title="Where scores come from">
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

/** The hues of the bars: the shares of fields, or what decided a hybrid score. */
function legendOf(kind: ScoreExplanation['kind'] | undefined): readonly BarPart['hue'][] {
  if (kind === 'pegboard') return rankerParts;
  if (kind === 'bm25') return ['name', 'description', 'tags'];
  return kind === 'hybrid' ? ['words', 'vector'] : [];
}
