import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Command } from '../../state/command.ts';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { isMac } from '../../ui/is-mac.ts';
import { commandFor } from './keymap.ts';

const writingElements =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], .native-edit-context';

/** Runs the command whose shortcut is pressed, anywhere in the window. While a dialog is open nothing
 * behind it runs, and the browser's own meaning of the keys stays away too. */
export function useKeymap(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  }, [commands]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const command = commandFor(latest.current, event, { isMac, isWriting: target.matches(writingElements) });
      const isInDialog = isDialogOpen() || target.closest('[role=dialog]') !== null;
      if (!command) return;
      event.preventDefault();
      // Drawn at once: the next key must not do anything behind a dialog that this one opens.
      if (!isInDialog) flushSync(() => command.run());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
