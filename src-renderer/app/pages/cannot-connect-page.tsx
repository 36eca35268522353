import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** Shown when no connection was ever made. It keeps trying behind this page. */
export function CannotConnectPage() {
  return (
    <main style={{ height: '100%' }} data-testid="cannot-connect-page">
      <EmptyPage
        icon={<IconPlugConnectedX size={28} />}
        title="Pegboard does not answer"
        level={1}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Try again</Button>
            <CommandLine command="pegboard serve" />
          </>
        }
      >
        It has stopped, or this tab holds the token of an earlier start. Check the terminal where it runs, and open the
        link that it printed last.
      </EmptyPage>
    </main>
  );
}
