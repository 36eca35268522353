/** What the screens of the app are called in its addresses: `#/tools`. */
export const screenAddresses = [
  'home',
  'tools',
  'tuner',
  'use',
  'health',
  'sources',
  'search',
  'compare',
  'tests',
  'runs',
  'history',
  'prompt',
  'skills',
  'gateway',
  'export',
  'costs',
  'settings',
] as const;
export type ScreenAddress = (typeof screenAddresses)[number];

/**
 * The address of a screen, and what it shows there, from the ways that people write it: `tools/github.create_issue`, `#/tools/…` or a
 * whole address of the app. Null where it names no screen.
 */
export function parseScreenAddress(
  text: string,
): { readonly screen: ScreenAddress; readonly subject: string | null } | null {
  const [, name, rest] = /^(?:https?:\/\/[^#]*)?#?\/?([a-z-]+)(?:\/(.+))?$/s.exec(text.trim()) ?? [];
  const screen = screenAddresses.find((known) => known === name);
  return screen === undefined ? null : { screen, subject: rest === undefined ? null : decoded(rest) };
}

/** A percent sign that begins no code, as in a query, stays what it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The same as the fragment of an address, without its `#`: `/tools/github.create_issue`. */
export function screenPath(screen: ScreenAddress, subject: string | null): string {
  if (subject === null || subject === '') return `/${screen}`;
  return `/${screen}/${encodeURIComponent(subject.toWellFormed()).replaceAll('%2F', '/')}`;
}
