import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-page.module.css';

/** An empty or failed state: what it is, one sentence, and what to do next. */
export function EmptyPage({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <EmptyState size="sm" icon={icon} title={title} description={children} maw={520}>
        {actions && <EmptyState.Actions>{actions}</EmptyState.Actions>}
      </EmptyState>
    </div>
  );
}
