type Args = Readonly<Record<string, unknown>>;

/** What a value can be made of: the arguments of the call, and what a computed value asks. */
export interface Making {
  readonly args: Args;
  /** The number that `$add` adds to; undefined where there is none. */
  readonly before: unknown;
  /** An id that begins with the prefix, or the first free number from a number on. */
  newId(from: string | number): string | number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The call asks for a value that cannot be made. The message is for the agent. */
export class CannotMake extends Error {}

/** The value that a field of a world stands for; undefined for an argument that the call leaves out. Error: `CannotMake`. */
export function madeValue(value: unknown, making: Making): unknown {
  if (typeof value === 'string') return fromText(value, making.args);
  if (Array.isArray(value)) {
    return value.map((item) => madeValue(item, making)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only) {
    const [key, content] = only;
    if (key === '$add') return sum(making.before, madeValue(content, making));
    if (key === '$new') return making.newId(typeof content === 'number' ? content : String(content));
    if (key === '$now') return new Date(making.now()).toISOString();
  }
  return Object.fromEntries(
    entries.map(([key, item]) => [key, madeValue(item, making)]).filter(([, item]) => item !== undefined),
  );
}

/** The argument that a value of a world names; null for any other value. */
export function namedArgument(value: unknown): string | null {
  return typeof value === 'string' && /^\$[^$]/.test(value) ? value.slice(1) : null;
}

function fromText(value: string, args: Args): unknown {
  if (value.startsWith('$$')) return value.slice(1);
  const name = namedArgument(value);
  if (name === null) return value;
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function sum(before: unknown, more: unknown): number {
  const total = typeof before === 'number' && typeof more === 'number' ? before + more : Number.NaN;
  if (Number.isFinite(total)) return total;
  throw new CannotMake('The number cannot be changed: the record or the call has none.');
}
