import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-page.module.css';

/** An empty or failed state: what it is, one sentence, and what to do next. */
export function EmptyPage({
  icon,
  title,
  level = 2,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  /** Level of the title as a heading: 1 where this is the whole window. */
  level?: 1 | 2;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`${styles.page} centered`}>
      <EmptyState
        size="sm"
        icon={icon}
        title={<Title className={styles.title}>{title}</Title>}
        description={children}
        maw={520}
      >
        {actions && <EmptyState.Actions className={styles.actions}>{actions}</EmptyState.Actions>}
      </EmptyState>
    </div>
  );
}
