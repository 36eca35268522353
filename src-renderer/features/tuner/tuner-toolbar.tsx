import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import styles from './tuner.module.css';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';
import { useTunerStore } from './tuner-store.ts';

/** Between the patterns and the sides: a filter for both, and the presets. */
export function TunerToolbar({
  path,
  filter,
  searchOff,
  onPreset,
}: {
  path: string;
  filter: string;
  searchOff: boolean;
  onPreset(preset: 'large' | 'small'): void;
}) {
  const change = useTunerStore((state) => state.change);
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
        onChange={(event) => change(path, { filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && filter !== '') change(path, { filter: '' });
          else if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
            focusTunerPlace('drawers');
          else return;
          event.preventDefault();
        }}
      />
      {searchOff && <span className={styles.off}>Tool search is off: everything is on the board.</span>}
      <span className={styles.toolbarEnd}>
        <Button onClick={() => onPreset('large')}>Large catalog…</Button>
        <Button onClick={() => onPreset('small')}>Small catalog…</Button>
      </span>
    </div>
  );
}
