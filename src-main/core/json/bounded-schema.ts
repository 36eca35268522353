import { _, type Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
import { RE2JS } from 're2js';

/**
 * How much work checks may still do, in steps. A step is about a quarter of a microsecond. Several checks may share one
 * budget, so that a list of hostile schemas costs no more than one of them.
 */
export interface CheckBudget {
  steps: number;
}

/** Steps of one check: a fraction of a second, and a thousand times what a usual schema takes. */
export const stepsOfOneCheck = 1_000_000;

/** Thrown out of a check whose budget is used up. The result is unknown: neither valid nor invalid. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
}

/**
 * Options of Ajv for the schema of a stranger. Patterns run in linear time, and a pattern that the linear engine cannot read,
 * such as a look-ahead, is left to the server to check. A definition is never copied to the places that refer to it: copies
 * of copies could fill the memory.
 */
export const boundedOptions: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  // An argument may be called "constructor": inherited properties are not arguments.
  ownProperties: true,
  logger: false,
  inlineRefs: false,
  code: { regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
};

/** The budget of the check that runs now. Checks are synchronous, so that there is never more than one. */
let running: CheckBudget = { steps: stepsOfOneCheck };

/** Runs a check, or the compilation of one, within a budget. Error: `BudgetUsedUp`. */
export function withinBudget<T>(budget: CheckBudget, check: () => T): T {
  const outer = running;
  running = budget;
  try {
    return check();
  } finally {
    running = outer;
  }
}

/**
 * Makes every keyword of an instance count its steps, so that a check within a budget ends whatever the schema is. The time of
 * a check is otherwise exponential where a definition refers to itself twice. Returns the instance.
 */
export function countSteps<T extends Ajv>(ajv: T): T {
  for (const keyword of Object.keys(ajv.RULES.all)) {
    const definition = ajv.getKeyword(keyword);
    if (typeof definition !== 'object' || !('code' in definition)) continue;
    const counted = definition as CodeKeywordDefinition;
    const write = counted.code;
    counted.code = (context, ruleType) => {
      const cost = costOf(keyword, context.schema);
      const count = (data: unknown) => spend(cost(data));
      context.gen.code(_`${context.gen.scopeValue('func', { ref: count })}(${context.data})`);
      write(context, ruleType);
    };
  }
  return ajv;
}

/** Takes steps from the budget of the check that runs. Error: `BudgetUsedUp`. */
export function spend(steps: number): void {
  running.steps -= steps;
  if (running.steps < 0) throw new BudgetUsedUp('The check took too many steps.');
}

/** Characters of a text that a loop passes in one step. */
const charactersPerStep = 64;
/** Pairs of a character and an instruction of a pattern that the engine passes in one step. */
const pairsPerStep = 256;
/** Comparisons of two small values in one step. */
const comparisonsPerStep = 32;

/** Steps that one evaluation of a keyword takes, without those of the keywords inside of it. */
function costOf(keyword: string, schema: unknown): (data: unknown) => number {
  switch (keyword) {
    case 'uniqueItems':
      return (data) => (Array.isArray(data) ? 1 + (data.length * sizeOf(data)) / comparisonsPerStep : 1);
    case 'enum':
    case 'const': {
      const size = sizeOf(schema);
      return () => size;
    }
    case 'pattern': {
      const weight = typeof schema === 'string' ? weightOf(schema) : 1;
      return (data) => 1 + (lengthOf(data) * weight) / pairsPerStep;
    }
    case 'patternProperties': {
      const weight = Object.keys(schema as object).reduce((sum, pattern) => sum + weightOf(pattern), 0);
      return (data) => 1 + (keyLengths(data) * weight) / pairsPerStep;
    }
    case 'minLength':
    case 'maxLength':
      return (data) => 1 + lengthOf(data) / charactersPerStep;
    default: {
      const own = 1 + entriesOf(schema);
      return (data) => own + entriesOf(data);
    }
  }
}

/** Values in a document, itself included. Keeps its own stack. */
function sizeOf(root: unknown): number {
  const stack = [root];
  let size = 0;
  while (stack.length > 0) {
    const value = stack.pop();
    size += 1;
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) stack.push(member);
  }
  return size;
}

function entriesOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function keyLengths(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.keys(value).reduce((sum, key) => sum + key.length, 0);
}

/** Heaviest pattern that is compiled; a heavier one is left to the server. */
const maximumWeight = 200_000;

/** About the instructions that a pattern compiles to, which `{1000}` multiplies. */
function weightOf(pattern: string): number {
  let largest = 1;
  for (const [, from, to] of pattern.matchAll(/\{(\d{1,6})(?:,(\d{0,6}))?\}/g))
    largest = Math.max(largest, Number(from), Number(to ?? 0));
  return pattern.length * largest;
}

function linearRegExp(pattern: string): { test(text: string): boolean } {
  // Ajv tells patterns apart by their `toString`.
  const named = { toString: () => pattern };
  const weight = weightOf(pattern);
  spend(weight / charactersPerStep);
  if (weight > maximumWeight) return { test: () => true, ...named };
  try {
    const regex = RE2JS.compile(pattern);
    return { test: (text: string) => regex.test(text), ...named };
  } catch {
    return { test: () => true, ...named };
  }
}
