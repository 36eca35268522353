import { Button, FileButton, Group, Loader, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportFile, planChangesSomething } from '#shared/domain/import-plan.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './import.module.css';
import { ImportPlanView } from './import-plan-view.tsx';
import { useImportDialog } from './import-store.ts';
import { importSentence } from './import-summary.ts';
import { pastedFile } from './read-import-files.ts';

/** Importing tools: choose, see the plan, apply. Nothing is written before Apply. */
export function ImportDialog() {
  const { opened, close } = useImportDialog();
  return (
    <Modal opened={opened} onClose={close} title="Import tools" size={720} closeButtonProps={{ 'aria-label': 'Close' }}>
      <ImportForm />
    </Modal>
  );
}

function ImportForm() {
  const client = useClient();
  const revision = useWorkspace()?.revision;
  const { files: chosen, version, take, close } = useImportDialog();
  const [sourceName, setSourceName] = useState('');
  const [plannedName] = useDebouncedValue(sourceName.trim(), 250);
  const nameError = sourceName.trim() === '' ? null : sourceNameProblem(sourceName.trim());
  const files = withSourceName(chosen, plannedName);

  const plan = useQuery({
    queryKey: ['import-plan', revision, version, plannedName],
    queryFn: ({ signal }) => client.catalog.planImport({ files }, { signal }),
    enabled: files.length > 0 && nameError === null,
    gcTime: 0,
  });
  const apply = useMutation({
    mutationFn: () => client.catalog.applyImport({ files }),
    onSuccess: (result) => {
      notifications.show({
        title: result.written ? 'Imported' : 'Nothing changed',
        message: importSentence(result),
        color: result.written ? 'green' : 'gray',
      });
      close();
    },
  });
  const error = apply.error ?? (nameError === null ? plan.error : null);
  const blocked = (plan.data?.conflicts.length ?? 0) > 0;
  const nothingToDo = plan.data !== undefined && !planChangesSomething(plan.data);

  return (
    <Stack gap="md">
      <ChooseFiles onChoose={(picked) => void take(picked)} />
      <ChosenFiles />
      {chosen.length === 1 && (
        <TextInput
          label="Name of the source (optional)"
          description="Tools of an MCP server are named <source>.<tool>. Without a name it comes from the file."
          value={sourceName}
          onChange={(event) => setSourceName(event.currentTarget.value)}
          error={nameError}
        />
      )}
      {plan.isFetching && (
        <Group gap="sm">
          <Loader size={14} aria-hidden /> <Text>Reading the tools…</Text>
        </Group>
      )}
      {error && <ErrorNotice error={toPegboardError(error)} />}
      {plan.data && nameError === null && <ImportPlanView plan={plan.data} />}
      <Group justify="flex-end" gap="sm">
        {blocked && <Text c="var(--pb-severity-error)">Resolve the conflicts first.</Text>}
        {nothingToDo && !blocked && <Text c="dimmed">Everything is as it was.</Text>}
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="filled"
          disabled={!plan.data || plan.isFetching || blocked || nameError !== null || plannedName !== sourceName.trim()}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
}

function ChooseFiles({ onChoose }: { onChoose: (files: File[]) => void }) {
  const setFiles = useImportDialog((state) => state.setFiles);
  const [pasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState('');
  // Each pause in typing plans anew; a plan reads the whole text.
  const takePasted = useDebouncedCallback(
    (text: string) => setFiles(text.trim() === '' ? [] : [pastedFile(text)]),
    300,
  );
  return (
    <div className={styles.choose}>
      <FileButton
        multiple
        accept=".json,.jsonl,application/json"
        onChange={onChoose}
        inputProps={{ 'aria-label': 'Files to import' }}
      >
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={15} />} data-autofocus>
            Choose files…
          </Button>
        )}
      </FileButton>
      <Button onClick={() => setPasting(!pasting)} aria-expanded={pasting}>
        Paste text
      </Button>
      <Text c="dimmed">or drop .json and .jsonl files on the window.</Text>
      <Text c="dimmed" w="100%">
        A captured tools/list of an MCP server, an OpenAI or Anthropic tools array, or a tools.jsonl. Up to 32 MB a
        file.
      </Text>
      {pasting && (
        <Textarea
          w="100%"
          aria-label="Tools as text"
          placeholder='{"tools": [{"name": "create_issue", "description": "…", "inputSchema": {…}}]}'
          autosize
          minRows={4}
          maxRows={10}
          value={pasted}
          classNames={{ input: 'mono' }}
          onChange={(event) => {
            setPasted(event.currentTarget.value);
            takePasted(event.currentTarget.value);
          }}
        />
      )}
    </div>
  );
}

function ChosenFiles() {
  const { files, refused } = useImportDialog();
  if (files.length + refused.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Files">
      {refused.map(({ name, reason }) => (
        <li key={name} className={styles.refused} role="alert">
          <span className="mono">{name}</span> was not read. {reason}
        </li>
      ))}
      {files.map(({ name, text }) => (
        <li key={name} className="dim">
          <span className="mono">{name}</span> · {Math.max(1, Math.round(text.length / 1024)).toLocaleString('en-US')}{' '}
          KB
        </li>
      ))}
    </ul>
  );
}

function sourceNameProblem(name: string): string | null {
  const parsed = sourceNameSchema.safeParse(name);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'not a name');
}

/** The name of the source goes with a single file only: with several, each has its own. */
function withSourceName(files: readonly ImportFile[], name: string): ImportFile[] {
  const [only, ...more] = files;
  if (!only || more.length > 0 || name === '') return [...files];
  return [{ ...only, source: name }];
}
