import { Code, Group } from '@mantine/core';
import { strings } from '../strings/ui.ts';
import { CopyTextButton } from './copy-text-button.tsx';

/** A command to type in a terminal, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  return (
    <Group gap="sm" justify="center">
      <Code className="mono" px="sm" py={4}>
        {command}
      </Code>
      <CopyTextButton text={command} label={strings.commandLine.copy} />
    </Group>
  );
}
