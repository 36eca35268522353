import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { PegboardError } from '#shared/errors.ts';
import { parseYaml } from '#shared/text/parse-yaml.ts';
import { tellError } from '../../platform/undo-change.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import styles from './scenario.module.css';
import { simulatorPlaces } from './simulator-places.ts';
import type { EditScenario } from './use-scenario-edits.ts';

type Field = 'query' | 'persona' | 'profile';

/** The three fields of a scenario that need no text: each change is an edit of the text, which keeps every other byte. */
export function ScenarioForm({
  text,
  personas,
  profiles,
  edit,
}: {
  text: string;
  personas: readonly string[];
  profiles: readonly string[];
  edit: EditScenario;
}) {
  const values = fieldsOf(text);
  const set = (field: Field, value: string | null) => {
    const place = [field];
    const refused = edit(() => [value === null ? { act: 'remove', path: place } : { act: 'set', path: place, value }]);
    if (refused !== null) tellError(new PegboardError('scenario_invalid', refused));
  };
  const select = (field: 'persona' | 'profile', names: readonly string[], none: string): ReactNode => {
    const value = values?.[field] ?? null;
    const known = value === null || names.includes(value) ? names : [value, ...names];
    return (
      <Select
        label={field === 'persona' ? 'Persona' : 'Profile'}
        placeholder={none}
        data={known.map((name) => ({ value: name, label: visibleString(name) }))}
        value={value}
        clearable
        disabled={values === null}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set(field, next)}
      />
    );
  };
  return (
    <div className={styles.form}>
      <Query value={values?.query ?? null} isOff={values === null} onChange={(query) => set('query', query)} />
      {select('persona', personas, 'nobody in particular')}
      {select('profile', profiles, 'the workspace as it is')}
    </div>
  );
}

/** Written into the text when the field is left, or at Enter. */
function Query({ value, isOff, onChange }: { value: string | null; isOff: boolean; onChange(value: string): void }) {
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const finish = () => typed !== (value ?? '') && typed.trim() !== '' && onChange(typed);
  return (
    <TextInput
      id={simulatorPlaces.query}
      className={styles.formQuery}
      label="What the user says"
      placeholder={value === null && !isOff ? 'in turns, see the text' : ''}
      disabled={isOff || value === null}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) finish();
      }}
    />
  );
}

/** What the text says now; null while it cannot be read. */
function fieldsOf(text: string): Readonly<Record<Field, string | null>> | null {
  const parsed = parseYaml(text);
  if (!parsed.ok) return null;
  const { document } = parsed;
  const of = (field: Field) => {
    const value = document.get(field);
    return typeof value === 'string' ? value : null;
  };
  return { query: of('query'), persona: of('persona'), profile: of('profile') };
}
