import { Checkbox, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { AutosaveSelect } from '../../documents/autosave-select.tsx';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/settings.ts';
import { fill } from '../../ui/fill.tsx';
import { SettingRowView } from './setting-row.tsx';
import { allSettings, type SettingRow, settingRows } from './setting-rows.ts';
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
  const shown = <strong className="mono">{formatCount(rows.length)}</strong>;
  const sections = useMemo(() => Map.groupBy(rows, ({ setting }) => setting.section), [rows]);
  const written = rows.filter(({ isWritten }) => isWritten).length;
  return (
    <div className="column">
      <div className="toolbar">
        <TextInput
          id={settingsPlaces.search}
          className={styles.search}
          aria-label={strings.settingList.searchSettings}
          placeholder={strings.settingList.searchByName}
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
          label={strings.settingList.onlySettingsFile}
          checked={writtenOnly}
          onChange={(event) => useSettingsView.setState({ writtenOnly: event.currentTarget.checked })}
        />
        <span className="dim push" aria-live="polite" data-testid="settings-count">
          {rows.length === allSettings().length
            ? fill(strings.settingList.allSettings, { shown })
            : fill(strings.settingList.someSettings, { shown, settings: formatCount(allSettings().length) })}
          <span className="dim"> · {strings.settingList.file(formatCount(written))}</span>
        </span>
        <AutosaveSelect />
      </div>
      <div className="flex rest">
        <nav className={styles.sections} aria-label={strings.settingList.sections}>
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
                ? strings.settingList.fileSetsNothingYet
                : strings.settingList.noSettingMatchesAll}
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
