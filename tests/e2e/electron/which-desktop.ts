import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const electron = path.resolve(import.meta.dirname, '../../../node_modules/electron');

export type WhichDesktop =
  | { readonly kind: 'electron'; readonly executable: string }
  | { readonly kind: 'stand-in'; readonly because: string };

/** Electron where its binary is there and can run; nothing is downloaded to find out. Else the stand-in, and why. */
export function whichDesktop(): WhichDesktop {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(electron, 'dist');
  const named = path.join(electron, 'path.txt');
  const executable = existsSync(named) ? path.join(dist, readFileSync(named, 'utf8').trim()) : undefined;
  if (executable === undefined || !existsSync(executable)) {
    return { kind: 'stand-in', because: "Electron's binary is not in node_modules" };
  }
  if (process.platform === 'linux') {
    if (process.getuid?.() === 0) return { kind: 'stand-in', because: 'Electron does not run as root' };
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
      return { kind: 'stand-in', because: 'there is no display for Electron' };
    }
  }
  return { kind: 'electron', executable };
}

/** One line that says on what the desktop specs ran. */
export function describeDesktop(desktop: WhichDesktop): string {
  return desktop.kind === 'electron'
    ? `The desktop specs run on Electron: ${desktop.executable}`
    : `The desktop specs run on the stand-in, not on Electron: ${desktop.because}.`;
}
