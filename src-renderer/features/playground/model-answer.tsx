import { memo, useMemo } from 'react';
import type { TokenCount } from '#shared/tokens.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/playground.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { fill } from '../../ui/fill.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisiblePieces } from '../../ui/visible-text.tsx';
import styles from './answer.module.css';
import { jsonParts, jsonTokens } from './json-tokens.ts';

/** Characters of the answer that are laid out unasked: twenty tools with descriptions of an ordinary length. */
const shownJson = 12_000;

/** The exact answer that enters the model's context, laid out for reading; copying gives the bytes themselves. */
export function ModelAnswer({
  output,
  tokens,
  what = '',
  testId,
}: {
  output: unknown;
  /** Tokens of the answer as compact JSON. */
  tokens: TokenCount;
  /** The tool that gives it, where several answers are on screen. */
  what?: string;
  testId: string;
}) {
  const estimator = usePreferences((state) => state.estimator);
  const compact = useMemo(() => JSON.stringify(output), [output]);
  const laidOut = useMemo(() => JSON.stringify(output, null, 2), [output]);
  return (
    <div className="column">
      <div className={`${styles.toolbar} wrapping keeps`}>
        <span title={strings.modelAnswer.tokensOfAnswer(tokens.estimate, tokens.o200k)}>
          {what !== '' && <span className="mono">{what} </span>}
          {fill(what === '' ? strings.modelAnswer.tokensFormatted : strings.modelAnswer.tokens, {
            count: (
              <strong className="mono" data-testid={`${testId}-tokens`}>
                {formatCount(tokens[estimator])}
              </strong>
            ),
            estimator,
          })}
        </span>
        <CopyTextButton
          text={compact}
          label={what === '' ? strings.modelAnswer.copyCompactJson : strings.modelAnswer.copy(what)}
        />
      </div>
      <ScrollRegion as="pre" className={`${styles.json} scrolling-rest breaks mono`} data-testid={`${testId}-json`}>
        <LongText text={laidOut} limit={shownJson}>
          {(shown) => <ColouredJson text={shown} />}
        </LongText>
      </ScrollRegion>
    </div>
  );
}

/** JSON as it is, keys, strings and numbers told apart; what hides in its strings is shown. */
const ColouredJson = memo(function ColouredJson({ text }: { text: string }) {
  // With its place as its key a part stays where it is while answers change, and only texts are written.
  return jsonParts(text).map((lines, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={at} className={styles.part}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <JsonLine key={at} text={line} />
      ))}
    </div>
  ));
});

/** A line of JSON, a block of its own: another text in it lays out no other line. */
const JsonLine = memo(function JsonLine({ text }: { text: string }) {
  const pieces = jsonTokens(text).map(({ text, kind }, at) =>
    kind === 'other' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <bdi key={at} className={styles[kind]}>
        <VisiblePieces text={text} />
      </bdi>
    ),
  );
  return <div>{pieces}</div>;
});
