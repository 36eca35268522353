import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PegboardError } from '#shared/errors.ts';
import { parseYaml } from '#shared/text/parse-yaml.ts';
import { tellError } from '../../platform/undo-change.ts';
import { strings } from '../../strings/scenario.ts';
import { type Described, describedOptions } from '../../ui/described-options.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { textField, useTypedValue } from '../../ui/use-typed-value.ts';
import styles from './scenario.module.css';
import type { EditScenario } from './scenario-edits.ts';
import { simulatorPlaces } from './simulator-places.ts';

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
  profiles: readonly Described[];
  edit: EditScenario;
}) {
  const values = fieldsOf(text);
  const set = (field: Field, value: string | null) => {
    const place = [field];
    const refused = edit(() => [value === null ? { act: 'remove', path: place } : { act: 'set', path: place, value }]);
    if (refused !== null) tellError(new PegboardError('scenario_invalid', refused));
    return null;
  };
  const select = (field: 'persona' | 'profile', all: readonly Described[], none: string): ReactNode => {
    const names = all.map(({ name }) => name);
    const value = values?.[field] ?? null;
    const known = value === null || names.includes(value) ? names : [value, ...names];
    return (
      <Select
        label={field === 'persona' ? strings.scenarioForm.persona : strings.scenarioForm.profile}
        placeholder={none}
        data={known.map((name) => ({ value: name, label: visibleString(name) }))}
        value={value}
        clearable
        allowDeselect
        disabled={values === null}
        onChange={(next) => set(field, next)}
        {...describedOptions(all)}
      />
    );
  };
  return (
    <div className={styles.form}>
      <Query value={values?.query ?? null} isOff={values === null} save={async (query) => set('query', query)} />
      {select(
        'persona',
        personas.map((name) => ({ name })),
        strings.scenarioForm.noPersona,
      )}
      {select('profile', profiles, strings.scenarioForm.currentWorkspace)}
    </div>
  );
}

/** Written into the text when the field is left, or at Enter. */
function Query({ value, isOff, save }: { value: string | null; isOff: boolean; save(value: string): Promise<null> }) {
  const typed = useTypedValue({
    saved: value ?? '',
    check: (text) => (text.trim() === '' ? strings.scenarioForm.scenarioNeedsQuery : null),
    save,
  });
  return (
    <TextInput
      id={simulatorPlaces.query}
      className="whole"
      label={strings.scenarioForm.userMessage}
      spellCheck
      placeholder={value === null && !isOff ? strings.scenarioForm.severalTurnsEditSteps : ''}
      disabled={isOff || value === null}
      {...textField(typed)}
    />
  );
}

/** The scenario as the text has it now; null while it cannot be read. */
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
