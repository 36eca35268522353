import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useWorkspaceActions } from '../../platform/use-workspace-actions.ts';
import { strings } from '../../strings/app.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { useAskForWorkspace } from '../use-ask-for-workspace.ts';

/** The content of a window while no workspace is open. */
export function NoWorkspacePage() {
  const { openDemo } = useWorkspaceActions();
  const askForWorkspace = useAskForWorkspace();
  return (
    <EmptyPage
      icon={<IconGridDots size={28} />}
      title={strings.noWorkspacePage.noWorkspaceOpen}
      level={1}
      actions={
        <>
          <Button variant="filled" loading={openDemo.isPending} onClick={() => openDemo.mutate()}>
            {strings.noWorkspacePage.openDemo}
          </Button>
          <Button onClick={() => askForWorkspace('open-workspace')}>{strings.noWorkspacePage.openFolder}</Button>
          <Button onClick={() => askForWorkspace('new-workspace')}>{strings.noWorkspacePage.newWorkspace}</Button>
          <CommandLine command="pegboard init my-agent" />
        </>
      }
    >
      {strings.noWorkspacePage.workspaceIsFolder}
    </EmptyPage>
  );
}
