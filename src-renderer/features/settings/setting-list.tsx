import { Checkbox, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { AutosaveSelect } from '../../documents/autosave-select.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { SettingRowView } from './setting-row.tsx';
import { type SettingRow, settingRows, settings } from './setting-rows.ts';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { focusFirstSetting, sectionId, settingsPlaces, showSection } from './settings-places.ts';
import { useSettingsView } from './settings-view.ts';

/** Every field of `pegboard.yaml`, by section, with a search. */
export function SettingList() {
  const { state } = useSettings();
  const query = useSettingsView((view) => view.query);
  const writtenOnly = useSettingsView((view) => view.writtenOnly);
  const rows = useMemo(() => settingRows(state, { query, writtenOnly }), [state, query, writtenOnly]);
  const sections = useMemo(() => Map.groupBy(rows, ({ setting }) => setting.section), [rows]);
  const written = rows.filter(({ isWritten }) => isWritten).length;
  return (
    <div className="column">
      <div className="toolbar">
        <TextInput
          id={settingsPlaces.search}
          className={styles.search}
          aria-label="Search the settings"
          placeholder="Search by name or words"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(event) => useSettingsView.setState({ query: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') useSettingsView.setState({ query: '' });
            else if (event.key === 'ArrowDown' || event.key === 'Enter') focusFirstSetting();
            else return;
            event.preventDefault();
          }}
        />
        <Checkbox
          size="xs"
          label="Only settings in the file"
          checked={writtenOnly}
          onChange={(event) => useSettingsView.setState({ writtenOnly: event.currentTarget.checked })}
        />
        <span className="dim push" aria-live="polite" data-testid="settings-count">
          <strong className="mono">{formatCount(rows.length)}</strong>
          {rows.length === settings.length ? ' settings' : ` of ${formatPlural(settings.length, 'setting')}`}
          <span className="dim"> · {formatCount(written)} in the file</span>
        </span>
        <AutosaveSelect />
      </div>
      <div className="flex rest">
        <nav className={styles.sections} aria-label="Sections">
          {[...sections].map(([section, inSection]) => (
            <UnstyledButton key={section} className={styles.sectionLink} onClick={() => showSection(section)}>
              <span className="mono">{section}</span>
              <span className="mono dim">{formatCount(inSection.length)}</span>
            </UnstyledButton>
          ))}
        </nav>
        <div className={styles.list} id={settingsPlaces.list}>
          {rows.length === 0 && (
            <p className={styles.empty}>
              {writtenOnly && query === ''
                ? 'The file says nothing yet: every default holds.'
                : 'No setting has all of these words.'}
            </p>
          )}
          {[...sections].map(([section, inSection]) => (
            <Section key={section} section={section} rows={inSection} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Section({ section, rows }: { section: string; rows: readonly SettingRow[] }) {
  return (
    <section aria-labelledby={sectionId(section)}>
      <h2 className={styles.heading} id={sectionId(section)} tabIndex={-1}>
        {section}
      </h2>
      {rows.map((row) => (
        <SettingRowView key={row.setting.path} row={row} />
      ))}
    </section>
  );
}
