import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { strings } from '../../strings/packs.ts';
import type { PackRow } from './pack-rows.ts';
import { PackTree } from './pack-tree.tsx';
import styles from './packs.module.css';
import { importSkillMd, importSkills, newPack, newSkill } from './packs-model.ts';
import { focusPacksPlace, packsPlaces } from './packs-places.ts';
import { usePacksStore, usePacksView } from './packs-store.ts';

/** The tree of packs with its filter, and what makes new ones. */
export function PacksSide(props: { path: string; rows: readonly PackRow[]; active: string | null }) {
  const { path, rows, active } = props;
  const { filter, current } = usePacksView(path);
  const change = usePacksStore((state) => state.change);
  return (
    <nav className={styles.side} aria-label={strings.packsSide.packs}>
      <div className={styles.sideBar}>
        <TextInput
          id={packsPlaces.filter}
          className={styles.filter}
          leftSection={<IconSearch size={14} />}
          placeholder={strings.packsSide.filter}
          aria-label={strings.packsSide.filterPacksFilesSkills}
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
        <Button onClick={newSkill} title={strings.packsSide.newSkillAltN}>
          {strings.packsSide.newSkill}
        </Button>
      </div>
      <PackTree path={path} rows={rows} current={current} active={active} />
      <div className={styles.sideFoot}>
        <Button variant="subtle" onClick={newPack}>
          {strings.packsSide.newPack}
        </Button>
        <Button variant="subtle" onClick={() => importSkillMd()}>
          {strings.packsSide.importLabel}
        </Button>
        <Button variant="subtle" onClick={() => importSkills()}>
          {strings.packsSide.importFolders}
        </Button>
      </div>
    </nav>
  );
}
