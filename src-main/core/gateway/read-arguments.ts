/** The arguments of a call as an object, or what is wrong with them. */
export type ReadArguments =
  | { readonly kind: 'arguments'; readonly args: Record<string, unknown> }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Reads the arguments of a call. An object is taken as it is, and a text that holds a JSON object is read, as some models write
 * one. Nothing else becomes an empty object: that would call the tool with other arguments than were meant.
 */
export function readArguments(given: unknown): ReadArguments {
  if (given === undefined) return { kind: 'arguments', args: {} };
  const value = typeof given === 'string' ? parsed(given) : given;
  if (isRecord(value)) return { kind: 'arguments', args: value };
  const what = typeof given === 'string' ? 'a text that holds no JSON object' : kindOf(given);
  return { kind: 'problem', message: `"arguments" must be a JSON object; it is ${what}.` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
