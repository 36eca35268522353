import { Autocomplete, NumberInput, Textarea } from '@mantine/core';
import { createContext, use, useRef } from 'react';
import type { ScenarioChange, ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { strings } from '../../strings/scenario.ts';
import { sameJson } from '../../ui/json-value.ts';
import { useTypedValue } from '../packs/use-typed-value.ts';

export type Json = Extract<ScenarioChange, { act: 'set' }>['value'];

/** What every part of the form needs. */
export interface StepsFormContext {
  /** Names of tools, those of Pegboard first. */
  readonly tools: readonly string[];
  readonly schemas: ReadonlyMap<string, unknown>;
  /** Makes changes of the text that the form shows; null, or why not. */
  edit(changes: readonly ScenarioChange[]): string | null;
  /** The same for a button: a refused edit is shown. */
  act(changes: readonly ScenarioChange[]): void;
}

export const StepsForm = createContext<StepsFormContext | null>(null);

export function useStepsForm(): StepsFormContext {
  const form = use(StepsForm);
  if (!form) throw new Error(strings.stepsFields.fieldMustBeInside);
  return form;
}

interface FieldProps {
  readonly label: string;
  readonly path: ScenarioPath;
  /** An empty field takes the value out of the text. */
  readonly optional?: boolean;
}

function changeOf(path: ScenarioPath, value: Json, isGone: boolean): ScenarioChange {
  return isGone ? { act: 'remove', path } : { act: 'set', path, value };
}

/** A text of the scenario. */
export function TextField({ label, path, optional = false, value }: FieldProps & { readonly value: string }) {
  const { edit } = useStepsForm();
  const typed = useTypedValue(value, (text) => edit([changeOf(path, text, optional && text === '')]));
  return (
    <Textarea
      label={label}
      autosize
      minRows={1}
      maxRows={12}
      value={typed.value}
      error={typed.error}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}

/** The name of a tool, with those of the catalog as they are typed. */
export function ToolField({ label, path, value }: FieldProps & { readonly value: string }) {
  const { edit, tools } = useStepsForm();
  const typed = useTypedValue(value, (name) =>
    name.trim() === '' ? strings.stepsFields.enterNameOfTool : edit([{ act: 'set', path, value: name.trim() }]),
  );
  return (
    <Autocomplete
      label={label}
      data={[...tools]}
      limit={50}
      value={typed.value}
      error={typed.error}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(name) => typed.change(name)}
      onBlur={typed.leave}
    />
  );
}

/** A value as JSON. A text that is not JSON stays in the field, with the reason. */
export function JsonField({
  label,
  path,
  optional = false,
  value,
  problems = [],
}: FieldProps & { readonly value: unknown; readonly problems?: readonly string[] }) {
  const { edit } = useStepsForm();
  // While the value is the one that was typed, the field shows it as it was typed.
  const last = useRef('');
  const isSame = (text: string) => {
    try {
      return sameJson(JSON.parse(text), value);
    } catch {
      return false;
    }
  };
  const written = value === undefined ? '' : isSame(last.current) ? last.current : JSON.stringify(value, null, 1);
  const typed = useTypedValue(written, (text) => {
    if (text.trim() === '') return optional ? edit([{ act: 'remove', path }]) : strings.stepsFields.enterValueAsJson;
    try {
      const next = JSON.parse(text) as Json;
      last.current = text;
      return edit([{ act: 'set', path, value: next }]);
    } catch (error) {
      return strings.stepsFields.thisIsNotValid(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Textarea
      label={label}
      classNames={{ input: 'mono' }}
      autosize
      minRows={1}
      maxRows={12}
      value={typed.value}
      error={typed.error ?? (problems.length > 0 ? problems.join(' ') : undefined)}
      onChange={(event) => typed.change(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  );
}

/** A whole number that may be left out. */
export function NumberField({
  label,
  path,
  value,
  unit,
}: FieldProps & { readonly value: unknown; readonly unit?: string }) {
  const { edit } = useStepsForm();
  const written = typeof value === 'number' ? String(value) : '';
  const typed = useTypedValue(written, (text) => edit([changeOf(path, Number(text), text === '')]));
  return (
    <NumberInput
      label={label}
      suffix={unit ?? ''}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={typed.value}
      error={typed.error}
      onChange={(next) => typed.change(String(next))}
      onBlur={typed.leave}
    />
  );
}
