import { Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { useClient } from '../../../platform/client.ts';
import { editConfig } from '../../../platform/edit-config.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/curate.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { type BulkPlan, bulkEdit } from './bulk-changes.ts';
import { closeBulk, useBulk } from './bulk-store.ts';

/** Changes that the core takes in one edit. */
const maximumChanges = 10_000;

/** Mode and tags of all chosen tools at once: says how many change, then writes once. */
export function BulkDialog({ tools }: { tools: readonly ToolSummary[] }) {
  const isOpen = useBulk((state) => state.isOpen) && tools.length > 0;
  return (
    <Modal opened={isOpen} onClose={closeBulk} title={strings.bulkDialog.changeTools(tools.length)} size={480}>
      {isOpen && <BulkForm tools={tools} />}
    </Modal>
  );
}

function BulkForm({ tools }: { tools: readonly ToolSummary[] }) {
  const client = useClient();
  const workspace = useWorkspace();
  const [mode, setMode] = useState('');
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const config = useQuery({
    queryKey: ['config-written', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.config.read(undefined, { signal }),
    gcTime: 0,
  });
  const plan = useMemo(
    (): BulkPlan => ({ mode: modeOf(mode), addTags: tagsOf(added), removeTags: tagsOf(removed) }),
    [mode, added, removed],
  );
  const edit = useMemo(
    () => (config.data ? bulkEdit(tools, mapOf(config.data.written.overlays), plan) : null),
    [tools, config.data, plan],
  );
  const apply = useMutation({
    mutationFn: async () => {
      await editConfig(workspace?.path ?? '', ({ written }) => {
        const made = bulkEdit(tools, mapOf(written.overlays), plan);
        const done = strings.bulkDialog.changedTools(made.tools);
        return { changes: made.changes, done, notice: strings.bulkDialog.changesModeOrTags };
      });
    },
    onSuccess: closeBulk,
  });
  const isTooMuch = edit !== null && edit.changes.length > maximumChanges;
  const canApply = edit !== null && edit.tools > 0 && !isTooMuch;
  const failure = apply.error ?? config.error;
  return (
    <DialogForm
      data-testid="bulk"
      submit={strings.bulkDialog.change}
      isReady={canApply}
      isBusy={apply.isPending}
      error={failure}
      onSubmit={() => apply.mutate()}
      onCancel={closeBulk}
    >
      <NativeSelect
        label={strings.bulkDialog.mode}
        data-autofocus
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value)}
        data={[
          { value: '', label: strings.bulkDialog.keep },
          { value: 'always', label: strings.bulkDialog.alwaysEveryPrompt },
          { value: 'deferred', label: strings.bulkDialog.deferredFoundSearch },
          { value: 'reset', label: strings.bulkDialog.resetUseValue },
        ]}
      />
      <TextInput
        label={strings.bulkDialog.addTags}
        description={strings.bulkDialog.separateTagsWithCommas}
        value={added}
        onChange={(event) => setAdded(event.currentTarget.value)}
      />
      <TextInput
        label={strings.bulkDialog.removeTags}
        value={removed}
        onChange={(event) => setRemoved(event.currentTarget.value)}
      />
      <Text role="status" data-testid="bulk-preview">
        {edit === null
          ? strings.bulkDialog.readingPegboardYaml
          : strings.bulkDialog.toolsChange(formatCount(edit.tools), tools.length)}{' '}
        {edit !== null && edit.overruled > 0 && strings.bulkDialog.modeOf(formatCount(edit.overruled))}{' '}
        {isTooMuch && strings.bulkDialog.thatIsMore(formatCount(maximumChanges))}
      </Text>
    </DialogForm>
  );
}

function modeOf(value: string): BulkPlan['mode'] {
  return value === 'always' || value === 'deferred' || value === 'reset' ? value : null;
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean);
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
