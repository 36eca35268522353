import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/settings.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { textField, useTypedValue } from '../../ui/use-typed-value.ts';
import { settingProblem } from './check-setting.ts';
import { isRecord, type Setting } from './setting-rows.ts';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { draftKey, saveDraft, setDraft, useKeptDraft, useSettingsView } from './settings-view.ts';

/** How many entries are shown at first: a map may have thousands. */
const firstEntries = 20;

/** A list or a map, a row an entry; each is JSON, checked by the schema before it is written. */
export function EntriesControl({ setting, value }: { setting: Setting; value: unknown }) {
  const { workspace, state, update } = useSettings();
  const [shown, setShown] = useState(firstEntries);
  const [error, setError] = useState<string | null>(null);
  const key = draftKey(workspace, setting.path);
  const isEditing = useSettingsView(({ drafts }) => Object.keys(drafts).some((one) => one.startsWith(`${key}[`)));
  const isMap = setting.control.kind === 'entries' && setting.control.of === 'map';
  const entries = entriesOf(value, isMap);
  const add = `${key}[+`;
  const isAdding = useSettingsView(({ drafts }) => drafts[`${add}value]`] !== undefined);

  // Made of what the file says when the turn of the change comes: one before it may have added an entry.
  const write = (change: (now: Entries) => Entries) =>
    update(setting, (now) => settingValue(change(entriesOf(now, isMap)), isMap));
  const remove = async (name: string) =>
    setError(
      await write((now) => {
        const found = sameEntry(now, name, new Map(entries).get(name));
        return now.filter(([other]) => other !== found);
      }),
    );

  return (
    <div className={styles.entries}>
      {entries.slice(0, shown).map(([name, entry]) => (
        <div key={name} className={styles.entry}>
          <span className="mono dim">{isMap ? visibleString(name) : `[${name}]`}</span>
          <EntryText
            label={`${setting.path}${isMap ? `.${visibleString(name)}` : `[${name}]`}`}
            place={`${key}[${name}]`}
            entry={entry}
            check={(next) => check(replaced(entries, name, next))}
            save={(next) => write((now) => replaced(now, sameEntry(now, name, entry), next))}
          />
          <ActionIcon
            aria-label={strings.entriesControl.remove(
              isMap ? visibleString(name) : strings.entriesControl.entry(name),
              setting.path,
            )}
            title={isEditing ? strings.entriesControl.finishYourEditHere : strings.entriesControl.remove2}
            disabled={isEditing}
            onClick={() => void remove(name)}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      {entries.length > shown && (
        <Button onClick={() => setShown(shown + 200)}>{strings.entriesControl.showMore(entries.length)}</Button>
      )}
      {error !== null && <div className="note breaks is-error above-4">{error}</div>}
      {isAdding ? (
        <NewEntry
          setting={setting}
          place={add}
          isMap={isMap}
          check={(name, next) => check([...entries, [name, next]])}
          taken={(name) => entries.some(([other]) => other === name)}
          save={(name, next) => write((now) => [...now, [name, next]])}
        />
      ) : (
        <Button
          className={styles.addEntry}
          onClick={() => setDraft(`${add}value]`, templateOf(setting))}
          aria-label={strings.entriesControl.addEntry2(setting.path)}
        >
          {strings.entriesControl.addEntry}
        </Button>
      )}
      <span className="visually-hidden">{strings.entriesControl.entries(formatCount(entries.length))}</span>
    </div>
  );

  function check(next: Entries): string | null {
    return settingProblem(state, setting, settingValue(next, isMap));
  }
}

function EntryText({
  label,
  place,
  entry,
  check,
  save,
}: {
  label: string;
  place: string;
  entry: unknown;
  check(entry: unknown): string | null;
  save(entry: unknown): Promise<string | null>;
}) {
  const typed = useTypedValue({
    kept: useKeptDraft(place),
    saved: JSON.stringify(entry),
    isLong: true,
    check: (text) => checkJson(text, check),
    save: (text) => save(JSON.parse(text)),
  });
  return <JsonArea label={label} field={textField(typed)} />;
}

function NewEntry({
  setting,
  place,
  isMap,
  check,
  taken,
  save,
}: {
  setting: Setting;
  place: string;
  isMap: boolean;
  check(name: string, entry: unknown): string | null;
  taken(name: string): boolean;
  save(name: string, entry: unknown): Promise<string | null>;
}) {
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = useSettingsView(({ drafts }) => drafts[`${place}value]`] ?? '');
  const nameProblem = !isMap
    ? null
    : name === ''
      ? strings.entriesControl.enterName
      : taken(name)
        ? strings.entriesControl.thisNameIsAlready
        : null;
  const problem = nameProblem ?? checkJson(text, (entry) => check(name, entry));
  const close = () => setDraft(`${place}value]`, null);
  const add = async () => {
    if (problem !== null) return;
    const saved = saveDraft({ key: `${place}value]`, save: (typed) => save(name, JSON.parse(typed)) });
    setRefusal((await saved) ?? null);
  };
  return (
    <div className={styles.newEntry}>
      {isMap && (
        <TextInput
          aria-label={strings.entriesControl.nameNewEntry(setting.path)}
          placeholder={strings.entriesControl.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <JsonArea
        label={strings.entriesControl.newEntry(setting.path)}
        field={{
          value: text,
          error: problem ?? refusal,
          onChange: (event) => setDraft(`${place}value]`, event.currentTarget.value),
          onBlur: () => undefined,
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void add();
          },
        }}
      />
      <div className="button-row">
        <Button disabled={problem !== null} onClick={() => void add()}>
          {strings.entriesControl.add}
        </Button>
        <Button onClick={close}>{strings.entriesControl.cancel}</Button>
      </div>
    </div>
  );
}

function JsonArea({ label, field }: { label: string; field: ReturnType<typeof textField> }) {
  return (
    <Textarea aria-label={label} classNames={{ input: 'mono' }} autosize maxRows={10} spellCheck={false} {...field} />
  );
}

function checkJson(text: string, check: (value: unknown) => string | null): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return strings.entriesControl.enterJsonKeys;
  }
  return check(value);
}

/** The entries of a list or a map by their name; those of a list by their place. */
type Entries = readonly (readonly [string, unknown])[];

function entriesOf(value: unknown, isMap: boolean): Entries {
  if (isMap) return Object.entries(isRecord(value) ? value : {});
  return (Array.isArray(value) ? value : []).map((entry: unknown, i) => [String(i), entry]);
}

function settingValue(entries: Entries, isMap: boolean): unknown {
  return isMap ? Object.fromEntries(entries) : entries.map(([, entry]) => entry);
}

/** The name that an entry goes by now: those of a list move up when one before them goes. Null when it is gone. */
function sameEntry(now: Entries, name: string, entry: unknown): string | null {
  const text = JSON.stringify(entry);
  const same = now.filter(([, other]) => JSON.stringify(other) === text);
  return (same.find(([other]) => other === name) ?? same[0])?.[0] ?? null;
}

function replaced(entries: Entries, name: string | null, next: unknown) {
  return entries.map(([other, entry]): readonly [string, unknown] => [other, other === name ? next : entry]);
}

/** The initial value of a new entry: its required fields. */
function templateOf({ path, inner, field }: Setting): string {
  const required = inner.filter(
    (one) =>
      one.required &&
      !one.path
        .slice(path.length)
        .replace(/^(\[\]|\.<name>)\./, '')
        .includes('.'),
  );
  if (inner.length > 0) {
    return JSON.stringify(Object.fromEntries(required.map((one) => [one.path.split('.').at(-1) ?? '', ''])));
  }
  const items = field.schema.items;
  const isListOfLists = typeof items === 'object' && !Array.isArray(items) && items.type === 'array';
  return isListOfLists ? '["", ""]' : '""';
}
