import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useImportDialog } from '../import/import-store.ts';
import { pastedFile } from '../import/read-import-files.ts';
import { useAddSource } from './add-source-store.ts';
import { commandWords } from './command-words.ts';
import { type Pasted, recognisePasted } from './recognise-pasted.ts';

const words: Readonly<Record<Pasted['kind'], string>> = {
  nothing: '',
  url: 'An address.',
  command: 'A command line.',
  document: 'A document: a client configuration, or a list of tools.',
  unknown: '',
};

/** One box for whatever somebody has: it is told apart, and leads to the form or the plan that it needs. */
export function PasteForm() {
  const client = useClient();
  const { change, goTo, showConfig, close } = useAddSource();
  const importDialog = useImportDialog();
  const [text, setText] = useState('');
  const pasted = recognisePasted(text);

  const next = useMutation({
    mutationFn: async (given: Pasted) => {
      if (given.kind === 'url') {
        change({ url: given.url });
        goTo('address');
      } else if (given.kind === 'command') {
        const cut = commandWords(given.line);
        if (cut.kind === 'words') change({ commandLine: given.line.replace(/^\$\s+/, '') });
        goTo('command');
      } else if (given.kind === 'document') {
        const config = await client.discovery.read({ name: 'the pasted text', text: given.text });
        if (config) return showConfig(config);
        close();
        importDialog.setFiles([pastedFile(given.text)]);
        importDialog.open();
      }
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    next.mutate(pasted);
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Textarea
          label="Whatever you have"
          description="A command line, an https address, a client configuration (mcpServers, servers, TOML), a tools/list result, an OpenAI or Anthropic tools array, a tools.jsonl."
          placeholder="npx -y @modelcontextprotocol/server-filesystem ."
          classNames={{ input: 'mono' }}
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            next.reset();
          }}
        />
        {pasted.kind === 'unknown' && (
          <Alert color="yellow" variant="outline" role="status">
            {pasted.reason}
          </Alert>
        )}
        {next.error && <ErrorNotice error={toPegboardError(next.error)} />}
        <Group gap="sm">
          <Button
            leftSection={<IconUpload size={15} />}
            onClick={() => {
              close();
              importDialog.open();
            }}
          >
            Choose files…
          </Button>
          <Text c="dimmed" flex={1} data-testid="pasted-kind" aria-live="polite">
            {words[pasted.kind] || 'Or drop files on the window.'}
          </Text>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            loading={next.isPending}
            disabled={pasted.kind === 'nothing' || pasted.kind === 'unknown'}
          >
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
