import { Button, Menu, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconFileImport,
  IconFolderOpen,
  IconFolderPlus,
  IconGridDots,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openImport } from '../features/import/import-store.ts';
import { useClient } from '../platform/client.ts';
import { recentKey, useWorkspaceActions } from '../platform/use-workspace-actions.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import styles from './shell.module.css';
import { useAskForWorkspace } from './use-ask-for-workspace.ts';

/** Recent workspaces in the menu; the switcher has them all. */
const shownRecent = 6;

/** The open workspace, those before it, and every way to another one. */
export function WorkspaceMenu() {
  const client = useClient();
  const workspace = useWorkspace();
  const [opened, setOpened] = useState(false);
  const { openRecent, openDemo } = useWorkspaceActions();
  const askForWorkspace = useAskForWorkspace();
  const openDialog = useNavigation((state) => state.openDialog);
  const recent = useQuery({
    queryKey: recentKey,
    queryFn: ({ signal }) => client.workspace.recent(undefined, { signal }),
    enabled: opened,
  });
  const others = (recent.data ?? []).filter(({ path }) => path !== workspace?.path);

  return (
    <Menu position="bottom-start" width={340} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          className={styles.workspaceButton}
          rightSection={<IconChevronDown size={14} />}
          data-testid="workspace-menu"
          title={workspace ? visibleString(workspace.path) : undefined}
        >
          {workspace ? <VisibleText text={workspace.name} /> : strings.workspaceMenu.noWorkspace}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspace && (
          <>
            <Menu.Label>
              <VisibleText text={workspace.name} />
              {workspace.is_demo && <> · {strings.workspaceMenu.sampleTools}</>}
              <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
                <VisibleText text={workspace.path} />
              </Text>
            </Menu.Label>
            <Menu.Item
              leftSection={<IconFileImport size={15} />}
              rightSection={<ShortcutKeys shortcut="mod+i" />}
              onClick={() => openImport()}
            >
              {strings.workspaceMenu.importTools}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconFolderOpen size={15} />}
          rightSection={<ShortcutKeys shortcut="mod+o" />}
          onClick={() => askForWorkspace('open-workspace')}
        >
          {strings.workspaceMenu.openFolder}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderPlus size={15} />} onClick={() => askForWorkspace('new-workspace')}>
          {strings.workspaceMenu.newWorkspace}
        </Menu.Item>
        <Menu.Item leftSection={<IconGridDots size={15} />} onClick={() => openDemo.mutate()}>
          {strings.workspaceMenu.openDemoWorkspace}
        </Menu.Item>
        {others.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{strings.workspaceMenu.recent}</Menu.Label>
            {others.slice(0, shownRecent).map(({ path, name, missing }) => (
              <Menu.Item
                key={path}
                title={visibleString(path)}
                // The switcher says that it is gone, and takes it off the list.
                onClick={() => (missing ? openDialog('switch-workspace') : openRecent.mutate(path))}
              >
                <VisibleText text={name} />
                {missing && <span className={styles.missingWorkspace}>{strings.workspaceMenu.missing}</span>}
                <PathText path={path} />
              </Menu.Item>
            ))}
            <Menu.Item
              leftSection={<IconSwitchHorizontal size={15} />}
              rightSection={<ShortcutKeys shortcut="mod+shift+o" />}
              onClick={() => openDialog('switch-workspace')}
            >
              {strings.workspaceMenu.searchRecent}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
