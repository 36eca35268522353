import type { Session } from './chromium.ts';

type Handler = (...args: unknown[]) => unknown;

/** What main set on its session. Without a handler Electron grants everything. */
export const permissionHandlers: { request?: Handler; check?: Handler; device?: Handler } = {};

/** Names of Electron by those of Chromium. */
const names = { geolocation: 'geolocation', notifications: 'notifications', 'clipboard-read': 'clipboard-read' };

/** Makes Chromium answer as main's check handler does. */
export async function applyPermissions(browser: Session, contents: unknown, origin: string): Promise<void> {
  for (const [name, electronName] of Object.entries(names)) {
    const granted = permissionHandlers.check?.(contents, electronName, origin, {}) ?? true;
    const setting = granted ? 'granted' : 'denied';
    await browser.send('Browser.setPermission', { permission: { name }, setting });
  }
}
