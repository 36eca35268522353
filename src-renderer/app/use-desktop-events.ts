import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import type { DesktopEvent } from '#shared/contract/desktop.ts';
import { useClient } from '../platform/client.ts';
import { electronBridge } from '../platform/host.ts';
import { watchStream } from '../platform/watch-stream.ts';
import type { Command } from '../state/command.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';

/** Does what the native window asks for: commands of its menu, a notice after a crash. Nothing in a browser. */
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
    const take = (event: DesktopEvent) =>
      event.type === 'command' ? runCommand(latest.current, event.id) : tellOfRecovery(event.reason);
    void watchStream(() => client.desktop.events(undefined, { signal }), take, signal);
    return () => listening.abort();
  }, [client]);
}

/** As with keys, nothing runs behind an open dialog. */
function runCommand(commands: readonly Command[], id: string): void {
  if (isDialogOpen()) return;
  const command = commands.find((each) => each.id === id);
  if (command?.when?.() ?? true) command?.run();
}

function tellOfRecovery(reason: string): void {
  notifications.show({
    color: 'yellow',
    title: 'Pegboard was loaded again',
    message: `Its page had ended by itself (${reason}). The workspace is untouched; what was typed here is gone.`,
    autoClose: false,
  });
}
