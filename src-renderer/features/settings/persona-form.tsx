import { Button, TagsInput, TextInput } from '@mantine/core';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { inOrder } from '../../platform/screen-acts.ts';
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
      text.trim() === '' ? 'Give it a name.' : others.includes(text.trim()) ? 'Another persona is called so.' : null,
    save: (text) => renamePersona(persona.name, text.trim()),
  });
  const setFields = (fields: PersonaFields) => setPersonaFields(persona.name, fields);
  return (
    <div className="grid gap-12">
      <div className="button-row">
        <Button disabled={isActive} onClick={() => runAsPersona(persona.name)}>
          {isActive ? 'Chosen in the top bar' : 'Run as this persona'}
        </Button>
        <Button onClick={() => inOrder(() => duplicatePersona(persona.name))}>Duplicate</Button>
        <Button onClick={() => inOrder(() => removePersona(persona.name))}>Remove</Button>
      </div>
      <TextInput id={settingsPlaces.personaName} label="Name" {...textField(name)} />
      <Globs
        label="visible_tools"
        description="Globs of the tools it may see; * is any run of characters."
        value={persona.visible_tools}
        globs={globs}
        save={(next) => setFields(() => ({ visible_tools: [...next] }))}
      />
      <Globs
        label="hidden_tools"
        description="Globs of tools hidden from it. Wins over visible_tools."
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
  return <TextInput label={field} placeholder="none" {...textField(typed)} />;
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
      placeholder="Add a glob, then Enter"
      splitChars={[]}
      renderOption={({ option }) => <span className="mono">{visibleString(option.value)}</span>}
      onChange={chosen.choose}
    />
  );
}
