import { Button, CloseButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { errorTable } from '#shared/errors.ts';
import { strings } from '../strings/platform.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';
import styles from './error-notices.module.css';

/** Something that failed and that the user has not closed yet. */
interface ToldError {
  readonly title: string;
  readonly text: string;
  /** How often it happened. */
  readonly times: number;
  /** What can be done about it. */
  readonly act: ErrorAct | undefined;
}

interface ErrorAct {
  readonly label: string;
  run(): void;
}

/** All errors share one notice, the newest first, so that no number of them covers the screen. */
export const useErrorNotices = create<{ readonly told: readonly ToldError[] }>()(() => ({ told: [] }));

const noticeId = 'pegboard-errors';

/** Says that something failed, and what to do. The same error told again counts up. */
export function tellError(error: unknown, title?: string, act?: ErrorAct): void {
  const { code, message, hint } = toPegboardError(error);
  const told: ToldError = {
    title: visibleString(title ?? errorTable[code].title),
    text: visibleString(hint === undefined ? message : `${message} ${hint}`),
    times: 1,
    act,
  };
  setTold((before) => {
    const same = before.find((one) => isSame(one, told));
    return [{ ...told, times: 1 + (same?.times ?? 0) }, ...before.filter((one) => one !== same)];
  });
}

/** Closes the errors of this title, since what failed has worked by now. */
export function mendError(title: string): void {
  const mended = visibleString(title);
  setTold((before) => before.filter((one) => one.title !== mended));
}

/** Closes every error: they were about what is not on the screen any more. */
export function closeErrors(): void {
  setTold(() => []);
}

function isSame(a: ToldError, b: ToldError): boolean {
  return a.title === b.title && a.text === b.text;
}

function setTold(next: (before: readonly ToldError[]) => readonly ToldError[]): void {
  const { told: before } = useErrorNotices.getState();
  const told = next(before);
  if (told.length === before.length && told.every((one, at) => one === before[at])) return;
  useErrorNotices.setState({ told });
  const [first] = told;
  if (!first) {
    notifications.hide(noticeId);
    return;
  }
  const notice = {
    id: noticeId,
    color: 'red',
    title: told.length === 1 ? first.title : strings.errorNotices.errors(told.length),
    message: <ErrorList />,
    autoClose: false as const,
    onClose: () => useErrorNotices.setState({ told: [] }),
  };
  if (before.length === 0) notifications.show(notice);
  else notifications.update(notice);
}

function ErrorList() {
  const told = useErrorNotices((state) => state.told);
  const isOne = told.length === 1;
  return (
    <ul className={`${styles.errors} plain-list scrolls`} data-testid="error-notices">
      {told.map((one) => (
        <li key={`${one.title}\n${one.text}`} className={styles.error}>
          <div>
            {!isOne && <strong>{one.title}: </strong>}
            {one.times > 1 ? strings.errorNotices.textTimes(one.text, one.times) : one.text}
            {one.act && (
              <div className="above-8">
                <Button onClick={() => runAct(one)}>{one.act.label}</Button>
              </div>
            )}
          </div>
          {!isOne && (
            <CloseButton size="xs" aria-label={strings.errorNotices.dismiss(one.title)} onClick={() => close(one)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function runAct(told: ToldError): void {
  told.act?.run();
  close(told);
}

function close(told: ToldError): void {
  setTold((before) => before.filter((one) => one !== told));
}
