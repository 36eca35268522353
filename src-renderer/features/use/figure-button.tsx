import { UnstyledButton } from '@mantine/core';
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
  text = formatCount(value),
}: {
  path: string;
  what: string;
  filter: UseFilter;
  value: number;
  /** The figure as it is shown. */
  text?: string;
}) {
  if (value === 0) return <span className="dim">{text}</span>;
  return (
    <UnstyledButton
      className={styles.figure}
      aria-label={strings.tables.showRows(visibleString(what), text)}
      onClick={() => showFigure(path, { title: what, filter })}
    >
      {text}
    </UnstyledButton>
  );
}
