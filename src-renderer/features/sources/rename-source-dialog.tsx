import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RenamePlan } from '#shared/domain/live-source.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import { useClient } from '../../platform/client.ts';
import { useSourceList } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/sources.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './sources.module.css';
import { closeSourceDialog, renameSource, useSourceDialog } from './sources-model.ts';

/** Renaming a source: the new name, and everything that follows it, before it is written. */
export function RenameSourceDialog() {
  const name = useSourceDialog(({ dialog }) => (dialog?.kind === 'rename' ? dialog.name : null));
  return (
    <Modal
      opened={name !== null}
      onClose={closeSourceDialog}
      title={strings.renameSourceDialog.rename(name ?? '')}
      size={560}
    >
      {name !== null && <RenameForm key={name} name={name} />}
    </Modal>
  );
}

function RenameForm({ name }: { name: string }) {
  const client = useClient();
  const workspace = useWorkspace();
  const isThere = useSourceList().some((one) => one.name === name);
  const [to, setTo] = useState(name);
  const [planned] = useDebouncedValue(to.trim(), 200);
  const parsed = sourceNameSchema.safeParse(to.trim());
  const isSame = to.trim() === name;
  const plan = useQuery({
    queryKey: ['rename-plan', workspace?.path, workspace?.revision, name, planned],
    queryFn: ({ signal }) => client.sources.rename({ name, to: planned, apply: false }, { signal }),
    enabled: planned !== name && sourceNameSchema.safeParse(planned).success,
    gcTime: 0,
  });
  const rename = useMutation({
    mutationFn: async () => {
      if (workspace) await renameSource(workspace.path, name, to.trim());
    },
  });
  const failure = rename.error ?? plan.error;
  const canRename = parsed.success && !isSame && !plan.error && isThere;
  return (
    <DialogForm
      submit={strings.renameSourceDialog.rename2}
      isReady={canRename}
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate()}
      onCancel={closeSourceDialog}
    >
      <TextInput
        label={strings.renameSourceDialog.newName}
        value={to}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={parsed.success ? null : (parsed.error.issues[0]?.message ?? strings.renameSourceDialog.notValidName)}
      />
      {failure && parsed.success && !isSame && <ErrorNotice error={failure} />}
      {plan.data && !isSame && <RenamePlanView plan={plan.data} />}
    </DialogForm>
  );
}

/** Lines shown of each list; the counts say how many there are. */
const shownLines = 60;

function RenamePlanView({ plan: { tools, fields } }: { plan: RenamePlan }) {
  if (tools.length + fields.length === 0) {
    return <Text data-testid="rename-plan">{strings.renameSourceDialog.onlyNameOfSource}</Text>;
  }
  return (
    <div data-testid="rename-plan">
      <Text>{strings.renameSourceDialog.toolsAndSettings(tools.length, fields.length)}</Text>
      <ScrollRegion className={`${styles.output} mono`} aria-label={strings.renameSourceDialog.otherChanges}>
        {fields.slice(0, shownLines).map(({ path, from, to }) => (
          <div key={`${path} ${from}`}>
            <span className="dim">{path}: </span>
            <VisibleText text={`${from} → ${to}`} />
          </div>
        ))}
        {tools.slice(0, shownLines).map(({ from, to }) => (
          <VisibleText as="div" key={from} text={`${from} → ${to}`} />
        ))}
        {tools.length > shownLines && (
          <div className="dim">{strings.renameSourceDialog.moreTools(formatCount(tools.length - shownLines))}</div>
        )}
      </ScrollRegion>
    </div>
  );
}
