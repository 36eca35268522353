import { Select, TagsInput, TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { packPrefix, taskTypeSchema } from '#shared/domain/skill.ts';
import type { SkillEntry, SkillFieldChange } from '#shared/domain/skill-editor.ts';
import { skillLimits } from '#shared/domain/skill-limits.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { formatCount } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EntryList } from './entry-list.tsx';
import { packsPlaces } from './packs-places.ts';
import styles from './skill-form.module.css';
import { ToolTextarea } from './tool-textarea.tsx';
import type { EditSkill } from './use-skill-view.ts';
import { useTypedValue } from './use-typed-value.ts';

type Field = SkillFieldChange['field'];

interface SkillFormProps {
  readonly pack: string;
  readonly file: string;
  readonly skill: SkillEntry;
  readonly fields: NonNullable<SkillEntry['fields']>;
  readonly readOnly: boolean;
  readonly tags: readonly string[];
  readonly tools: readonly string[];
  readonly edit: EditSkill;
  save(): Promise<void>;
  /** Takes the last change of the text back, or makes it again: form and source have one history. */
  undo(redo: boolean): void;
}

/** Every field of one skill; a change goes into the text and leaves every other byte of it. */
export function SkillForm(props: SkillFormProps) {
  const { pack, file, skill, fields, readOnly, tags, tools, edit, save, undo } = props;
  const { index } = skill;
  const set = (field: Field) => (value: string | readonly string[]) =>
    edit(index, [{ field, value: typeof value === 'string' ? value : [...value] }]);
  const text = (field: Field) => {
    const value = fields[field];
    return typeof value === 'string' ? value : '';
  };
  const list = (field: Field): readonly string[] => {
    const value = fields[field];
    return Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : none;
  };
  /** A field whose value is none that it can show is left to the source. */
  const known = (field: Field, control: ReactNode) =>
    skill.unreadable_fields.includes(field) ? <UnreadableField key={field} field={field} /> : control;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 's' && !event.shiftKey) void save();
    else if (key === 'z' || key === 'y') undo(key === 'y' || event.shiftKey);
    else return;
    event.preventDefault();
  };
  const common = { readOnly, tools };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that belong to the fields inside
    <div id={packsPlaces.form} className={styles.form} data-testid="skill-form" onKeyDown={onKeyDown}>
      {known(
        'name',
        <NameField
          pack={pack}
          file={file}
          skill={skill}
          written={text('name')}
          readOnly={readOnly}
          save={set('name')}
        />,
      )}
      {known(
        'title',
        <LineField
          label="Title"
          written={text('title')}
          readOnly={readOnly}
          save={set('title')}
          testId="field-title"
        />,
      )}
      <div className={styles.taskAndTags}>
        {known('task_type', <TaskType written={text('task_type')} readOnly={readOnly} save={set('task_type')} />)}
        {known('tags', <Tags written={list('tags')} known={tags} readOnly={readOnly} save={set('tags')} />)}
      </div>
      {known(
        'trigger',
        <TextField
          {...common}
          label="Trigger"
          hint="When is this skill for?"
          written={text('trigger')}
          limit={skillLimits.text}
          save={set('trigger')}
          testId="field-trigger"
        />,
      )}
      {known(
        'description',
        <TextField
          {...common}
          label="Description"
          hint="What it is, for people and for search"
          written={text('description')}
          limit={skillLimits.text}
          save={set('description')}
          testId="field-description"
        />,
      )}
      {known(
        'steps',
        <EntryList
          {...common}
          field="steps"
          label="Steps"
          noun="Step"
          hint="none yet: a skill needs one"
          written={list('steps')}
          numbered
          save={set('steps')}
        />,
      )}
      {known(
        'preconditions',
        <EntryList
          {...common}
          field="preconditions"
          label="Preconditions"
          noun="Precondition"
          hint="none"
          written={list('preconditions')}
          save={set('preconditions')}
        />,
      )}
      {known(
        'failure_modes',
        <EntryList
          {...common}
          field="failure_modes"
          label="Failure modes"
          noun="Failure mode"
          hint="none"
          written={list('failure_modes')}
          save={set('failure_modes')}
        />,
      )}
      {known(
        'body',
        <TextField
          {...common}
          label="Body"
          hint="Markdown behind the fields; cut first when the budget is small"
          written={text('body')}
          limit={skillLimits.body}
          minRows={3}
          save={set('body')}
          testId="field-body"
        />,
      )}
      {skill.other_fields.length > 0 && (
        <p className={styles.others}>
          Kept as they are:{' '}
          {skill.other_fields.map((name) => (
            <code key={name} className="mono">
              <VisibleText text={name} lines={false} />{' '}
            </code>
          ))}
        </p>
      )}
    </div>
  );
}

const none: readonly string[] = [];

function UnreadableField({ field }: { field: string }) {
  return (
    <p className={styles.unreadable} data-unreadable={field}>
      <strong className="mono">{field}</strong> holds what a form cannot show. The problems below say what and offer to
      mend it.
    </p>
  );
}

interface FieldProps {
  readonly written: string;
  readonly readOnly: boolean;
  save(value: string): string | null;
}

function NameField({
  pack,
  file,
  skill,
  written,
  readOnly,
  save,
}: FieldProps & { pack: string; file: string; skill: SkillEntry }) {
  const typed = useTypedValue(written, save);
  const isGenerated = typed.value.trim() === '';
  return (
    <TextInput
      id={packsPlaces.name}
      label="Name"
      classNames={{ input: 'mono' }}
      value={typed.value}
      placeholder={visibleString(skill.name)}
      readOnly={readOnly}
      error={typed.error}
      spellCheck={false}
      autoComplete="off"
      data-testid="field-name"
      description={
        isGenerated ? (
          <span data-testid="generated-name">
            Generated: <VisibleText text={packPrefix(pack)} /> and the file, <VisibleText text={file} lines={false} />.
            A name of its own stays when the file moves.
          </span>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}

function LineField({ label, written, readOnly, save, testId }: FieldProps & { label: string; testId: string }) {
  const typed = useTypedValue(written, save);
  return (
    <TextInput
      label={<Labelled label={label} text={typed.value} limit={skillLimits.line} />}
      value={typed.value}
      readOnly={readOnly}
      error={typed.error}
      data-testid={testId}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}

function TextField({
  label,
  hint,
  written,
  limit,
  minRows = 1,
  readOnly,
  tools,
  save,
  testId,
}: FieldProps & {
  label: string;
  hint: string;
  limit: number;
  minRows?: number;
  tools: readonly string[];
  testId: string;
}) {
  const typed = useTypedValue(written, save);
  return (
    <div>
      <div className={styles.label}>
        <Labelled label={label} text={typed.value} limit={limit} hint={hint} />
      </div>
      <ToolTextarea
        value={typed.value}
        tools={tools}
        label={label}
        minRows={minRows}
        readOnly={readOnly}
        invalid={typed.error !== null}
        testId={testId}
        onText={(text) => typed.change(text)}
        onLeave={typed.leave}
      />
      {typed.error !== null && (
        <p className={styles.fieldError} role="alert">
          {typed.error}
        </p>
      )}
    </div>
  );
}

/** The name of a field with how much of its budget is used; what it is for while it is empty. */
function Labelled({ label, text, limit, hint = '' }: { label: string; text: string; limit: number; hint?: string }) {
  return (
    <>
      {label}{' '}
      <span className={styles.labelNote} data-over={text.length > limit || undefined}>
        {text === ''
          ? hint
          : `${formatCount(text.length)} of ${formatCount(limit)} characters · ${formatCount(estimateTokens(text))} tokens (estimate)`}
      </span>
    </>
  );
}

function TaskType({ written, readOnly, save }: FieldProps) {
  const known: readonly string[] = taskTypeSchema.options;
  const value = written === '' ? 'unknown' : written;
  return (
    <Select
      label="Task type"
      data={[
        ...known.map((one) => ({ value: one, label: one })),
        ...(known.includes(value) ? [] : [{ value, label: `${visibleString(value)} (not known)`, disabled: true }]),
      ]}
      value={value}
      readOnly={readOnly}
      error={!known.includes(value)}
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 0 } }}
      data-testid="field-task-type"
      onChange={(next) => void save(next ?? '')}
    />
  );
}

function Tags({
  written,
  known,
  readOnly,
  save,
}: {
  written: readonly string[];
  known: readonly string[];
  readOnly: boolean;
  save(value: readonly string[]): string | null;
}) {
  const typed = useTypedValue<readonly string[]>(written, save);
  return (
    <TagsInput
      label="Tags"
      data={[...known]}
      limit={20}
      value={[...typed.value]}
      readOnly={readOnly}
      error={typed.error}
      placeholder={typed.value.length === 0 ? 'Add a tag, then Enter' : ''}
      splitChars={[',']}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      renderOption={({ option }) => <span>{visibleString(option.value)}</span>}
      data-testid="field-tags"
      onChange={(next) => typed.change(next)}
      onBlur={typed.leave}
    />
  );
}
