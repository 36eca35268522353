import type { ImportServersInput } from '#shared/domain/server-review.ts';
import { fileValue } from './describe-variables.ts';
import type { ReadReview } from './server-reviews.ts';
import { variablesOfServer } from './settle-names.ts';

/** Values that the user chose, by variable. */
export interface ChosenValues {
  /** For the sources of the workspace until Pegboard ends. */
  readonly session: Readonly<Record<string, string>>;
  /** Those of them that are kept for the workspace. */
  readonly kept: Readonly<Record<string, string>>;
}

/** The values of the choices for the servers that are imported. A place that has no value gives none. */
export function chosenValues(
  { servers, values }: ImportServersInput,
  { servers: all, places }: ReadReview,
): ChosenValues {
  const ids = new Set(servers.map(({ id }) => id));
  const chosen = all.filter(({ id }) => ids.has(id));
  const session: Record<string, string> = {};
  const kept: Record<string, string> = {};
  for (const name of new Set(chosen.flatMap(variablesOfServer))) {
    const choice = Object.hasOwn(values, name) ? values[name] : undefined;
    if (choice === undefined || choice.from === 'omit') continue;
    const found = {
      typed: () => (choice.from === 'typed' ? choice.value : undefined),
      file: () => fileValue(chosen, name, places),
      kept: () => places.given[name],
      environment: () => places.env[name],
    }[choice.from]();
    if (found === undefined) continue;
    session[name] = found;
    if ('keep' in choice && choice.keep) kept[name] = found;
  }
  return { session, kept };
}
