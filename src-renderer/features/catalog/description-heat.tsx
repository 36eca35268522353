import type { SentenceTokens } from '#shared/domain/tool-detail.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/curate.ts';
import { LongText } from '../../ui/long-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { heatOf } from './heat.ts';
import styles from './tool-detail.module.css';

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
  if (text === '') return <p className="dim flush">{strings.descriptionHeat.noDescriptionSearch}</p>;
  return (
    <div className={styles.description} data-testid="description-heat">
      <LongText text={text}>
        {(shown) =>
          sentences
            .filter(({ start }) => start < shown.length)
            .map((sentence) => {
              const tokens = sentence.tokens[estimator];
              return (
                <span key={sentence.start} title={strings.descriptionHeat.tokens(formatCount(tokens), estimator)}>
                  <span className={styles.sentence} data-heat={heatOf(tokens)}>
                    <VisibleText text={shown.slice(sentence.start, sentence.end).trimEnd()} />
                  </span>
                  <span className={`${styles.sentenceTokens} mono`}>
                    {formatCount(tokens)}
                    <span className="visually-hidden"> {strings.descriptionHeat.tokens2}</span>
                  </span>{' '}
                </span>
              );
            })
        }
      </LongText>
    </div>
  );
}
