import { useState } from 'react';
import type { SentenceTokens } from '#shared/domain/tool-detail.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../ui/format-number.ts';
import { ShowAllButton, VisibleText } from '../../ui/hostile-text.tsx';
import { cutText } from '../../ui/visible-text.ts';
import { heatOf } from './heat.ts';
import styles from './tool-detail.module.css';

const shownCharacters = 4000;

/** The description, each sentence tinted by what it costs, with the figure after it. */
export function DescriptionHeat({
  text,
  sentences,
  estimator,
}: {
  text: string;
  sentences: readonly SentenceTokens[];
  estimator: Estimator;
}) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p className={styles.empty}>None: only the name can be found, and a model has to guess.</p>;
  const end = isWhole ? text.length : cutText(text, shownCharacters).length;
  return (
    <div className={styles.description} data-testid="description-heat">
      {sentences
        .filter(({ start }) => start < end)
        .map((sentence) => {
          const tokens = sentence.tokens[estimator];
          return (
            <span key={sentence.start} title={`${formatCount(tokens)} tokens (${estimator})`}>
              <span className={styles.sentence} data-heat={heatOf(tokens)}>
                <VisibleText text={text.slice(sentence.start, Math.min(sentence.end, end)).trimEnd()} />
              </span>
              <span className={`${styles.sentenceTokens} mono`}>
                {formatCount(tokens)}
                <span className="visually-hidden"> tokens</span>
              </span>{' '}
            </span>
          );
        })}
      {end < text.length && <ShowAllButton length={text.length} onClick={() => setWhole(true)} />}
    </div>
  );
}
