import { notifications } from '@mantine/notifications';
import { PegboardError } from '#shared/errors.ts';
import { useNavigation } from '../state/navigation-store.ts';
import {
  type ChangeToMake,
  changeInTheWay,
  forgetChange,
  rememberChange,
  runChange,
  runLastChange as runLast,
  type UndoableChange,
  type UndoList,
  useUndo,
} from '../state/undo-store.ts';
import { strings } from '../strings/platform.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { noticeButton } from '../ui/notice-button.tsx';
import { toPegboardError } from '../ui/pegboard-error.ts';
import { mendError, tellError } from './error-notices.tsx';

export { tellError } from './error-notices.tsx';

/** Milliseconds that the notice stays; the palette takes the change back later too. */
const noticeMs = 15_000;

/** Says what was done, with a button that takes it back. */
export function offerUndo(change: ChangeToMake, text?: string): void {
  const id = noteChange(change);
  notifications.show({
    id,
    title: visibleString(change.done),
    message: noticeButton(
      strings.undoChange.undo,
      () => void undoChange(id),
      text === undefined ? undefined : visibleString(text),
    ),
    autoClose: noticeMs,
  });
}

/** Makes a change one that Undo takes back, where the screen shows by itself that it was made. Its id. */
export function noteChange(change: ChangeToMake): string {
  const id = crypto.randomUUID();
  rememberChange({ screen: useNavigation.getState().feature, ...change, id, at: Date.now() });
  return id;
}

/** Says what was done where it cannot be taken back. */
export function tellRemoved(title: string, message: string): void {
  notifications.show({ title: visibleString(title), message: visibleString(message) });
}

/** Takes a change back, once. */
export async function undoChange(id: string): Promise<void> {
  const change = useUndo.getState().undos.find((one) => one.id === id);
  if (!change) {
    notifications.hide(id);
    return;
  }
  await telling('undos', change, () => runChange('undos', id));
}

/** Makes a change again that was taken back, once. */
export async function redoChange(id: string): Promise<void> {
  const change = useUndo.getState().redos.find((one) => one.id === id);
  if (change) await telling('redos', change, () => runChange('redos', id));
}

/** Takes the last change of a workspace back, or makes the last one that was taken back again. */
export async function runLastChange(list: UndoList, workspace: string): Promise<void> {
  let started: UndoableChange | null = null;
  const take = () =>
    runLast(list, workspace, (change) => {
      started = change;
    });
  await telling(list, () => started, take);
}

async function telling(
  list: UndoList,
  which: UndoableChange | (() => UndoableChange | null),
  work: () => Promise<UndoableChange | null>,
): Promise<void> {
  try {
    const change = await work();
    if (!change) return;
    notifications.hide(change.id);
    mendError(failureTitle(list, change));
    tellDone(list, change);
  } catch (error) {
    const change = typeof which === 'function' ? which() : which;
    if (change) tellFailure(list, change, error);
    else tellError(error);
  }
}

function failureTitle(list: UndoList, { done }: UndoableChange): string {
  return strings.undoChange.couldnt(list === 'undos', done);
}

/** Names what was undone, and leads to the screen of it when that is another one. */
function tellDone(list: UndoList, { done, screen }: UndoableChange): void {
  const { feature, goTo } = useNavigation.getState();
  const isElsewhere = screen !== undefined && screen !== feature;
  notifications.show({
    title: list === 'undos' ? strings.undoChange.undone : strings.undoChange.redone,
    message: isElsewhere
      ? noticeButton(
          strings.undoChange.showScreen,
          () => goTo(screen),
          strings.undoChange.youMadeThisChange(visibleString(done)),
        )
      : visibleString(done),
    color: 'green',
    autoClose: isElsewhere ? 10_000 : 5000,
  });
}

/** Says why a change was not undone: it stays in the history, and the user may take it off. */
function tellFailure(list: UndoList, change: UndoableChange, error: unknown): void {
  const title = failureTitle(list, change);
  const failure = toPegboardError(error);
  const isOvertaken = failure.code === 'undo_gone' || failure.code === 'file_changed';
  const later = isOvertaken ? changeInTheWay(list, change.id) : null;
  if (later) {
    const message = strings.undoChange.isNewerAndChanged(later.done);
    tellError(new PegboardError(failure.code, message, { hint: strings.undoChange.undoChangeFirst }), title);
  } else if (isOvertaken) {
    tellError(failure, title, { label: strings.undoChange.removeFromUndoHistory, run: () => forgetChange(change.id) });
  } else tellError(failure, title);
}
