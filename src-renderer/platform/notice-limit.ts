import { notifications, notificationsStore } from '@mantine/notifications';

/** Most notices that go by themselves and are on the screen at a time; errors and questions are not counted. */
const mostPassing = 3;

/** Closes the oldest notices when there are too many, so that no number of them covers a screen. Returns how to stop. */
export function limitNotices(): () => void {
  return notificationsStore.subscribe(({ notifications: shown }) => {
    const passing = shown.filter(({ autoClose }) => autoClose !== false);
    for (const { id } of passing.slice(0, -mostPassing)) {
      // Not within this news of the store, which others hear after us.
      if (id !== undefined) queueMicrotask(() => notifications.hide(id));
    }
  });
}
