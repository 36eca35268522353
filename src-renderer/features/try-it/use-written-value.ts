import { useState } from 'react';
import { sameJson } from '../../ui/json-value.ts';
import { type ArgumentPath, pointerOf } from './argument-path.ts';
import { useArgumentsForm } from './form-context.ts';

/** The value of a text (`undefined` is not sent), or why it has none. */
export type Written = { readonly value: unknown; readonly problem: null } | { readonly problem: string };

/**
 * The text of a field whose value is written by hand, such as a number or JSON. What the user typed stays as typed for as
 * long as it means the value; a text that means none is kept as a draft, and `problem` says why.
 */
export function useWrittenValue({
  path,
  value,
  read,
  write,
}: {
  path: ArgumentPath;
  value: unknown;
  read: (text: string) => Written;
  write: (value: unknown) => string;
}) {
  const { trial, actions } = useArgumentsForm();
  const pointer = pointerOf(path);
  const draft = trial.drafts[pointer];
  const [typed, setTyped] = useState('');
  const meant = read(typed);
  const text = draft ?? (meant.problem === null && sameJson(meant.value, value) ? typed : write(value));
  const problem = draft === undefined ? null : read(draft).problem;
  return {
    problem,
    input: {
      value: text,
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        const next = read(currentTarget.value);
        setTyped(currentTarget.value);
        if (next.problem === null) actions.setArgument(path, next.value);
        else actions.setDraft(pointer, currentTarget.value);
      },
    },
  };
}
