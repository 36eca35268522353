import { useMemo } from 'react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { formatCount } from '../../ui/format-number.ts';
import styles from './answer.module.css';
import { jsonTokens } from './json-tokens.ts';

/** The exact answer that enters the model's context, laid out for reading; copying gives the bytes themselves. */
export function ModelAnswer({ response }: { response: SearchResponse }) {
  const estimator = usePreferences((state) => state.estimator);
  const { output, output_tokens } = response;
  const compact = useMemo(() => JSON.stringify(output), [output]);
  const tokens = useMemo(() => jsonTokens(JSON.stringify(output, null, 2)), [output]);
  let offset = 0;
  return (
    <div className={styles.pane}>
      <div className={styles.toolbar}>
        <span
          title={`Of the answer as compact JSON. estimate: ${output_tokens.estimate}, o200k: ${output_tokens.o200k}`}
        >
          <strong className="mono" data-testid="output-tokens">
            {formatCount(output_tokens[estimator])}
          </strong>{' '}
          tokens <span className="dim">({estimator}), laid out here for reading, sent compact</span>
        </span>
        <CopyTextButton text={compact} label="Copy compact JSON" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre className={`${styles.json} mono`} tabIndex={0} data-testid="model-json">
        {tokens.map(({ text, kind }) => {
          const key = offset;
          offset += text.length;
          return (
            <span key={key} className={kind === 'other' ? undefined : styles[kind]}>
              {text}
            </span>
          );
        })}
      </pre>
    </div>
  );
}
