import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Command } from '../../state/command.ts';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { isMac } from '../../ui/is-mac.ts';
import { commandFor } from './keymap.ts';
import { hasOwnUndo, noteInput } from './own-undo.ts';

const writingElements =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], .native-edit-context';

/** Some browsers give an editor an empty field to write in. */
const textHasOwnUndo = (target: Element) => target.closest('.monaco-editor') !== null || hasOwnUndo(target);

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
      const isWriting = target.matches(writingElements);
      const command = commandFor(latest.current, event, { isMac, isWriting, hasOwnUndo: textHasOwnUndo(target) });
      const isInDialog = isDialogOpen() || target.closest('[role=dialog]') !== null;
      if (!command) return;
      event.preventDefault();
      // Drawn at once: the next key must not do anything behind a dialog that this one opens.
      if (!isInDialog) flushSync(() => command.run());
    };
    const onInput = ({ target }: Event) => {
      if (target) noteInput(target);
    };
    window.addEventListener('keydown', onKeyDown);
    // Before React handles it: a handler may set another value.
    window.addEventListener('input', onInput, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('input', onInput, { capture: true });
    };
  }, []);
}
