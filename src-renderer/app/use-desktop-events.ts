import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import type { DesktopEvent } from '#shared/contract/desktop.ts';
import { useClient } from '../platform/client.ts';
import { electronBridge } from '../platform/host.ts';
import { watchStream } from '../platform/watch-stream.ts';
import type { Command } from '../state/command.ts';
import { onOtherWorkspace, openPath } from '../state/open-workspace.ts';
import { strings } from '../strings/app.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';

/** Does what the native window asks for: commands of its menu, addresses, a notice after a crash. Nothing in a browser. */
export function useDesktopEvents(commands: readonly Command[]): void {
  const client = useClient();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  }, [commands]);

  useEffect(() => {
    if (!electronBridge()) return;
    const listening = new AbortController();
    const { signal } = listening;
    let stopWaiting = () => {};
    const take = (event: DesktopEvent) => {
      if (event.type === 'command') runCommand(latest.current, event.id);
      if (event.type === 'recovered') tellOfRecovery(event.reason);
      if (event.type !== 'address') return;
      stopWaiting();
      stopWaiting = showAddress(event.address, event.workspace);
    };
    void watchStream(() => client.desktop.events(undefined, { signal }), take, signal);
    return () => {
      listening.abort();
      stopWaiting();
    };
  }, [client]);
}

/** As with keys, nothing runs behind an open dialog. */
function runCommand(commands: readonly Command[], id: string): void {
  if (isDialogOpen()) return;
  const command = commands.find((each) => each.id === id);
  if (command?.when?.() ?? true) command?.run();
}

/** Goes to an address as if it was typed, once its workspace is open. As with commands, not behind an open dialog. Returns how to stop waiting. */
function showAddress(address: string, workspace: string | null): () => void {
  const go = () => {
    if (!isDialogOpen()) window.location.hash = address;
  };
  if (workspace === null || workspace === openPath()) {
    go();
    return () => {};
  }
  const stop = onOtherWorkspace((_from, to) => {
    if (to !== workspace) return;
    stop();
    go();
  });
  return stop;
}

function tellOfRecovery(reason: string): void {
  notifications.show({
    color: 'yellow',
    title: strings.useDesktopEvents.pegboardReloaded,
    message: strings.useDesktopEvents.pageStoppedUnexpectedlyWorkspace(reason),
    autoClose: false,
  });
}
