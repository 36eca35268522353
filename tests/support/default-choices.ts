import { defaultChoice, type ValueChoices } from '#shared/domain/server-readiness.ts';
import type { ReviewVariable } from '#shared/domain/server-review.ts';

/** What a review chooses for all variables that have a place with a value. */
export function defaultChoices(variables: readonly ReviewVariable[]): ValueChoices {
  const chosen = variables.map((variable) => [variable.name, defaultChoice(variable)] as const);
  return Object.fromEntries(chosen.flatMap(([name, choice]) => (choice ? [[name, choice]] : [])));
}
