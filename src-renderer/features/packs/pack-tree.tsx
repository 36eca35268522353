import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/packs.ts';
import { PathText } from '../../ui/path-text.tsx';
import { Tree, TreeChevron } from '../../ui/tree.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { documentId } from './pack-document.ts';
import type { PackRow, ProblemCounts } from './pack-rows.ts';
import styles from './packs.module.css';
import { asTreeRow, chooseFirst, openRow, pressInPacks } from './packs-model.ts';
import { packsPlaces } from './packs-places.ts';
import { turnPacksRow, usePacksStore } from './packs-store.ts';

/** Packs, files and skills, of any number. Enter opens a file for editing, Delete takes a skill away. */
export const PackTree = memo(function PackTree({
  path,
  rows,
  current,
  active,
}: {
  path: string;
  rows: readonly PackRow[];
  /** Key of the row that the keyboard stands on. */
  current: string | null;
  /** The document on screen. */
  active: string | null;
}) {
  return (
    <Tree
      id={packsPlaces.tree}
      scroller="scrolling-rest"
      aria-label={strings.packTree.packsFilesSkills}
      data-testid="pack-tree"
      data-screen-focus
      empty={<p className={styles.empty}>{strings.packTree.noPackFile}</p>}
      rows={rows}
      at={rows.findIndex(({ key }) => key === current)}
      describe={asTreeRow}
      attributes={(row) => ({
        className: styles.row,
        'data-row': row.key,
        'data-kind': row.kind,
        'data-active': isShown(row, active) || undefined,
      })}
      onKey={pressInPacks}
      onPress={(row, _, { target }) => {
        usePacksStore.getState().change(path, { current: row.key });
        const onChevron = target instanceof Element && target.closest('[data-turn]') !== null;
        if (row.kind === 'pack' || (onChevron && row.kind === 'file')) turnPacksRow(path, row.key);
        else openRow(path, row, false);
      }}
      onFocus={chooseFirst}
    >
      {(row) => <RowContent row={row} />}
    </Tree>
  );
});

function RowContent({ row }: { row: PackRow }) {
  return (
    <>
      <TreeChevron open={asTreeRow(row).open} />
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
        <VisibleText as="strong" className="gives-way" text={row.pack} lines={false} />
        {view?.editable === false && <IconLock size={13} role="img" aria-label={strings.packTree.readOnly} />}
        <span className="row-note">
          {error
            ? strings.packTree.notLoaded
            : view === null
              ? '…'
              : isEnabled
                ? formatCount(row.skills)
                : strings.packTree.off}
        </span>
      </>
    );
  }
  if (row.kind === 'beside') {
    return (
      <>
        <span className="gives-way grows" title={row.file}>
          <PathText path={row.name} />
        </span>
        <span className="row-note">
          {row.tokens === null ? strings.packTree.bytes(row.size) : strings.packTree.bytesTokens(row.size, row.tokens)}
        </span>
      </>
    );
  }
  if (row.kind === 'skill') {
    return <VisibleText as="span" className="gives-way mono" text={row.skill} lines={false} />;
  }
  return (
    <>
      <VisibleText as="span" className="gives-way mono" title={row.file} text={row.skill ?? row.file} lines={false} />
      <span className="row-note">
        {row.skills > 1
          ? strings.packTree.skills(row.skills)
          : row.beside > 0
            ? strings.packTree.files(row.beside)
            : row.format}
      </span>
    </>
  );
}

function Problems({ problems: { errors, warnings } }: { problems: ProblemCounts }) {
  if (errors + warnings === 0) return null;
  const words = [errors > 0 && strings.packTree.errors(errors), warnings > 0 && strings.packTree.warnings(warnings)]
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
