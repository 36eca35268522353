import { notifications } from '@mantine/notifications';
import { errorTable } from '#shared/errors.ts';
import { type ChangeToMake, lastChange, rememberChange, runChange, useUndo } from '../state/undo-store.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { noticeButton } from '../ui/notice-button.tsx';
import { toPegboardError } from './pegboard-error.ts';

/** Milliseconds that the notice stays; the palette takes the change back later too. */
const noticeMs = 15_000;

/** Says what was done, with a button that takes it back. */
export function offerUndo(change: ChangeToMake, text?: string): void {
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
  await run('undos', id);
}

/** Takes the last change of a workspace back, or makes the last one that was taken back again. */
export async function runLastChange(list: 'undos' | 'redos', workspace: string): Promise<void> {
  const change = lastChange(list, workspace);
  if (!change) return;
  notifications.hide(change.id);
  await run(list, change.id);
}

async function run(list: 'undos' | 'redos', id: string): Promise<void> {
  const done = useUndo.getState()[list].find((change) => change.id === id)?.done ?? '';
  try {
    const change = await runChange(list, id);
    if (!change) return;
    const title = list === 'undos' ? 'Undone' : 'Done again';
    notifications.show({ title, message: visibleString(change.done), color: 'green', autoClose: 3000 });
  } catch (error) {
    tellError(error, `${list === 'undos' ? 'Not undone' : 'Not done again'}: ${done}`);
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
