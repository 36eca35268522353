import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import styles from './tuner.module.css';
import { changeView, openDialog } from './tuner-model.ts';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';

/** Between the patterns and the sides: a filter for both, and the presets. */
export function TunerToolbar({ path, filter, searchOff }: { path: string; filter: string; searchOff: boolean }) {
  return (
    <div className={styles.toolbar}>
      <TextInput
        id={tunerPlaces.filter}
        className={styles.filter}
        leftSection={<IconSearch size={14} />}
        placeholder="Filter both sides by name…"
        aria-label="Filter both sides by name"
        value={filter}
        data-testid="tuner-filter"
        onChange={(event) => changeView(path, { filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && filter !== '') changeView(path, { filter: '' });
          else if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
            focusTunerPlace('drawers');
          else return;
          event.preventDefault();
        }}
      />
      {searchOff && <span className="is-warning">Tool search is off: everything is on the board.</span>}
      <span className="bar-end">
        <Button onClick={() => openDialog('large')}>Large catalog…</Button>
        <Button onClick={() => openDialog('small')}>Small catalog…</Button>
      </span>
    </div>
  );
}
