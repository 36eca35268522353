import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/try-it.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ownValue, recordOf } from '../../ui/json-value.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ArgumentPath, pointerOf, valueAt } from './argument-path.ts';
import { changeAndFocus } from './change-and-focus.ts';
import { useArgumentsForm } from './form-context.ts';
import { type FieldProperty, type FormField, fieldDescription } from './form-field.ts';
import { emptyElement, initialItem } from './initial-arguments.ts';
import styles from './try-it.module.css';

/** One argument of the form; groups are given it, since it is what draws them. */
export interface ArgumentFieldProps {
  readonly name: string;
  readonly schema: unknown;
  readonly path: ArgumentPath;
  readonly isRequired: boolean;
}
type Field = ComponentType<ArgumentFieldProps>;

interface GroupProps {
  readonly Field: Field;
  readonly head: ReactNode;
  readonly field: FormField;
  readonly path: ArgumentPath;
  readonly value: unknown;
  readonly issues: readonly string[];
  readonly isRequired: boolean;
  /** Null: it is not there. */
  readonly onRemove: ((button: Element) => void) | null;
}

/** An object inside the arguments. Its fields are there once it is: a schema may nest without end. */
export function ObjectGroup(props: GroupProps) {
  const { root } = useArgumentsForm();
  const { Field, field, path, value } = props;
  return (
    <Group
      {...props}
      added={{ path, value: initialItem(field.schema, root) ?? {} }}
      addLabel={strings.fieldGroups.fill}
    >
      {value !== undefined && <ObjectFields Field={Field} field={field} path={path} />}
    </Group>
  );
}

/** A list: its elements, and a button for one more. */
export function ListGroup(props: GroupProps) {
  const { root } = useArgumentsForm();
  const { Field, field, path, value } = props;
  const items = field.shape.kind === 'list' ? field.shape.items : undefined;
  const elements = Array.isArray(value) ? value : [];
  const added = emptyElement(items, root);
  return (
    <Group {...props} added={{ path, value: [added] }} addLabel={strings.fieldGroups.addElement}>
      {elements.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity but their place
        <Field key={index} name={`${index + 1}`} schema={items} path={[...path, index]} isRequired />
      ))}
      {value !== undefined && (
        <AddButton added={{ path: [...path, elements.length], value: added }}>
          {strings.fieldGroups.addElement}
        </AddButton>
      )}
    </Group>
  );
}

function Group({
  head,
  field,
  path,
  value,
  issues,
  onRemove,
  isRequired,
  added,
  addLabel,
  children,
}: Omit<GroupProps, 'Field'> & { added: Added; addLabel: string; children: ReactNode }) {
  const description = fieldDescription(field);
  return (
    <fieldset className={styles.group} data-pointer={pointerOf(path)}>
      <legend className={`${styles.legend} table-head`}>{head}</legend>
      {description !== null && <HostileText as="div" className="dim note" text={description} limit={400} />}
      {issues.length > 0 && (
        <VisibleText as="div" className={styles.groupError} role="alert" text={issues.join('; ')} />
      )}
      {value !== undefined && <div className={styles.groupBody}>{children}</div>}
      {value === undefined ? (
        <AddButton added={added} isInvalid={issues.length > 0}>
          {addLabel}
          {!isRequired && (
            <span className="dim">
              {' '}
              {strings.fieldGroups.notSent}
            </span>
          )}
        </AddButton>
      ) : (
        onRemove && (
          <UnstyledButton className={styles.offer} onClick={(event) => onRemove(event.currentTarget)}>
            <IconX size={12} />{' '}
            {typeof path.at(-1) === 'number' ? strings.fieldGroups.remove : strings.fieldGroups.leaveOut}
          </UnstyledButton>
        )
      )}
    </fieldset>
  );
}

interface Added {
  readonly path: ArgumentPath;
  readonly value: unknown;
}

/** Puts a value where none was, and the cursor into it. */
function AddButton({ added, isInvalid = false, children }: { added: Added; isInvalid?: boolean; children: ReactNode }) {
  const { actions } = useArgumentsForm();
  return (
    <Button
      className={styles.add}
      leftSection={<IconPlus size={14} />}
      aria-invalid={isInvalid || undefined}
      onClick={({ currentTarget }) =>
        changeAndFocus(currentTarget, pointerOf(added.path), () => actions.setArgument(added.path, added.value))
      }
    >
      {children}
    </Button>
  );
}

/** Optional fields of one object that are shown unasked. */
const shownOptional = 12;

/** The fields of an object: those it needs, those that have a value or a problem, and the first others; the rest on demand. */
export function ObjectFields({ Field, field, path }: { Field: Field; field: FormField; path: ArgumentPath }) {
  const { trial } = useArgumentsForm();
  const [isWhole, setWhole] = useState(false);
  if (field.shape.kind !== 'object') return null;
  const { properties, hasMoreRules } = field.shape;
  const record = recordOf(valueAt(trial.args, path));
  const isWanted = ({ name, isRequired }: FieldProperty) => {
    const pointer = pointerOf([...path, name]);
    return (
      isRequired ||
      ownValue(record, name) !== undefined ||
      Object.keys(trial.drafts).some((key) => key === pointer) ||
      trial.issues.some((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`))
    );
  };
  const optional = properties.filter((property) => !isWanted(property));
  const hidden = new Set(isWhole ? [] : optional.slice(shownOptional));
  const known = new Set(properties.map(({ name }) => name));
  const others = Object.keys(record ?? {}).filter((name) => !known.has(name));
  return (
    <>
      {[...properties.filter(({ isRequired }) => isRequired), ...properties.filter(({ isRequired }) => !isRequired)]
        .filter((property) => !hidden.has(property))
        .map(({ name, schema, isRequired }) => (
          <Field key={name} name={name} schema={schema} path={[...path, name]} isRequired={isRequired} />
        ))}
      {others.map((name) => (
        <Field key={`other ${name}`} name={name} schema={{}} path={[...path, name]} isRequired={false} />
      ))}
      {hidden.size > 0 && (
        <UnstyledButton className={styles.offer} onClick={() => setWhole(true)}>
          {strings.fieldGroups.showMoreOptional(formatCount(hidden.size), hidden.size)}
        </UnstyledButton>
      )}
      {hasMoreRules && <div className="dim">{strings.fieldGroups.schemaHasMoreRules}</div>}
    </>
  );
}
