import { Select, TagsInput, TextInput } from '@mantine/core';
import { packPrefix, taskTypeSchema } from '#shared/domain/skill.ts';
import type { SkillEntry } from '#shared/domain/skill-editor.ts';
import { skillLimits } from '#shared/domain/skill-limits.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/packs.ts';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { packsPlaces } from './packs-places.ts';
import styles from './skill-form.module.css';
import { ToolTextarea } from './tool-textarea.tsx';
import { useTypedValue } from './use-typed-value.ts';

/** A field that the form leaves to the source. */
export function UnreadableField({ field }: { field: string }) {
  return (
    <p className={styles.unreadable} data-unreadable={field}>
      {fill(strings.skillFields.hasContent, { field: <strong className="mono">{field}</strong> })}
    </p>
  );
}

interface FieldProps {
  readonly written: string;
  readonly readOnly: boolean;
  save(value: string): string | null;
}

/** The name of a skill, or the one that Pegboard makes from pack and file. */
export function NameField({
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
      label={strings.skillFields.name}
      classNames={{ input: 'mono' }}
      value={typed.value}
      placeholder={visibleString(skill.name)}
      readOnly={readOnly}
      error={typed.error}
      data-testid="field-name"
      description={
        isGenerated ? (
          <span data-testid="generated-name">
            {fill(strings.skillFields.generatedFromAndFile, {
              packPrefix: <VisibleText text={packPrefix(pack)} />,
              file: <VisibleText text={file} lines={false} />,
            })}
          </span>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}

/** A text of one line. */
export function LineField({ label, written, readOnly, save, testId }: FieldProps & { label: string; testId: string }) {
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

/** A text of many lines, which completes the names of tools. */
export function TextField({
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
          : strings.skillFields.charactersTokensEstimate(
              formatCount(text.length),
              formatCount(limit),
              formatCount(estimateTokens(text)),
            )}
      </span>
    </>
  );
}

/** One of the task types that search knows. */
export function TaskType({ written, readOnly, save }: FieldProps) {
  const known: readonly string[] = taskTypeSchema.options;
  const value = written === '' ? 'unknown' : written;
  return (
    <Select
      label={strings.skillFields.taskType}
      data={[
        ...known.map((one) => ({ value: one, label: one })),
        ...(known.includes(value)
          ? []
          : [{ value, label: strings.skillFields.unknown(visibleString(value)), disabled: true }]),
      ]}
      value={value}
      readOnly={readOnly}
      error={!known.includes(value)}
      checkIconPosition="right"
      data-testid="field-task-type"
      onChange={(next) => void save(next ?? '')}
    />
  );
}

/** Tags, completed from those of all packs. */
export function Tags({
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
      label={strings.skillFields.tags}
      data={[...known]}
      limit={20}
      value={[...typed.value]}
      readOnly={readOnly}
      error={typed.error}
      placeholder={typed.value.length === 0 ? strings.skillFields.addTagThenEnter : ''}
      splitChars={[',']}
      renderOption={({ option }) => <span>{visibleString(option.value)}</span>}
      data-testid="field-tags"
      onChange={(next) => typed.change(next)}
      onBlur={typed.leave}
    />
  );
}
