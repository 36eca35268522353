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
  'experiments',
  'runs',
  'history',
  'prompt',
  'skills',
  'gateway',
  'team',
  'export',
  'requests',
  'hosts',
  'costs',
  'settings',
] as const;
export type ScreenAddress = (typeof screenAddresses)[number];

/** Other names that people give to screens: their titles, and what they are for. */
const otherNames: Readonly<Record<string, readonly [screen: ScreenAddress, subject?: string]>> = {
  catalog: ['tools'],
  'always-loaded': ['tuner'],
  budget: ['tuner'],
  usage: ['use'],
  logs: ['use', 'logs'],
  problems: ['health'],
  servers: ['sources'],
  playground: ['search'],
  engines: ['compare'],
  golden: ['tests'],
  eval: ['tests'],
  experiment: ['experiments'],
  arms: ['experiments'],
  simulator: ['runs'],
  scenarios: ['runs'],
  tasks: ['runs'],
  packs: ['skills'],
  connect: ['gateway'],
  ship: ['gateway'],
  'team-gateway': ['team'],
  admin: ['team'],
  economics: ['costs'],
  payloads: ['requests'],
  budgets: ['hosts'],
};

/**
 * The address of a screen, and what it shows there, from the ways that people write it: `tools/github.create_issue`, `#/tools/…` or a
 * whole address of the app; the title of a screen counts too. Null where it names no screen.
 */
export function parseScreenAddress(
  text: string,
): { readonly screen: ScreenAddress; readonly subject: string | null } | null {
  const [, name, rest] = /^(?:https?:\/\/[^#]*)?#?\/?([a-z-]+)(?:\/(.+))?$/s.exec(text.trim()) ?? [];
  const other = name !== undefined && Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  const screen = screenAddresses.find((known) => known === name) ?? other?.[0];
  // A scenario or a task is known by its path in the workspace: `scenarios/triage.scenario.yaml`.
  const isPath = (name === 'scenarios' || name === 'tasks') && rest !== undefined;
  const given = isPath ? `${name}/${rest}` : rest;
  const subject = given === undefined ? other?.[1] : decoded(given);
  return screen === undefined ? null : { screen, subject: subject ?? null };
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
