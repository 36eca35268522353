import type { PromptBlockName, RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../ui/format-number.ts';
import styles from './prompt-diff.module.css';

/** From this share of the bar on a block has room for its name. */
const labelledShare = 0.09;

/** Both prompts as bars of their blocks, to one scale; a line in the second marks where the cache breaks. */
export function PromptBars({
  before,
  after,
  cache,
  estimator,
  block,
}: {
  before: RenderedPrompt;
  after: RenderedPrompt;
  cache: PromptComparison['cache'];
  estimator: Estimator;
  block: PromptBlockName | null;
}) {
  const maximum = Math.max(before.tokens[estimator], after.tokens[estimator], 1);
  const share = (tokens: number) => `${(100 * Math.max(0, tokens)) / maximum}%`;
  const kept = cache && after.tokens[estimator] - cache.tokens_after[estimator];
  return (
    <div className={styles.bars} aria-hidden>
      {(
        [
          ['before', before],
          ['after', after],
        ] as const
      ).map(([side, prompt]) => (
        <div key={side} className={styles.barRow}>
          <span className="dim">{side}</span>
          <span className={styles.barTrack}>
            {prompt.blocks.map(({ name, tokens }) => (
              <span
                key={name}
                className={styles.segment}
                data-current={name === block || undefined}
                style={{ width: share(tokens[estimator]) }}
                title={`${name}: ${formatCount(tokens[estimator])} tokens (${estimator})`}
              >
                {tokens[estimator] >= labelledShare * maximum && name}
              </span>
            ))}
            {side === 'after' && kept !== null && (
              <span className={styles.breakMark} style={{ left: share(kept) }} title="Here the prompt cache breaks" />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
