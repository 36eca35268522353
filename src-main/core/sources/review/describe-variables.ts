import type { ReviewVariable, ValueOrigin } from '#shared/domain/server-review.ts';
import { editorPlaceholders } from '../../client-configs/client-references.ts';
import { isHostVariable } from '../../secrets/host-variables.ts';
import { namesSecret } from '../../secrets/secret-names.ts';
import { neededVariables, referredVariables } from '../../secrets/variable-references.ts';
import type { Values } from '../../secrets/variable-values.ts';
import type { SettledServer } from './settle-names.ts';

/** The values that are there before the user decides anything. */
export interface ValuePlaces {
  /** Given in this session, or kept for the workspace. */
  readonly given: Values;
  readonly env: Values;
}

/** The variables of a server that somebody has to supply: not those that have a default, or that the host sets anyway. */
export function askedVariables(server: SettledServer, { env }: Pick<ValuePlaces, 'env'>): string[] {
  const needed = neededVariables(JSON.stringify(server.connection));
  return needed.filter((name) => !(isHostVariable(name) && env[name] !== undefined));
}

/** Each variable once, with who uses it and which places have a value now. No value is in the answer. */
export function describeVariables(servers: readonly SettledServer[], places: ValuePlaces): ReviewVariable[] {
  const users = new Map<string, SettledServer[]>();
  for (const server of servers) {
    for (const name of askedVariables(server, places)) users.set(name, [...(users.get(name) ?? []), server]);
  }
  return [...users].map(([name, by]) => {
    const value = fileValue(by, name, places);
    return {
      name,
      description: by.map(({ notes }) => notes[name]?.description).find((text) => text) ?? null,
      used_by: by.map(({ id }) => id),
      secret: by.some(({ notes }) => notes[name]?.secret ?? namesSecret(name)),
      can_omit: by.every((server) => canOmit(server, name)),
      available: available(name, value, places),
    };
  });
}

/** The value that the configuration holds for a variable; undefined where it holds none that can be used. */
export function fileValue(
  servers: readonly Pick<SettledServer, 'held'>[],
  name: string,
  { given, env }: ValuePlaces,
): string | undefined {
  const value = servers.map(({ held }) => held[name]).find((held) => held !== undefined);
  if (value === undefined || editorPlaceholders(value).length > 0) return undefined;
  const isFilled = neededVariables(value).every(
    (inner) => inner === name || given[inner] !== undefined || env[inner] !== undefined,
  );
  return isFilled ? value : undefined;
}

/** Whether a server works without a variable: it is in variables and headers only. */
export function canOmit({ connection }: Pick<SettledServer, 'connection'>, name: string): boolean {
  const { env: _, headers: __, ...rest } = connection;
  return !referredVariables(JSON.stringify(rest)).includes(name);
}

function available(name: string, value: string | undefined, { given, env }: ValuePlaces): ValueOrigin[] {
  const places: readonly (readonly [ValueOrigin, unknown])[] = [
    ['file', value],
    ['kept', given[name]],
    ['environment', env[name]],
  ];
  return places.filter(([, found]) => found !== undefined).map(([place]) => place);
}
