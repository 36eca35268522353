import { canonicalJson } from '#shared/canonical-json.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';
import { checkArguments } from '../../json/check-arguments.ts';
import { asRecord } from '../../json/json-walk.ts';

type Schema = Record<string, unknown>;

/** Arguments that are tried at most, by name, and values of each. */
const mostArguments = 20;
const tried: readonly unknown[] = ['a', '', 1.5, -1, true, null, [], ['a', 'a'], {}, { a: 1 }];

/**
 * Checks the same arguments by both schemas: the examples of the tool, none at all, and for each argument values of every type. How many
 * were checked; null where the answers differ, or where a check could not be made.
 */
export function sameChecks(
  before: Schema,
  after: Schema,
  { examples, budget }: { readonly examples: readonly Schema[]; readonly budget: CheckBudget },
): number | null {
  const names = Object.keys(asRecord(before.properties) ?? {}).slice(0, mostArguments);
  const wrong = names.flatMap((name) => tried.map((value) => ({ [name]: value })));
  const all = [{}, ...examples, ...wrong];
  for (const args of all) {
    const [said, says] = [before, after].map((schema) => answerOf(schema, args, budget));
    if (said === null || said !== says) return null;
  }
  return all.length;
}

/** What a check says, as text; null where it was not made. */
function answerOf(schema: Schema, args: Schema, budget: CheckBudget): string | null {
  try {
    return checkArguments({ name: 'tool', input_schema: schema }, args, budget).length === 0 ? 'valid' : null;
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return canonicalJson(error.data);
  }
}
