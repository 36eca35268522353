import { Button, TagsInput, TextInput } from '@mantine/core';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { inOrder } from '../../platform/screen-acts.ts';
import { strings } from '../../strings/settings.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { textField, useTypedValue } from '../../ui/use-typed-value.ts';
import accessStyles from './access.module.css';
import {
  duplicatePersona,
  type PersonaFields,
  removePersona,
  renamePersona,
  runAsPersona,
  setPersonaFields,
} from './persona-acts.ts';
import { isRecord } from './setting-rows.ts';
import { settingsPlaces } from './settings-places.ts';
import { draftKey, useKeptDraft } from './settings-view.ts';

const contextFields = ['tenant_id', 'project_id', 'session_id'] as const;

/** One persona: its name, what it may see, who it is. */
export function PersonaForm({
  workspace,
  persona,
  others,
  globs,
  isActive,
}: {
  workspace: string;
  persona: Persona;
  others: readonly string[];
  /** Globs and names to complete from. */
  globs: readonly string[];
  isActive: boolean;
}) {
  const name = useTypedValue({
    kept: useKeptDraft(draftKey(workspace, `personas.${persona.name}.name`)),
    saved: persona.name,
    check: (text) =>
      text.trim() === ''
        ? strings.personaForm.enterName
        : others.includes(text.trim())
          ? strings.personaForm.anotherPersona
          : null,
    save: (text) => renamePersona(persona.name, text.trim()),
  });
  const setFields = (fields: PersonaFields) => setPersonaFields(persona.name, fields);
  return (
    <div className="grid gap-12">
      <div className="button-row">
        <Button disabled={isActive} onClick={() => runAsPersona(persona.name)}>
          {isActive ? strings.personaForm.selectedInTopBar : strings.personaForm.runPersona}
        </Button>
        <Button onClick={() => inOrder(() => duplicatePersona(persona.name))}>{strings.personaForm.duplicate}</Button>
        <Button onClick={() => inOrder(() => removePersona(persona.name))}>{strings.personaForm.remove}</Button>
      </div>
      <TextInput id={settingsPlaces.personaName} label={strings.personaForm.name} {...textField(name)} />
      <Globs
        label="visible_tools"
        description={strings.personaForm.patternsOfTools}
        value={persona.visible_tools}
        globs={globs}
        save={(next) => setFields(() => ({ visible_tools: [...next] }))}
      />
      <Globs
        label="hidden_tools"
        description={strings.personaForm.patternsOfToolsThatAreHidden}
        value={persona.hidden_tools}
        globs={globs}
        save={(next) => setFields(() => ({ hidden_tools: next.length === 0 ? undefined : [...next] }))}
      />
      <div className={accessStyles.contextFields}>
        {contextFields.map((field) => (
          <ContextField key={field} workspace={workspace} persona={persona} field={field} />
        ))}
      </div>
    </div>
  );
}

function ContextField({
  workspace,
  persona,
  field,
}: {
  workspace: string;
  persona: Persona;
  field: (typeof contextFields)[number];
}) {
  const typed = useTypedValue({
    kept: useKeptDraft(draftKey(workspace, `personas.${persona.name}.${field}`)),
    saved: persona.tool_context[field] ?? '',
    save: (text) =>
      setPersonaFields(persona.name, ({ tool_context: written }) => {
        const { [field]: _, ...others } = isRecord(written) ? written : {};
        const context = text === '' ? others : { ...others, [field]: text };
        return { tool_context: Object.keys(context).length === 0 ? undefined : context };
      }),
  });
  return <TextInput label={field} placeholder={strings.personaForm.none} {...textField(typed)} />;
}

function Globs({
  label,
  description,
  value,
  globs,
  save,
}: {
  label: string;
  description: string;
  value: readonly string[];
  globs: readonly string[];
  save(next: readonly string[]): Promise<string | null>;
}) {
  const chosen = useTypedValue({ saved: value, save });
  return (
    <TagsInput
      label={label}
      description={description}
      data={[...globs]}
      limit={30}
      value={[...chosen.value]}
      error={chosen.error}
      placeholder={strings.personaForm.addPatternThenPress}
      splitChars={[]}
      renderOption={({ option }) => <span className="mono">{visibleString(option.value)}</span>}
      onChange={chosen.choose}
    />
  );
}
