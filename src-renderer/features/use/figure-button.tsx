import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseFilter } from '#shared/domain/use-report.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/use.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import styles from './use.module.css';
import { showFigure } from './use-model.ts';

/** A figure that lists its events. `what` names them for the list and for screen readers; nothing leads from a zero. */
export function FigureButton({
  path,
  what,
  filter,
  value,
  children = formatCount(value),
}: {
  path: string;
  what: string;
  filter: UseFilter;
  value: number;
  children?: ReactNode;
}) {
  if (value === 0) return <span className="dim">{children}</span>;
  return (
    <UnstyledButton
      className={styles.figure}
      aria-label={strings.tables.showRows(visibleString(what), formatCount(value))}
      onClick={() => showFigure(path, { title: what, filter })}
    >
      {children}
    </UnstyledButton>
  );
}
