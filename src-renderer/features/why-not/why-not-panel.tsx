import { useEffect } from 'react';
import type { SearchRequest } from '#shared/domain/search-request.ts';
import { whyNotText } from '#shared/domain/why-not-text.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AheadSection } from './ahead-section.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { ToolField } from './tool-field.tsx';
import { useApplySuggestion } from './use-apply-suggestion.ts';
import { useWhyNot, type WhyNotAnswer } from './use-why-not.ts';
import styles from './why-not.module.css';
import { WordsSection } from './words-section.tsx';

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
    <ScrollRegion className={styles.panel} aria-label="Why not" data-testid="why-not">
      <div className={styles.field}>
        <ToolField onLeave={onLeave} />
      </div>
      {asked === null ? (
        <p className="dim">
          Name a tool: you see why this search does not return it, or not so high, and the smallest edits that would
          lift it.
        </p>
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
  if (!answer) return <p className="dim">Looking…</p>;
  return (
    <div className={styles.answer} data-stale={found.isStale || undefined} aria-busy={found.isStale}>
      <div className={`${styles.column} narrow`}>
        {answer.tool !== tool && !found.isStale && (
          <>
            <h2 className={styles.title}>
              <ToolName name={answer.tool} />
            </h2>
            <p className="dim" data-testid="why-not-alias">
              <span className="mono">
                <VisibleText text={tool} lines={false} />
              </span>{' '}
              is an alias of it: a model may call either, and both have the permission of the tool.
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
