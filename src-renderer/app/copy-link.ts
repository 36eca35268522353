import { notifications } from '@mantine/notifications';
import { screenPath } from '#shared/screen-address.ts';
import { strings } from '../strings/app.ts';
import { copyText } from '../ui/copy-text.ts';
import { addressNow } from './follow-address.ts';
import { routeOf } from './routes.ts';

/** Copies the command that opens what is on the screen: an address in a browser needs the token of its Pegboard. */
export async function copyLink(): Promise<void> {
  const { feature, subject } = addressNow();
  const path = screenPath(routeOf(feature).address, subject).slice(1);
  const command = `pegboard open ${/^[\w./:@%-]+$/.test(path) ? path : `"${path}"`}`;
  const copied = await copyText(command);
  notifications.show({ message: copied ? strings.copyLink.copied(command) : strings.copyLink.browserDoesNotAllow });
}
