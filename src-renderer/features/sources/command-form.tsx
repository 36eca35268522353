import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { commandWords } from '../../state/command-words.ts';
import type { ConnectionFormProps } from '../../state/connection-draft.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './add-source.module.css';
import { NamedValues } from './named-values.tsx';

/** A server that a command starts. */
export function CommandForm({ draft, problems, change, onSubmit, children }: ConnectionFormProps) {
  const submitByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Textarea
          label="Command line"
          description="The program and its arguments, quoted as in a shell. No shell runs it: $HOME, ~ and * stay as they are."
          placeholder="npx -y @modelcontextprotocol/server-filesystem ."
          classNames={{ input: 'mono' }}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={draft.commandLine}
          onChange={(event) => change({ commandLine: event.currentTarget.value })}
          onKeyDown={submitByEnter}
          error={problems.commandLine}
        />
        <Words line={draft.commandLine} />
        <TextInput
          label="Folder (optional)"
          description="Where it starts. Relative to the workspace, which it is without one."
          classNames={{ input: 'mono' }}
          value={draft.cwd}
          onChange={(event) => change({ cwd: event.currentTarget.value })}
        />
        <NamedValues
          label="Variables (optional)"
          noun="variable"
          description="The server gets these, and a few harmless ones. A value typed here serves this session; pegboard.yaml only gets ${env:NAME}."
          placeholder="from Pegboard’s environment"
          rows={draft.variables}
          error={problems.variables}
          onChange={(variables) => change({ variables })}
        />
        {children}
      </Stack>
    </form>
  );
}

/** How the line is understood: where one argument ends and the next begins. */
function Words({ line }: { line: string }) {
  const cut = commandWords(line);
  if (cut.kind === 'problem')
    return line.trim() === '' ? null : <Text c="var(--pb-severity-error)">{cut.message}</Text>;
  const [command, ...args] = cut.words;
  if (command === undefined) return null;
  return (
    <dl className={styles.words} aria-label="How it is understood" data-testid="command-words">
      <dt>Program</dt>
      <VisibleText as="dd" className="mono" text={command} lines={false} />
      {args.length > 0 && <dt>Arguments</dt>}
      {args.length > 0 && (
        <dd className="mono">
          {args.map((arg, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat; their place is what tells them apart
            <div key={at}>
              {arg === '' ? <span className="dim">(empty)</span> : <VisibleText text={arg} lines={false} />}
            </div>
          ))}
        </dd>
      )}
      {Object.keys(cut.env).length > 0 && <dt>Variables</dt>}
      {Object.keys(cut.env).length > 0 && <dd className="mono">{Object.keys(cut.env).join(', ')}</dd>}
    </dl>
  );
}
