import { notifications } from '@mantine/notifications';
import { errorTable } from '#shared/errors.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { noticeButton } from '../../ui/notice-button.tsx';
import { rememberChange, takeChange, type UndoableChange } from './undo-store.ts';

/** Milliseconds that the notice stays; the palette takes the change back later too. */
const noticeMs = 15_000;

/** Says what was done, with a button that takes it back. */
export function offerUndo(change: Omit<UndoableChange, 'id'>, text?: string): void {
  const id = crypto.randomUUID();
  rememberChange({ ...change, id });
  notifications.show({
    id,
    title: visibleString(change.done),
    message: noticeButton('Undo', () => void undoChange(id), text === undefined ? undefined : visibleString(text)),
    autoClose: noticeMs,
  });
}

/** Says what was done where it cannot be taken back. */
export function tellRemoved(title: string, message: string): void {
  notifications.show({ title: visibleString(title), message: visibleString(message) });
}

/** Takes a change back, once. */
export async function undoChange(id: string): Promise<void> {
  notifications.hide(id);
  const change = takeChange(id);
  if (!change) return;
  try {
    await change.undo();
    notifications.show({ title: 'Undone', message: visibleString(change.done), color: 'green' });
  } catch (error) {
    tellError(error, `Not undone: ${change.done}`);
  }
}

/** Says that something failed, and what to do. */
export function tellError(error: unknown, title?: string): void {
  const { code, message, hint } = toPegboardError(error);
  notifications.show({
    color: 'red',
    title: visibleString(title ?? errorTable[code].title),
    message: visibleString(hint === undefined ? message : `${message} ${hint}`),
    autoClose: false,
  });
}
