import { Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { useClient } from '../../../platform/client.ts';
import { editConfig } from '../../../platform/edit-config.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { formatCount, formatPlural } from '../../../ui/format-number.ts';
import { type BulkPlan, bulkEdit } from './bulk-changes.ts';
import { closeBulk, useBulk } from './bulk-store.ts';

/** Changes that the core takes in one edit. */
const maximumChanges = 10_000;

/** Mode and tags of all chosen tools at once: says how many change, then writes once. */
export function BulkDialog({ tools }: { tools: readonly ToolSummary[] }) {
  const isOpen = useBulk((state) => state.isOpen) && tools.length > 0;
  return (
    <Modal opened={isOpen} onClose={closeBulk} title={`Change ${formatPlural(tools.length, 'tool')}`} size={480}>
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
        const done = `Changed ${formatPlural(made.tools, 'tool')}`;
        return { changes: made.changes, done, notice: 'Mode or tags, in overlays of pegboard.yaml.' };
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
      submit="Change"
      isReady={canApply}
      isBusy={apply.isPending}
      error={failure}
      onSubmit={() => apply.mutate()}
      onCancel={closeBulk}
    >
      <NativeSelect
        label="Mode"
        data-autofocus
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value)}
        data={[
          { value: '', label: 'leave as it is' },
          { value: 'always', label: 'always: in every prompt' },
          { value: 'deferred', label: 'deferred: found by search' },
          { value: 'reset', label: 'reset: what the source says' },
        ]}
      />
      <TextInput
        label="Add tags"
        description="With commas between them"
        value={added}
        onChange={(event) => setAdded(event.currentTarget.value)}
      />
      <TextInput label="Remove tags" value={removed} onChange={(event) => setRemoved(event.currentTarget.value)} />
      <Text role="status" data-testid="bulk-preview">
        {edit === null
          ? 'Reading pegboard.yaml…'
          : `${formatCount(edit.tools)} of ${formatPlural(tools.length, 'tool')} change.`}
        {edit !== null &&
          edit.overruled > 0 &&
          ` The mode of ${formatCount(edit.overruled)} stays: a pattern decides it, or search is off.`}
        {isTooMuch && ` That is more than ${formatCount(maximumChanges)} fields at once: choose fewer tools.`}
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
