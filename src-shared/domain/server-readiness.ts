import type { Finding } from './finding.ts';
import type { ReviewedServer, ReviewVariable, ValueChoice } from './server-review.ts';

/** Whether a server can be started with the values that are chosen, and if not, why. */
export interface ServerReadiness {
  readonly can_run: boolean;
  /** Variables without a value. */
  readonly missing: readonly string[];
  /** What keeps it from running whatever the variables are. */
  readonly obstacles: readonly Finding[];
}

/** Choices by the name of the variable. */
export type ValueChoices = Readonly<Record<string, ValueChoice>>;

/** What is chosen for a variable before the user chooses: the best place that has a value; undefined where none has. */
export function defaultChoice({ available }: Pick<ReviewVariable, 'available'>): ValueChoice | undefined {
  const [best] = available;
  if (best === undefined) return undefined;
  return best === 'file' ? { from: 'file', keep: false } : { from: best };
}

/** Whether a choice gives the variable a value, or makes it unnecessary. */
export function choiceHolds(
  { available, can_omit }: Pick<ReviewVariable, 'available' | 'can_omit'>,
  choice: ValueChoice | undefined,
): boolean {
  if (choice === undefined) return false;
  if (choice.from === 'omit') return can_omit;
  return choice.from === 'typed' ? choice.value !== '' : available.includes(choice.from);
}

/** Whether a server of a review can run with these choices. The app and the command line both ask this before consent. */
export function serverReadiness(
  server: Pick<ReviewedServer, 'variables' | 'obstacles'>,
  { variables, values }: { readonly variables: readonly ReviewVariable[]; readonly values: ValueChoices },
): ServerReadiness {
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  const missing = server.variables.filter((name) => {
    const variable = known.get(name);
    return variable !== undefined && !choiceHolds(variable, values[name]);
  });
  const { obstacles } = server;
  return { can_run: missing.length + obstacles.length === 0, missing, obstacles };
}
