import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { askWhyNot } from '../why-not/why-not-commands.ts';
import { missingFromBest } from './missing-from-best.ts';
import styles from './playground.module.css';

/** Says that the results are poor, and what makes such a search better (R15.03). */
export function WeakMatch({ response }: { response: SearchResponse }) {
  const missing = missingFromBest(response);
  if (!missing) return null;
  return (
    <div className={styles.notice} data-testid="weak-match">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        The best result lacks{' '}
        <VisibleText
          text={missing
            .slice(0, 6)
            .map((word) => `“${word}”`)
            .join(', ')}
        />
        . Descriptions, tags and search phrases in the words of those who ask help;{' '}
        <span className="mono">preferred_namespaces</span> decide between equals.
      </span>
      <Button size="compact-xs" className={styles.noticeAct} onClick={() => askWhyNot()} title="Alt+W">
        Why not …?
      </Button>
    </div>
  );
}
