import { IconAlertTriangle } from '@tabler/icons-react';
import type { SearchExplanation } from '#shared/domain/search-result.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './playground.module.css';

/** Says it where it is seen when the search that ran is not the one that was asked for (R19.10), and what helps when that is worse (R15.03). */
export function FallbackNotice({ explanation }: { explanation: SearchExplanation | null }) {
  // The notice of the embedder says it for a hybrid search.
  if (!explanation || explanation.ranking === 'hybrid') return null;
  const { requested_search_type: requested, effective_search_type: effective, fallback_reason: reason } = explanation;
  if (requested === effective && reason === null) return null;
  return (
    <div className={styles.notice} role="status" data-testid="fallback-notice">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {requested !== effective && (
          <>
            Asked for <b className="mono">{requested}</b>, ran as <b className="mono">{effective}</b>
            {reason === null ? '.' : ': '}
          </>
        )}
        {reason !== null && <VisibleText text={reason.replace(/[^.!?]$/, '$&.')} />}
        {requested === 'fts' && (
          <div data-testid="fallback-advice">
            Without full text, scores are coarse and often equal. What helps:{' '}
            <span className="mono">preferred_namespaces</span> in pegboard.yaml, which decides between equal scores, and
            better descriptions and tags of the tools.
          </div>
        )}
      </span>
    </div>
  );
}
