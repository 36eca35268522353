import { Alert, Button, FileButton, Group, Loader, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconPlug, IconUpload } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/import.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { openReview } from '../server-review/review-acts.ts';
import styles from './import.module.css';
import { ImportPlanView } from './import-plan-view.tsx';
import { changeText, reviewConfigs, settleText, takeFiles, takePastedConfig, useImport } from './import-store.ts';
import type { Recognised } from './recognise.ts';
import { type Importing, sourceNameProblem, useImportPlan } from './use-import-plan.ts';

/** One place for any input: its kind is recognised, and it leads to the plan, the sheet or the form that it needs. */
export function ImportForm() {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const { recognised, files, configs, source } = useImport();
  const { close, change, goTo } = useAddSource();
  useUnsavedWork(files.length > 0 ? strings.importForm.youChoseTools : null);
  const [sourceName, setSourceName] = useState(source);
  const [plannedName] = useDebouncedValue(sourceName.trim(), 250);
  const importing = useImportPlan(plannedName);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (files.length > 0) {
      if (plannedName === sourceName.trim()) importing.apply();
    } else if (configs.length > 0) reviewConfigs({ client, workspace });
    else if (recognised?.kind === 'config') {
      close();
      void openReview(client, { workspace, subjects: [recognised.subject] });
    } else if (recognised?.kind === 'url') {
      change({ url: recognised.url });
      goTo('address');
    } else if (recognised?.kind === 'command') {
      change({ commandLine: recognised.line.replace(/^\$\s+/, '') });
      goTo('command');
    }
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <PasteBox />
        <ChooseFiles />
        <ChosenFiles />
        {configs.length > 0 && <Configs />}
        {files.length === 1 && (
          <TextInput
            label={strings.importForm.nameSourceOptional}
            description={strings.importForm.toolsOfMcpServer}
            value={sourceName}
            onChange={(event) => setSourceName(event.currentTarget.value)}
            error={sourceNameProblem(sourceName.trim())}
          />
        )}
        <ImportPlanSection importing={importing} />
        <Group justify="flex-end" gap="sm">
          {importing.isBlocked && <Text c="var(--pb-severity-error)">{strings.importForm.resolveConflictsFirst}</Text>}
          {importing.changesNothing && !importing.isBlocked && (
            <Text c="dimmed">{strings.importForm.noToolChanged}</Text>
          )}
          <Button onClick={close}>{strings.importForm.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={importing.isApplying}
            disabled={
              files.length > 0
                ? !importing.canApply || plannedName !== sourceName.trim()
                : configs.length === 0 && !leadsOn(recognised)
            }
          >
            {files.length > 0 ? strings.importForm.importLabel : nextWords(recognised, configs.length > 0)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function leadsOn(recognised: Recognised | null): boolean {
  return recognised?.kind === 'config' || recognised?.kind === 'url' || recognised?.kind === 'command';
}

function nextWords(recognised: Recognised | null, hasConfigs: boolean): string {
  if (hasConfigs) return strings.importForm.reviewServers;
  return recognised?.kind === 'config'
    ? strings.importForm.reviewServers2(recognised.servers)
    : strings.importForm.continue;
}

/** Milliseconds without a letter after which a text is read. */
const restMs = 300;

function PasteBox() {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const { text, recognised } = useImport();
  const settle = useDebouncedCallback((typed: string) => void settleText(client, typed), restMs);
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A part of a text that is there already is not a configuration of its own.
    if (text.trim() === '') void takePastedConfig({ client, workspace }, event.clipboardData.getData('text/plain'));
  };
  return (
    <>
      <Textarea
        label={strings.importForm.pasteYourConfigurationCommand}
        description={strings.importForm.clientConfigurationCommandLine}
        placeholder="npx -y @modelcontextprotocol/server-filesystem ."
        classNames={{ input: 'mono' }}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        data-autofocus
        value={text}
        onPaste={onPaste}
        onChange={(event) => {
          changeText(event.currentTarget.value);
          settle(event.currentTarget.value);
        }}
      />
      {recognised?.kind === 'unknown' ? (
        <Alert color="yellow" variant="outline" role="status">
          {recognised.reason}
        </Alert>
      ) : (
        <Text c="dimmed" data-testid="pasted-kind" aria-live="polite">
          {recognised ? kindWords(recognised) : ''}
        </Text>
      )}
    </>
  );
}

function kindWords(recognised: Recognised): string {
  switch (recognised.kind) {
    case 'url':
      return strings.importForm.address;
    case 'command':
      return strings.importForm.commandLine;
    case 'config':
      return strings.importForm.configurationServers(recognised.servers);
    default:
      return '';
  }
}

function ChooseFiles() {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const isReading = useImport((state) => state.isReading);
  return (
    <div className={`${styles.choose} button-row`}>
      <FileButton
        multiple
        accept=".json,.jsonl,.jsonc,.json5,.ndjson,.yaml,.yml,.txt,.log,.sse,.toml,.mcpb,.dxt,application/json"
        onChange={(picked) => void takeFiles({ client, workspace }, picked)}
        inputProps={{ 'aria-label': strings.importForm.filesImport }}
      >
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={15} />}>
            {strings.importForm.chooseFiles}
          </Button>
        )}
      </FileButton>
      {isReading ? (
        <Group gap="sm">
          <Loader size={14} aria-hidden /> <Text>{strings.importForm.readingFiles}</Text>
        </Group>
      ) : (
        <Text c="dimmed">{strings.importForm.youCanAlsoDrop}</Text>
      )}
    </div>
  );
}

function ChosenFiles() {
  const { text, files, refused } = useImport();
  if (text !== '' || files.length + refused.length === 0) return null;
  return (
    <ul className={`spaced-list ${styles.files}`} aria-label={strings.importForm.files}>
      {refused.map(({ name, reason }) => (
        <li key={name} className="is-error" role="alert">
          {fill(strings.importForm.pegboardCouldNotRead, {
            name: <VisibleText as="span" className="mono" text={name} lines={false} />,
            reason,
          })}
        </li>
      ))}
      {files.map(({ name, text: content }) => (
        <li key={name} className="dim">
          {fill(strings.importForm.kb, {
            name: <VisibleText as="span" className="mono" text={name} lines={false} />,
            max: formatCount(Math.max(1, Math.round(content.length / 1024))),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Configurations among the files: they hold no tools, they name servers. */
function Configs() {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const { configs, files } = useImport();
  const servers = configs.reduce((sum, { review }) => sum + (review?.servers.length ?? 0), 0);
  return (
    <Alert variant="outline" color="violet" icon={<IconPlug size={18} />} data-testid="client-config">
      <Text>
        <VisibleText text={configs.map(({ title }) => title).join(', ')} />{' '}
        {configs.length === 1 ? strings.importForm.names : strings.importForm.name}{' '}
        {strings.importForm.servers(servers)}. {files.length > 0 && strings.importForm.youCanReviewThem}
      </Text>
      {files.length > 0 && (
        <Button mt="sm" onClick={() => reviewConfigs({ client, workspace })}>
          {strings.importForm.reviewServersNow}
        </Button>
      )}
    </Alert>
  );
}

/** The plan for the chosen tools, or why there is none. */
function ImportPlanSection({ importing }: { importing: Importing }) {
  const { plan, isPlanning, error, changedMeanwhile } = importing;
  return (
    <>
      {isPlanning && (
        <Group gap="sm">
          <Loader size={14} aria-hidden /> <Text>{strings.importForm.loadingTools}</Text>
        </Group>
      )}
      {error && <ErrorNotice error={error} />}
      {changedMeanwhile && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} />} role="status">
          <Text data-testid="import-changed">{strings.importForm.workspaceHasChangedCheck}</Text>
        </Alert>
      )}
      {plan && <ImportPlanView plan={plan} />}
    </>
  );
}
