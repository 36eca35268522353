import { Autocomplete, Button, Group, Modal, TagsInput, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { defaultGoldenFile, type GoldenQuery } from '#shared/domain/golden-query.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { saveGolden } from '../../platform/golden-acts.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { strings } from '../../strings/evaluate.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useGoldenDialog } from './golden-dialog-store.ts';

/** Adding a golden query, or changing one: what is asked, and what is right for it. */
export function GoldenDialog() {
  const { editing, close } = useGoldenDialog();
  return (
    <Modal
      opened={editing !== null}
      onClose={close}
      title={editing === 'new' ? strings.goldenDialog.addGoldenQuery : strings.goldenDialog.changeGoldenQuery}
      size={620}
    >
      {editing !== null && <GoldenForm before={editing === 'new' ? null : editing} />}
    </Modal>
  );
}

/** Names offered at a time: more are a word away. */
const offered = 8;

function GoldenForm({ before }: { before: GoldenQuery | null }) {
  const close = useGoldenDialog((state) => state.close);
  const golden = useGolden();
  const names = useToolNames();
  const fileId = useId();
  const [query, setQuery] = useState(before?.query ?? '');
  const [groups, setGroups] = useState<readonly (readonly string[])[]>(before?.relevant ?? [[]]);
  const [file, setFile] = useState(before?.file ?? golden?.files[0]?.path ?? defaultGoldenFile);
  const save = useMutation({
    mutationFn: () => saveGolden({ query, relevant: filled, file }, before),
    onSuccess: close,
  });
  const filled = groups.filter((group) => group.length > 0);
  const unknown = names ? filled.flat().filter((name) => !names.has(name)) : [];
  const canSave = query.trim() !== '' && filled.length > 0;
  const setGroup = (at: number, group: readonly string[]) => setGroups(groups.with(at, group));
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <DialogForm
      onKeyDown={onKeyDown}
      submit={before ? strings.goldenDialog.save : strings.goldenDialog.add}
      isReady={canSave}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onCancel={close}
    >
      <Textarea
        label={strings.goldenDialog.query}
        description={strings.goldenDialog.toUseWordsOfPerson}
        autosize
        minRows={1}
        maxRows={6}
        data-autofocus
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {groups.map((group, at) => (
        <ToolsInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          key={at}
          label={at === 0 ? strings.goldenDialog.expectedTool : strings.goldenDialog.alsoRequired}
          description={at === 0 ? strings.goldenDialog.anyOneOfTools : undefined}
          names={names}
          value={group}
          onChange={(value) => setGroup(at, value)}
        />
      ))}
      {unknown.length > 0 && (
        <Text c="var(--pb-severity-warning)" role="status">
          {strings.goldenDialog.catalogHasNoTool(unknown.join(', '))}
        </Text>
      )}
      <Group justify="space-between" align="flex-end">
        <Button onClick={() => setGroups([...groups, []])} disabled={groups.some((group) => group.length === 0)}>
          {strings.goldenDialog.requireAnotherTool}
        </Button>
        {before === null && (
          <Autocomplete
            id={fileId}
            label={strings.goldenDialog.file}
            w={260}
            data={golden?.files.map(({ path }) => path) ?? []}
            value={file}
            onChange={setFile}
          />
        )}
      </Group>
    </DialogForm>
  );
}

/** Names of tools; what is typed offers some, and nothing typed offers nothing: ten thousand would be no help. */
function ToolsInput({
  names,
  value,
  onChange,
  ...labels
}: {
  label: string;
  description: string | undefined;
  names: ReadonlySet<string> | null;
  value: readonly string[];
  onChange(value: readonly string[]): void;
}) {
  const [typed, setTyped] = useState('');
  const data = useMemo(() => [...(names ?? [])], [names]);
  return (
    <TagsInput
      {...labels}
      data={data}
      limit={offered}
      value={[...value]}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      dropdownOpened={typed !== ''}
      withScrollArea={false}
    />
  );
}

/** The names of all tools; null until they are known. */
function useToolNames(): ReadonlySet<string> | null {
  const { data } = useCatalogList();
  return useMemo(() => data && new Set(data.map(({ name }) => name)), [data]) ?? null;
}
