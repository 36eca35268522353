import { Alert, Button, FileButton, Group, Loader, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconPlug, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportFile, type ImportPlan, type PlanBase, planChangesSomething } from '#shared/domain/import-plan.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useAddSource } from '../sources/add-source-store.ts';
import styles from './import.module.css';
import { ImportPlanView } from './import-plan-view.tsx';
import { useImportDialog } from './import-store.ts';
import { importSentence, isSameBase } from './import-summary.ts';
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
  const workspace = useWorkspace();
  const { files: chosen, version, source, take, close } = useImportDialog();
  useUnsavedWork(chosen.length > 0 ? 'Tools were chosen for an import that is not applied.' : null);
  const [sourceName, setSourceName] = useState(source);
  const [plannedName] = useDebouncedValue(sourceName.trim(), 250);
  const nameError = sourceName.trim() === '' ? null : sourceNameProblem(sourceName.trim());
  const files = withSourceName(chosen, plannedName);

  const plan = useQuery({
    queryKey: ['import-plan', workspace?.path, workspace?.revision, version, plannedName],
    queryFn: ({ signal }) => client.catalog.planImport({ files }, { signal }),
    enabled: files.length > 0 && nameError === null,
    gcTime: 0,
  });
  const apply = useMutation({
    // Bound to the plan on screen: nothing else is written than what was looked at.
    mutationFn: ({ base }: ImportPlan) => client.catalog.applyImport({ files, base }),
    onError: (error) => {
      if (toPegboardError(error).code === 'config_changed') void plan.refetch();
    },
    onSuccess: (result) => {
      notifications.show({
        title: result.written ? 'Imported' : 'Nothing changed',
        message: visibleString(importSentence(result)),
        color: result.written ? 'green' : 'gray',
      });
      close();
    },
  });
  const firstBase = useFirstBase(`${version} ${plannedName}`, plan.data);
  const failure = apply.error ? toPegboardError(apply.error) : null;
  const changedMeanwhile =
    failure?.code === 'config_changed' ||
    (plan.data !== undefined && firstBase !== null && !isSameBase(plan.data.base, firstBase));
  const shownFailure = failure?.code === 'config_changed' ? null : failure;
  const error = shownFailure ?? (plan.error && nameError === null ? toPegboardError(plan.error) : null);
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
      {error &&
        (typeof error.data?.client === 'string' ? (
          <ClientConfig files={files} error={error} />
        ) : (
          <ErrorNotice error={error} />
        ))}
      {changedMeanwhile && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} />} role="status">
          <Text data-testid="import-changed">The workspace changed meanwhile; look at the new plan.</Text>
        </Alert>
      )}
      {plan.data && nameError === null && <ImportPlanView plan={plan.data} />}
      <Group justify="flex-end" gap="sm">
        {blocked && <Text c="var(--pb-severity-error)">Resolve the conflicts first.</Text>}
        {nothingToDo && !blocked && <Text c="dimmed">Everything is as it was.</Text>}
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="filled"
          disabled={!plan.data || plan.isFetching || blocked || nameError !== null || plannedName !== sourceName.trim()}
          loading={apply.isPending}
          onClick={() => plan.data && apply.mutate(plan.data)}
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
}

/** The base of the first plan that was shown for `key`: a later plan of another base is one that nobody has looked at yet. */
function useFirstBase(key: string, plan: ImportPlan | undefined): PlanBase | null {
  const [first, setFirst] = useState<{ key: string; base: PlanBase } | null>(null);
  const isKnown = first?.key === key;
  if (plan && !isKnown) setFirst({ key, base: plan.base });
  return isKnown ? first.base : null;
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
        accept=".json,.jsonl,.jsonc,.json5,.ndjson,.txt,.log,.sse,.toml,application/json"
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
      <Text c="dimmed">or drop .json, .jsonl and .toml files on the window.</Text>
      <Text c="dimmed" w="100%">
        A captured tools/list of an MCP server, tools of OpenAI, Anthropic, Gemini, Bedrock, LangChain or the AI SDK, a
        tools.jsonl, or a client configuration that names servers. Up to 20,000 tools and 32 MB a file.
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
          <span className="mono">
            <VisibleText text={name} lines={false} />
          </span>{' '}
          was not read. {reason}
        </li>
      ))}
      {files.map(({ name, text }) => (
        <li key={name} className="dim">
          <span className="mono">
            <VisibleText text={name} lines={false} />
          </span>{' '}
          · {Math.max(1, Math.round(text.length / 1024)).toLocaleString('en-US')} KB
        </li>
      ))}
    </ul>
  );
}

/** A client configuration holds no tools, it names servers: they are a step away, and none is started by taking it. */
function ClientConfig({ files, error }: { files: readonly ImportFile[]; error: PegboardError }) {
  const client = useClient();
  const close = useImportDialog((state) => state.close);
  const showConfig = useAddSource((state) => state.showConfig);
  const file = files.find(({ name }) => name === error.data?.file) ?? files[0];
  const read = useMutation({
    mutationFn: async ({ name, text }: ImportFile) => {
      const config = await client.discovery.read({ name, text });
      if (!config) return;
      close();
      showConfig(config);
    },
  });
  return (
    <Alert variant="outline" color="violet" icon={<IconPlug size={18} />} data-testid="client-config">
      <Text mb="sm">
        <VisibleText text={error.message} />
      </Text>
      {read.error && <ErrorNotice error={toPegboardError(read.error)} />}
      <Button variant="filled" loading={read.isPending} onClick={() => file && read.mutate(file)}>
        Choose its servers…
      </Button>
    </Alert>
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
