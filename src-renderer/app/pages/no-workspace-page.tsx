import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useWorkspaceActions } from '../../platform/use-workspace-actions.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { useAskForWorkspace } from '../use-ask-for-workspace.ts';

/** What a window shows while no workspace is open. */
export function NoWorkspacePage() {
  const { openDemo } = useWorkspaceActions();
  const askForWorkspace = useAskForWorkspace();
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
          <Button onClick={() => askForWorkspace('open-workspace')}>Open a folder…</Button>
          <Button onClick={() => askForWorkspace('new-workspace')}>New workspace…</Button>
          <CommandLine command="pegboard init my-agent" />
        </>
      }
    >
      A workspace is a folder with a pegboard.yaml: your tools, what is always loaded, and who may see what. The demo
      has tools of GitHub, Slack and a task list, and works offline.
    </EmptyPage>
  );
}
