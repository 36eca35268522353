import { app, type Event, type IpcMainEvent, type Session, shell, type WebContents } from 'electron';
import { appOrigin, appUrl } from './app-protocol.ts';

/** Denies every permission, asked for or only looked up: Pegboard needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Keeps every page where it was loaded: no navigation but loading itself again, no new windows, no webviews; https links
 * go to the browser.
 */
export function confineWebContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openInBrowser(url);
      return { action: 'deny' };
    });
  });
}

function stay(event: Event<{ readonly url: string; readonly isMainFrame: boolean }>): void {
  if (!event.isMainFrame || event.url !== appUrl) event.preventDefault();
}

/** Only parsed https, without credentials: other schemes start programs. */
function openInBrowser(url: string): void {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return;
  void shell.openExternal(parsed.href);
}

/** Whether a message comes from a window of ours, from its top frame, and from a page of the app's own origin. */
export function isTrustedSender(event: IpcMainEvent, windows: ReadonlySet<WebContents>): boolean {
  const frame = event.senderFrame;
  return windows.has(event.sender) && frame !== null && frame.parent === null && frame.origin === appOrigin;
}
