import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { strings } from '../../strings/try-it.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { schemaConstraints, schemaType } from '../../ui/schema-nodes.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ArgumentPath, pointerOf, valueAt } from './argument-path.ts';
import { changeAndFocus } from './change-and-focus.ts';
import {
  ChoiceControl,
  type ControlProps,
  JsonControl,
  NullControl,
  NumberControl,
  TextControl,
} from './field-controls.tsx';
import { type ArgumentFieldProps, ListGroup, ObjectGroup } from './field-groups.tsx';
import { useArgumentsForm } from './form-context.ts';
import { canShow, type FormField, fieldDescription, formField } from './form-field.ts';
import styles from './try-it.module.css';

/** One argument: its name, what its schema says of it, and the control that fits. */
export function ArgumentField({ name, schema, path, isRequired }: ArgumentFieldProps) {
  const { trial, actions, root } = useArgumentsForm();
  const field = useMemo(() => formField(schema, root), [schema, root]);
  const value = valueAt(trial.args, path);
  const pointer = pointerOf(path);
  const isElement = typeof path.at(-1) === 'number';
  const issues = trial.issues.filter((issue) => issue.pointer === pointer).map(({ message }) => message);
  const isThere = value !== undefined || trial.drafts[pointer] !== undefined;
  const remove = (button: Element) =>
    changeAndFocus(button, isElement ? pointerOf(path.slice(0, -1)) : pointer, () =>
      actions.setArgument(path, undefined),
    );
  const shown = canShow(field, value) ? field.shape.kind : 'json';

  if (value !== null && (shown === 'object' || shown === 'list')) {
    const Group = shown === 'object' ? ObjectGroup : ListGroup;
    return (
      <Group
        Field={ArgumentField}
        head={<Head name={name} field={field} schema={schema} isRequired={isRequired} />}
        field={field}
        path={path}
        value={value}
        issues={issues}
        isRequired={isRequired && !isElement}
        onRemove={isThere ? remove : null}
      />
    );
  }
  const control: ControlProps = {
    path,
    value,
    canBeLeftOut: !isElement && !(isRequired && shown === 'text'),
    wrapper: {
      label: <Head name={name} field={field} schema={schema} isRequired={false} />,
      description: <Description field={field} />,
      error: issues.length === 0 ? null : issues.join('; '),
      required: isRequired && !isElement,
      rightSection: isThere && (
        <ActionIcon
          size={22}
          aria-label={
            isElement
              ? strings.argumentField.remove(visibleString(name))
              : strings.argumentField.leaveOut(visibleString(name))
          }
          title={isElement ? strings.argumentField.remove2 : strings.argumentField.doNotSend2}
          onClick={(event) => remove(event.currentTarget)}
        >
          <IconX size={14} />
        </ActionIcon>
      ),
    },
  };
  return (
    <div className="narrow" data-pointer={pointer}>
      <Control
        kind={value === null && field.isNullable && shown !== 'choice' ? 'null' : shown}
        control={control}
        field={field}
      />
      {!isThere && <Offers field={field} path={path} isMissing={issues.length > 0} />}
    </div>
  );
}

function Control({ kind, control, field }: { kind: string; control: ControlProps; field: FormField }) {
  switch (kind) {
    case 'null':
      return <NullControl {...control} />;
    case 'text':
      return <TextControl {...control} />;
    case 'number':
      return <NumberControl {...control} />;
    case 'choice':
      return <ChoiceControl {...control} field={field} />;
    default:
      return <JsonControl {...control} />;
  }
}

function Head({
  name,
  field,
  schema,
  isRequired,
}: {
  name: string;
  field: FormField;
  schema: unknown;
  isRequired: boolean;
}) {
  const constraints = schemaConstraints(field.schema);
  return (
    <>
      <VisibleText as="span" className={`${styles.name} mono`} text={cutText(name, 300)} lines={false} />
      {isRequired && <span className={styles.required}> *</span>}{' '}
      <span className={styles.type}>
        <VisibleText text={[typeText(field, schema), ...constraints].join(' · ')} lines={false} />
      </span>
    </>
  );
}

function typeText(field: FormField, schema: unknown): string {
  const type = schemaType(field.shape.kind === 'json' ? schema : field.schema);
  return field.isNullable && !type.includes('null') ? strings.argumentField.orNull(type) : type;
}

function Description({ field }: { field: FormField }) {
  const text = fieldDescription(field);
  return text === null ? null : <HostileText text={text} limit={400} />;
}

/** Values that a field without one can have by a press: null, the examples of its schema, an empty text where one is missing. */
function Offers({ field, path, isMissing }: { field: FormField; path: ArgumentPath; isMissing: boolean }) {
  const { actions } = useArgumentsForm();
  const { examples, example } = field.schema;
  const given = [...(Array.isArray(examples) ? examples : []), ...(example === undefined ? [] : [example])].slice(0, 3);
  const offers = [
    ...(isMissing && field.shape.kind === 'text' ? [{ text: strings.argumentField.sendEmptyText, value: '' }] : []),
    ...(field.isNullable && field.shape.kind !== 'choice'
      ? [{ text: strings.argumentField.sendNull, value: null }]
      : []),
    ...given.map((value: unknown) => ({
      text: strings.argumentField.use(cutText(JSON.stringify(value) ?? '', 40)),
      value,
    })),
  ];
  if (offers.length === 0) return null;
  return (
    <div className={styles.offers}>
      {offers.map(({ text, value }) => (
        <UnstyledButton
          key={text}
          className={styles.offer}
          onClick={(event) =>
            changeAndFocus(event.currentTarget, pointerOf(path), () => actions.setArgument(path, value))
          }
        >
          <VisibleText text={text} lines={false} />
        </UnstyledButton>
      ))}
    </div>
  );
}
