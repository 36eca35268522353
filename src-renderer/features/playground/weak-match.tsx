import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { missingFromBest } from '#shared/domain/match-strength.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './playground.module.css';

/** Says that the results are poor, which words nothing mentions, and what makes such a search better (R15.03). */
export function WeakMatch({ response }: { response: SearchResponse }) {
  const missing = missingFromBest(response);
  if (!missing) return null;
  const { fromCatalog, fromBest } = missing;
  return (
    <div className={styles.notice} data-testid="weak-match">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {fromCatalog.length > 0 && (
          <>
            No tool mentions <Words words={fromCatalog} />.{' '}
          </>
        )}
        {fromBest.length > 0 && (
          <>
            The best result does not mention <Words words={fromBest} />.{' '}
          </>
        )}
        Write descriptions, tags and search phrases in the words of the people who ask.
      </span>
      <Button size="compact-xs" className="keeps push" onClick={() => askWhyNot()} title="Alt+W">
        Why not …?
      </Button>
    </div>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const shown = words.slice(0, 6).map((word) => `“${word}”`);
  return <VisibleText text={`${shown.join(', ')}${words.length > shown.length ? ' …' : ''}`} />;
}
