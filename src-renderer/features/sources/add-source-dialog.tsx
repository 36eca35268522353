import { Button, Group, Modal, Tabs, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useSourceList } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type AddWay, addWays, useAddSource } from '../../state/add-source-store.ts';
import {
  addressDrafted,
  type ConnectionDraft,
  commandDrafted,
  type DraftedConnection,
  type DraftProblems,
  emptyDraft,
} from '../../state/connection-draft.ts';
import { jobKey, showSource } from '../../state/sources-view.ts';
import { strings } from '../../strings/sources.ts';
import { ImportForm } from '../import/import-form.tsx';
import { forgetImport } from '../import/import-store.ts';
import { useShownReview } from '../server-review/review-store.ts';
import styles from './add-source.module.css';
import { AddressForm } from './address-form.tsx';
import { CommandForm } from './command-form.tsx';
import { FoundConfigs } from './found-configs.tsx';
import { cancelJob, startJob } from './source-jobs.ts';

const titles: Readonly<Record<AddWay, string>> = strings.addSourceDialog.titles;

/** Every way to a new source. Nothing is started before the user has seen what would run. */
export function AddSourceDialog() {
  const { opened, way, close, goTo } = useAddSource();
  const isReviewing = useShownReview(useWorkspace()?.path) !== undefined;
  useEffect(() => {
    if (!opened) forgetImport();
  }, [opened]);
  return (
    <Modal
      // The sheet of servers lies over it; tools that wait for their import are still here afterwards.
      opened={opened && !isReviewing}
      onClose={close}
      title={strings.addSourceDialog.addSource}
      size={800}
    >
      <Tabs value={way} onChange={(value) => goTo(addWays.find((one) => one === value) ?? 'paste')} keepMounted={false}>
        <Tabs.List>
          {addWays.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="paste" className={styles.panel}>
          <ImportForm />
        </Tabs.Panel>
        <Tabs.Panel value="found" className={styles.panel}>
          <FoundConfigs />
        </Tabs.Panel>
        <Tabs.Panel value="command" className={styles.panel}>
          <DraftForm way="command" />
        </Tabs.Panel>
        <Tabs.Panel value="address" className={styles.panel}>
          <DraftForm way="address" />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

const ways = {
  command: { Form: CommandForm, drafted: commandDrafted, submit: strings.addSourceDialog.start },
  address: { Form: AddressForm, drafted: addressDrafted, submit: strings.addSourceDialog.connect },
} as const;

/** A new source, by its command or its address. */
function DraftForm({ way }: { way: keyof typeof ways }) {
  const { draft, change, close } = useAddSource();
  const { Form, drafted, submit } = ways[way];
  const { problems, onSubmit } = useStartDraft(drafted);
  return (
    <Form draft={draft} problems={problems} change={change} onSubmit={onSubmit}>
      <TextInput
        label={strings.addSourceDialog.nameSourceOptional}
        description={strings.addSourceDialog.toolsAreNamedSource}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problems.name}
      />
      <Group justify="flex-end" gap="sm">
        <Button onClick={close}>{strings.addSourceDialog.cancel}</Button>
        <Button type="submit" variant="filled">
          {submit}
        </Button>
      </Group>
    </Form>
  );
}

/** Submitting one of the two forms: says what is wrong with it, or starts it and shows the Sources screen. */
function useStartDraft(drafted: (draft: ConnectionDraft, taken: readonly string[]) => DraftedConnection): {
  problems: DraftProblems;
  onSubmit(event: FormEvent): void;
} {
  const workspace = useWorkspace();
  const taken = useSourceList().map(({ name }) => name);
  const draft = useAddSource((state) => state.draft);
  const [submitted, setSubmitted] = useState(false);
  const result = drafted(draft, taken);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (result.kind === 'problems' || !workspace) return;
    draftStarted();
    const { connection, name } = result;
    const id = startJob({ workspace: workspace.path, source: name, connection });
    showSource(workspace.path, jobKey(id));
  };
  // No message appears while the user types the value for the first time.
  return { problems: submitted && result.kind === 'problems' ? result.problems : {}, onSubmit };
}

/** The typed source was started: the form is empty again, and the job it replaces is gone. */
function draftStarted(): void {
  const { edited } = useAddSource.getState();
  if (edited !== null) cancelJob(edited);
  useAddSource.setState({ opened: false, draft: emptyDraft, edited: null });
}
