import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { electronBridge } from '../../platform/host.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** Shown when no connection was ever made. It keeps trying behind this page. */
export function CannotConnectPage() {
  const inWindow = electronBridge() !== undefined;
  return (
    <main style={{ height: '100%' }} data-testid="cannot-connect-page">
      <EmptyPage
        icon={<IconPlugConnectedX size={28} />}
        title="Pegboard does not answer"
        level={1}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Try again</Button>
            {!inWindow && <CommandLine command="pegboard serve" />}
          </>
        }
      >
        {inWindow
          ? 'Its window is here, but what works behind it does not answer. Try again; if that does not help, quit Pegboard and start it again.'
          : 'It has stopped, or this tab holds the token of an earlier start. Check the terminal where it runs, and open the link that it printed last.'}
      </EmptyPage>
    </main>
  );
}
