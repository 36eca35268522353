import { hostname, userInfo } from 'node:os';

/** The account that runs this program, for people. */
export function ownAccount(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run as a number that has no name.
    return `${process.getuid?.() ?? 'somebody'}@${hostname()}`;
  }
}
