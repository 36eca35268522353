import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { commandWords } from '../../state/command-words.ts';
import type { ConnectionFormProps } from '../../state/connection-draft.ts';
import { strings } from '../../strings/sources.ts';
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
          label={strings.commandForm.commandLine}
          description={strings.commandForm.programAndItsArguments}
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
          label={strings.commandForm.folderOptional}
          description={strings.commandForm.workingDirectoryRelative}
          classNames={{ input: 'mono' }}
          value={draft.cwd}
          onChange={(event) => change({ cwd: event.currentTarget.value })}
        />
        <NamedValues
          label={strings.commandForm.variablesOptional}
          noun={strings.commandForm.variable}
          description={strings.commandForm.serverReceivesTheseVariables}
          placeholder={strings.commandForm.fromPegboardsEnvironment}
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
    <dl className={styles.words} aria-label={strings.commandForm.previewOfCommand} data-testid="command-words">
      <dt>{strings.commandForm.program}</dt>
      <VisibleText as="dd" className="mono" text={command} lines={false} />
      {args.length > 0 && <dt>{strings.commandForm.arguments}</dt>}
      {args.length > 0 && (
        <dd className="mono">
          {args.map((arg, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat; their place is what tells them apart
            <div key={at}>
              {arg === '' ? (
                <span className="dim">{strings.commandForm.empty}</span>
              ) : (
                <VisibleText text={arg} lines={false} />
              )}
            </div>
          ))}
        </dd>
      )}
      {Object.keys(cut.env).length > 0 && <dt>{strings.commandForm.variables}</dt>}
      {Object.keys(cut.env).length > 0 && <dd className="mono">{Object.keys(cut.env).join(', ')}</dd>}
    </dl>
  );
}
