import { Textarea } from '@mantine/core';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useArgumentsForm } from './form-context.ts';
import { readArguments } from './read-arguments.ts';

/** The arguments as JSON: for schemas that fields cannot show, and for those who paste. */
export function ArgumentsText() {
  const { trial, actions } = useArgumentsForm();
  const { problem } = readArguments(trial);
  return (
    <Textarea
      label="Arguments as JSON"
      classNames={{ input: 'mono' }}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      value={trial.text}
      error={problem === null ? null : <VisibleText text={problem} />}
      onChange={({ currentTarget }) => actions.setText(currentTarget.value)}
      data-testid="arguments-json"
    />
  );
}
