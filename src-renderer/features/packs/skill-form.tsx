import type { KeyboardEvent, ReactNode } from 'react';
import type { SkillEntry, SkillFieldChange } from '#shared/domain/skill-editor.ts';
import { skillLimits } from '#shared/domain/skill-limits.ts';
import { strings } from '../../strings/packs.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EntryList } from './entry-list.tsx';
import { packsPlaces } from './packs-places.ts';
import { LineField, NameField, Tags, TaskType, TextField, UnreadableField } from './skill-fields.tsx';
import styles from './skill-form.module.css';

type Field = SkillFieldChange['field'];

export interface SkillFormProps {
  readonly pack: string;
  readonly file: string;
  readonly skill: SkillEntry;
  readonly fields: NonNullable<SkillEntry['fields']>;
  readonly readOnly: boolean;
  readonly tags: readonly string[];
  readonly tools: readonly string[];
  /** Changes fields of one skill of the text, at once; null, or why not, in a sentence. */
  edit(index: number, changes: readonly SkillFieldChange[]): string | null;
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
  const textOf = (field: Field) => ({ written: text(field), save: set(field), testId: `field-${field}` });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that belong to the fields inside
    <div id={packsPlaces.form} className="stack gap-12 pad-12" data-testid="skill-form" onKeyDown={onKeyDown}>
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
      {known('title', <LineField label={strings.skillForm.title} readOnly={readOnly} {...textOf('title')} />)}
      <div className={styles.taskAndTags}>
        {known('task_type', <TaskType written={text('task_type')} readOnly={readOnly} save={set('task_type')} />)}
        {known('tags', <Tags written={list('tags')} known={tags} readOnly={readOnly} save={set('tags')} />)}
      </div>
      {known('trigger', <TextField {...common} {...textFields.trigger} {...textOf('trigger')} />)}
      {known('description', <TextField {...common} {...textFields.description} {...textOf('description')} />)}
      {lists.map((entries) =>
        known(
          entries.field,
          <EntryList
            key={entries.field}
            {...common}
            {...entries}
            written={list(entries.field)}
            save={set(entries.field)}
          />,
        ),
      )}
      {known('body', <TextField {...common} {...textFields.body} {...textOf('body')} />)}
      {skill.other_fields.length > 0 && (
        <p className="dim note breaks flush">
          {strings.skillForm.keptUnchanged}{' '}
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

const textFields = {
  trigger: { label: strings.skillForm.trigger, hint: strings.skillForm.whenShouldAgentUse, limit: skillLimits.text },
  description: {
    label: strings.skillForm.description,
    hint: strings.skillForm.whatSkill,
    limit: skillLimits.text,
  },
  body: {
    label: strings.skillForm.body,
    hint: strings.skillForm.markdownAfterFields,
    limit: skillLimits.body,
    minRows: 3,
  },
};

const lists = [
  {
    field: 'steps',
    label: strings.skillForm.steps,
    noun: strings.skillForm.step,
    hint: strings.skillForm.noneYetSkillNeeds,
    numbered: true,
  },
  {
    field: 'preconditions',
    label: strings.skillForm.preconditions,
    noun: strings.skillForm.precondition,
    hint: strings.skillForm.none,
  },
  {
    field: 'failure_modes',
    label: strings.skillForm.failureModes,
    noun: strings.skillForm.failureMode,
    hint: strings.skillForm.none,
  },
] as const;
