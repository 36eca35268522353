import type { TextRun } from '#shared/domain/tool-diff.ts';
import { shortRuns } from './short-runs.ts';
import { VisiblePieces } from './visible-text.tsx';
import styles from './word-runs.module.css';

/** A text word by word: what went is struck through, what came is underlined; what is far from any change is left out. */
export function WordRuns({ runs }: { runs: readonly TextRun[] }) {
  return (
    <bdi className={styles.words} data-testid="word-runs">
      {shortRuns(runs).map(({ kind, text }, at) => {
        const shown = <VisiblePieces text={text} />;
        // biome-ignore-start lint/suspicious/noArrayIndexKey: runs repeat; their place is what tells them apart
        if (kind === 'added') return <ins key={at}>{shown}</ins>;
        if (kind === 'removed') return <del key={at}>{shown}</del>;
        return <span key={at}>{shown}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: runs repeat; their place is what tells them apart
      })}
    </bdi>
  );
}
