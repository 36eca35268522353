import { Modal, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ListedWorkspace } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../platform/client.ts';
import { recentKey, useWorkspaceActions } from '../platform/use-workspace-actions.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { ListOption } from '../ui/list-box.tsx';
import { PathText } from '../ui/path-text.tsx';
import { exactTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { useAskForWorkspace } from './use-ask-for-workspace.ts';
import styles from './workspace-switcher.module.css';
import { switcherRows } from './workspace-switcher-rows.ts';

const optionId = (index: number) => `switcher-${index}`;

/** Another workspace by a few letters of its name or path; those whose folder is gone are marked and can be taken off. */
export function WorkspaceSwitcher() {
  const opened = useNavigation((state) => state.dialog === 'switch-workspace');
  const closeDialog = useNavigation((state) => state.closeDialog);
  return (
    <Modal opened={opened} onClose={closeDialog} title={strings.workspaceSwitcher.switchWorkspace} size="lg">
      {opened && <Switcher close={closeDialog} />}
    </Modal>
  );
}

function Switcher({ close }: { close(): void }) {
  const client = useClient();
  const current = useWorkspace()?.path;
  const { openRecent, openDemo, forget } = useWorkspaceActions();
  const ask = useAskForWorkspace();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const recent = useQuery({
    queryKey: recentKey,
    queryFn: ({ signal }) => client.workspace.recent(undefined, { signal }),
    refetchOnMount: 'always',
  });
  const rows = switcherRows(recent.data ?? [], { current, text });
  const selected = Math.min(chosen, rows.length - 1);
  const row = rows[selected];

  const takeWay = (way: 'open-workspace' | 'new-workspace' | 'demo') => {
    if (way === 'demo') openDemo.mutate();
    // A dialog of its own has to find the focus already given back.
    else setTimeout(() => ask(way));
  };
  const take = (at: number) => {
    const taken = rows[at];
    if (!taken) return;
    if (taken.kind === 'recent' && taken.workspace.missing) return setChosen(at);
    close();
    if (taken.kind === 'recent') openRecent.mutate(taken.workspace.path);
    else takeWay(taken.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, value } = event.currentTarget;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => setChosen(Math.min(selected + 1, rows.length - 1)),
      ArrowUp: () => setChosen(Math.max(selected - 1, 0)),
      Enter: () => take(selected),
      // Behind the last letter the key has nothing to delete.
      Delete:
        row?.kind === 'recent' && selectionStart === value.length ? () => forget.mutate(row.workspace.path) : undefined,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <>
      <TextInput
        data-autofocus
        aria-label={strings.workspaceSwitcher.workspaceToOpen}
        placeholder={strings.workspaceSwitcher.namePath}
        leftSection={<IconSearch size={14} />}
        role="combobox"
        aria-expanded
        aria-controls="switcher-list"
        aria-activedescendant={row ? optionId(selected) : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="switcher-list" className={styles.list} role="listbox" aria-label={strings.workspaceSwitcher.workspaces}>
        {rows.map((one, index) => (
          <ListOption
            key={one.kind === 'recent' ? one.workspace.path : one.id}
            id={optionId(index)}
            className={styles.row}
            isChosen={index === selected}
            data-testid="switcher-row"
            data-missing={(one.kind === 'recent' && one.workspace.missing) || undefined}
            onClick={() => take(index)}
          >
            {one.kind === 'act' ? (
              <span>{one.title}</span>
            ) : (
              <Recent workspace={one.workspace} onForget={() => forget.mutate(one.workspace.path)} />
            )}
          </ListOption>
        ))}
      </div>
      <p className={styles.foot}>
        {row?.kind === 'recent' && row.workspace.missing
          ? strings.workspaceSwitcher.thisFolderNoLonger
          : strings.workspaceSwitcher.enterOpensWorkspaceDelete}
      </p>
    </>
  );
}

function Recent({ workspace, onForget }: { workspace: ListedWorkspace; onForget(): void }) {
  const { name, path, opened_at, missing } = workspace;
  const now = useNow();
  return (
    <>
      <span className={`${styles.name} cut gives-way`}>
        <VisibleText text={name} lines={false} />
        {missing && <span className={styles.missing}>{strings.workspaceSwitcher.missing}</span>}
      </span>
      <span className="note dim" title={exactTime(opened_at)}>
        {relativeTime(opened_at, now)}
      </span>
      <span
        className={`${styles.remove} centered`}
        aria-hidden
        title={strings.workspaceSwitcher.removeFromThisList}
        onClick={(event) => {
          event.stopPropagation();
          onForget();
        }}
      >
        <IconX size={14} />
      </span>
      <span className="narrow note whole" title={visibleString(path)}>
        <PathText path={path} />
      </span>
    </>
  );
}
