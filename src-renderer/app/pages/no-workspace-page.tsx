import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useNavigation } from '../../state/navigation-store.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { useWorkspaceActions } from '../use-workspace-actions.ts';

/** What a window shows while no workspace is open. */
export function NoWorkspacePage() {
  const { openDemo } = useWorkspaceActions();
  const openDialog = useNavigation((state) => state.openDialog);
  return (
    <EmptyPage
      icon={<IconGridDots size={28} />}
      title="No workspace is open"
      level={1}
      actions={
        <>
          <Button variant="filled" loading={openDemo.isPending} onClick={() => openDemo.mutate()}>
            Open the demo
          </Button>
          <Button onClick={() => openDialog('open-workspace')}>Open a folder…</Button>
          <Button onClick={() => openDialog('new-workspace')}>New workspace…</Button>
          <CommandLine command="pegboard init my-agent" />
        </>
      }
    >
      A workspace is a folder with a pegboard.yaml: your tools, what is always loaded, and who may see what. The demo
      has tools of GitHub, Slack and a task list, and works offline.
    </EmptyPage>
  );
}
