import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { electronBridge } from '../../platform/host.ts';
import { strings } from '../../strings/app.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** Shown when no connection was ever made. It keeps trying behind this page. */
export function CannotConnectPage() {
  const inWindow = electronBridge() !== undefined;
  return (
    <main style={{ height: '100%' }} data-testid="cannot-connect-page">
      <EmptyPage
        icon={<IconPlugConnectedX size={28} />}
        title={strings.cannotConnectPage.pegboardDoesNotRespond}
        level={1}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>{strings.cannotConnectPage.tryAgain}</Button>
            {!inWindow && <CommandLine command="pegboard serve" />}
          </>
        }
      >
        {inWindow ? strings.cannotConnectPage.windowIsOpenBut : strings.cannotConnectPage.pegboardHasStopped}
      </EmptyPage>
    </main>
  );
}
