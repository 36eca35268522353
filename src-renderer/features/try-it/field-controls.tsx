import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../../strings/try-it.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { sameJson } from '../../ui/json-value.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ArgumentPath } from './argument-path.ts';
import { useArgumentsForm } from './form-context.ts';
import type { FormField } from './form-field.ts';
import { readJson, readNumber } from './read-field.ts';
import { readable } from './try-it-store.ts';
import { useWrittenValue } from './use-written-value.ts';

/** The properties of a control of one argument. */
export interface ControlProps {
  readonly path: ArgumentPath;
  readonly value: unknown;
  /** Whether an empty control means that nothing is sent. */
  readonly canBeLeftOut: boolean;
  /** For Mantine: who the control is, what it is for, what is wrong with it. */
  readonly wrapper: {
    readonly label: ReactNode;
    readonly description: ReactNode;
    readonly error: string | null;
    readonly required: boolean;
    readonly rightSection: ReactNode;
  };
}

const notSent = strings.fieldControls.notSent;
const mono = { input: 'mono' };

export function TextControl({ path, value, canBeLeftOut, wrapper }: ControlProps) {
  const { actions } = useArgumentsForm();
  return (
    <Textarea
      {...wrapper}
      error={visible(wrapper.error)}
      classNames={mono}
      autosize
      minRows={1}
      maxRows={14}
      spellCheck={false}
      placeholder={value === '' ? strings.fieldControls.emptyTextIsSent : notSent}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) =>
        actions.setArgument(path, currentTarget.value === '' && canBeLeftOut ? undefined : currentTarget.value)
      }
    />
  );
}

export function NumberControl({ path, value, canBeLeftOut, wrapper }: ControlProps) {
  const { input, problem } = useWrittenValue({
    path,
    value,
    read: (text) => readNumber(text, canBeLeftOut),
    write: (number) => (number === undefined ? '' : String(number)),
  });
  return (
    <TextInput
      {...wrapper}
      {...input}
      error={visible(problem ?? wrapper.error)}
      classNames={mono}
      inputMode="decimal"
      placeholder={notSent}
    />
  );
}

export function JsonControl({ path, value, canBeLeftOut, wrapper }: ControlProps) {
  const { input, problem } = useWrittenValue({
    path,
    value,
    read: (text) => readJson(text, canBeLeftOut),
    write: (json) => (json === undefined ? '' : readable(json)),
  });
  return (
    <Textarea
      {...wrapper}
      {...input}
      error={visible(problem ?? wrapper.error)}
      classNames={mono}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      placeholder={strings.fieldControls.writeJson(notSent)}
    />
  );
}

export function ChoiceControl({ path, value, wrapper, canBeLeftOut, field }: ControlProps & { field: FormField }) {
  const { actions } = useArgumentsForm();
  const listed = field.shape.kind === 'choice' ? field.shape.values : [];
  const withNull = field.isNullable && !listed.includes(null) ? [...listed, null] : listed;
  const isOther = value !== undefined && !withNull.some((each) => sameJson(each, value));
  const values = isOther ? [...withNull, value] : withNull;
  const options = values.map((each, index) => ({ value: String(index), label: optionText(each) }));
  const { rightSection: _, ...rest } = wrapper;
  return (
    <NativeSelect
      {...rest}
      error={visible(wrapper.error)}
      classNames={mono}
      data={[...(value === undefined || canBeLeftOut ? [{ value: '', label: notSent }] : []), ...options]}
      value={value === undefined ? '' : String(values.findIndex((each) => sameJson(each, value)))}
      onChange={({ currentTarget }) =>
        actions.setArgument(path, currentTarget.value === '' ? undefined : values[Number(currentTarget.value)])
      }
    />
  );
}

/** Stands for the control while null is sent. */
export function NullControl({ wrapper }: Pick<ControlProps, 'wrapper'>) {
  return <TextInput {...wrapper} error={visible(wrapper.error)} classNames={mono} value="null" readOnly />;
}

/** A value in a list of options. A text that could be taken for something else is in quotes. */
function optionText(value: unknown): string {
  const isPlain = typeof value === 'string' && !/^(true|false|null|[-\d"].*|)$/s.test(value);
  return visibleString(cutText(isPlain ? value : (JSON.stringify(value) ?? ''), 200));
}

function visible(text: string | null): ReactNode {
  return text === null ? null : <VisibleText text={text} />;
}
