import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { PackRow } from './pack-rows.ts';
import { PackTree } from './pack-tree.tsx';
import styles from './packs.module.css';
import { focusPacksPlace, packsPlaces } from './packs-places.ts';
import { usePacksStore, usePacksView } from './packs-store.ts';

/** The tree of packs with its filter, and what makes new ones. */
export function PacksSide(props: {
  path: string;
  rows: readonly PackRow[];
  active: string | null;
  onOpen(row: PackRow, focus: boolean): void;
  onRemove(): void;
  onNewSkill(): void;
  onImport(): void;
}) {
  const { path, rows, active, onOpen, onRemove, onNewSkill, onImport } = props;
  const { filter, current } = usePacksView(path);
  const change = usePacksStore((state) => state.change);
  const openDialog = usePacksStore((state) => state.open);
  return (
    <nav className={styles.side} aria-label="Packs">
      <div className={styles.sideBar}>
        <TextInput
          id={packsPlaces.filter}
          className={styles.filter}
          leftSection={<IconSearch size={14} />}
          placeholder="Filter…"
          aria-label="Filter packs, files and skills"
          value={filter}
          data-testid="packs-filter"
          onChange={(event) => change(path, { filter: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && filter !== '') change(path, { filter: '' });
            else if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
              focusPacksPlace('tree');
            else return;
            event.preventDefault();
          }}
        />
        <Button onClick={onNewSkill} title="New skill (Alt N)">
          New skill…
        </Button>
      </div>
      <PackTree path={path} rows={rows} current={current} active={active} onOpen={onOpen} onRemove={onRemove} />
      <div className={styles.sideFoot}>
        <Button variant="subtle" onClick={() => openDialog({ kind: 'new-pack' })}>
          New pack…
        </Button>
        <Button variant="subtle" onClick={onImport}>
          Import…
        </Button>
      </div>
    </nav>
  );
}
