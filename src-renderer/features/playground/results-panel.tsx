import type { SearchResponse } from '#shared/domain/search-result.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { NoTools } from '../sources/no-tools.tsx';
import { FallbackNotice } from './fallback-notice.tsx';
import { EmbedderNotice } from './hybrid/embedder-notice.tsx';
import styles from './playground.module.css';
import { rankerParts } from './ranker-parts.ts';
import { ResultList } from './result-list.tsx';
import { BlankQuery, NoHits, PersonaGone, SearchFailed } from './result-states.tsx';
import { searchPathText } from './search-path-text.ts';
import type { ToolSearch } from './use-tool-search.ts';

/** The middle: what the search found, or why there is nothing to see. */
export function ResultsPanel({ search, selected }: { search: ToolSearch; selected: number }) {
  return (
    <section className={styles.panel} aria-label="Results">
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
  if (!response) return null;
  const hasHits = response.output.tools.length > 0;
  return (
    <>
      <PathLine response={response} />
      <FallbackNotice explanation={response.explanation} />
      {response.embedder_problem && <EmbedderNotice problem={response.embedder_problem} />}
      <div className={styles.scroll}>
        {hasHits ? (
          <ResultList response={response} selected={selected} isStale={isStale} />
        ) : (
          <NoHits response={response} isStale={isStale} />
        )}
      </div>
      {hasHits && (
        <div className={styles.scoreNote} data-testid="score-note">
          Scores compare within this response only.
        </div>
      )}
    </>
  );
}

function PathLine({ response }: { response: SearchResponse }) {
  const kind = response.hits[0]?.arithmetic.kind;
  return (
    <div className={styles.pathLine}>
      <span data-testid="path-line" title="The way this search took, and the time inside the search">
        {searchPathText(response)}
      </span>
      {(kind === 'pegboard' || kind === 'bm25') && (
        <span className={styles.legend} title="Where scores come from: shares of each field">
          {(kind === 'pegboard' ? rankerParts : (['name', 'description', 'tags'] as const)).map((hue) => (
            <span key={hue} className={styles.legendItem}>
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
