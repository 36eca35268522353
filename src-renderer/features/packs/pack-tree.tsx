import { IconLock } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { Tree, TreeChevron } from '../../ui/tree.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { documentId } from './pack-document.ts';
import type { PackRow, ProblemCounts } from './pack-rows.ts';
import styles from './packs.module.css';
import { focusPacksPlace, packsPlaces } from './packs-places.ts';
import { turnPacksRow, usePacksStore } from './packs-store.ts';

/** Packs, files and skills, of any number. Enter opens a file for editing, Delete takes a skill away. */
export const PackTree = memo(function PackTree({
  path,
  rows,
  current,
  active,
  onOpen,
  onRemove,
}: {
  path: string;
  rows: readonly PackRow[];
  /** Key of the row that the keyboard stands on. */
  current: string | null;
  /** The document on screen. */
  active: string | null;
  onOpen(row: PackRow, focus: boolean): void;
  onRemove(): void;
}) {
  const change = usePacksStore((state) => state.change);
  const at = useMemo(() => rows.findIndex(({ key }) => key === current), [rows, current]);
  const choose = (index: number) => change(path, { current: rows[index]?.key ?? null });
  const turn = (row: PackRow) => turnPacksRow(path, row.key);
  const onKey = (key: string, row: PackRow | undefined): boolean => {
    if (key === 'Escape') focusPacksPlace('filter');
    else if (!row) return false;
    else if (key === 'Enter' && row.kind === 'pack') turn(row);
    else if (key === 'Enter') onOpen(row, true);
    else if (key === ' ') onOpen(row, false);
    else if (key === 'Delete') onRemove();
    else return false;
    return true;
  };
  return (
    <Tree
      id={packsPlaces.tree}
      scroller="scrolling-rest"
      aria-label="Packs, files and skills"
      data-testid="pack-tree"
      data-screen-focus
      empty={<p className={styles.empty}>Nothing here has these words.</p>}
      rows={rows}
      at={at}
      describe={(row) => ({
        key: row.key,
        level: row.kind === 'pack' ? 1 : row.kind === 'file' ? 2 : 3,
        open: openOf(row),
      })}
      attributes={(row) => ({
        className: styles.row,
        'data-row': row.key,
        'data-kind': row.kind,
        'data-active': isShown(row, active) || undefined,
      })}
      onMove={choose}
      onTurn={turn}
      onKey={onKey}
      onPress={(row, index, { target }) => {
        choose(index);
        const onChevron = target instanceof Element && target.closest('[data-turn]') !== null;
        if (row.kind === 'pack' || (onChevron && row.kind === 'file')) turn(row);
        else onOpen(row, false);
      }}
      onFocus={() => {
        if (at < 0 && rows.length > 0) choose(0);
      }}
    >
      {(row) => <RowContent row={row} />}
    </Tree>
  );
});

function openOf(row: PackRow): boolean | null {
  return row.kind === 'skill' ? null : row.open;
}

function RowContent({ row }: { row: PackRow }) {
  return (
    <>
      <TreeChevron open={openOf(row)} />
      <RowName row={row} />
      <Problems problems={row.problems} />
    </>
  );
}

function RowName({ row }: { row: PackRow }) {
  if (row.kind === 'pack') {
    const { view, isEnabled, error } = row.data;
    return (
      <>
        <strong className="gives-way">
          <VisibleText text={row.pack} lines={false} />
        </strong>
        {view?.editable === false && <IconLock size={13} role="img" aria-label="read only" />}
        <span className="row-note">
          {error ? 'not read' : view === null ? '…' : isEnabled ? formatCount(row.skills) : 'off'}
        </span>
      </>
    );
  }
  if (row.kind === 'skill') {
    return (
      <span className="gives-way mono">
        <VisibleText text={row.skill} lines={false} />
      </span>
    );
  }
  return (
    <>
      <span className="gives-way mono" title={row.file}>
        <VisibleText text={row.skill ?? row.file} lines={false} />
      </span>
      <span className="row-note">{row.skills > 1 ? formatPlural(row.skills, 'skill') : row.format}</span>
    </>
  );
}

function Problems({ problems: { errors, warnings } }: { problems: ProblemCounts }) {
  if (errors + warnings === 0) return null;
  const words = [errors > 0 && formatPlural(errors, 'error'), warnings > 0 && formatPlural(warnings, 'warning')]
    .filter(Boolean)
    .join(', ');
  return (
    <span className={styles.rowProblems} data-severity={errors > 0 ? 'error' : 'warning'} title={words}>
      <span aria-hidden>{formatCount(errors + warnings)}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function isShown(row: PackRow, active: string | null): boolean {
  return row.kind !== 'pack' && active === documentId(row);
}
