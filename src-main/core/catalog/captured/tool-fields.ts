import { type ToolAnnotations, toolCurationSchema } from '#shared/domain/tool.ts';
import { readHostHints } from '../host-hints.ts';
import { kindOf } from './argument-schema.ts';
import { isObject } from './captured-source.ts';

/** Hints of an MCP server that are true or false. */
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** What an optional field says, and how that differs from what its source wrote. */
interface ReadField<Value> {
  readonly value: Value | null;
  /** Fields whose value is of the wrong kind and has no effect. */
  readonly ignored: readonly string[];
  /** Fields whose value was read as another one of the same meaning, in words. */
  readonly converted: readonly string[];
}

/** A tool's annotations. Null means absent, also inside them; `"true"` and `1` are read as true. */
export function readAnnotations(value: unknown): ReadField<ToolAnnotations> {
  if (value === undefined || value === null) return { value: null, ignored: [], converted: [] };
  if (!isObject(value)) {
    const isEmpty = Array.isArray(value) && value.length === 0;
    return { value: null, ignored: isEmpty ? [] : ['annotations'], converted: [] };
  }
  const ignored: string[] = [];
  const converted: string[] = [];
  const kept = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  if (kept.title !== undefined && typeof kept.title !== 'string') {
    ignored.push('annotations.title');
    delete kept.title;
  }
  for (const hint of hints) {
    const given = kept[hint];
    if (given === undefined || typeof given === 'boolean') continue;
    const read = asBoolean(given);
    if (read === null) {
      ignored.push(`annotations.${hint}`);
      delete kept[hint];
    } else {
      converted.push(`annotations.${hint} is ${JSON.stringify(given)} and was read as ${read}`);
      kept[hint] = read;
    }
  }
  return { value: kept, ignored, converted };
}

/** The schema of results; undefined for an empty or invalid schema. */
export function readOutputSchema(value: unknown): ReadField<Readonly<Record<string, unknown>>> {
  if (isObject(value)) return { value, ignored: [], converted: [] };
  const saysNothing = value === undefined || value === null || value === true;
  return { value: null, ignored: saysNothing ? [] : ['outputSchema'], converted: [] };
}

/** Curation fields of a tool whose value is of a wrong kind, in the spelling of the tool: they have no effect. */
export function ignoredCuration(body: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(toolCurationSchema.shape).flatMap(([key, schema]) => {
    const camel = key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    const names = camel === key ? [key] : [key, camel];
    return names.filter((name) => isGiven(body[name]) && !schema.safeParse(body[name]).success);
  });
}

/** Describes values in the optional fields of a tool that are not read literally; empty for most tools. */
export function fieldNotes(body: Readonly<Record<string, unknown>>): { ignored: string[]; converted: string[] } {
  const annotations = readAnnotations(body.annotations);
  const output = readOutputSchema(body.outputSchema);
  const hints = readHostHints(body._meta);
  const meta: Readonly<Record<string, unknown>> = isObject(body._meta) ? body._meta : {};
  const others = ['namespace'].filter((key) => isGiven(body[key]) && typeof body[key] !== 'string');
  return {
    ignored: [
      ...[...ignoredCuration(body), ...annotations.ignored, ...output.ignored, ...others].map((field) => {
        const value = field.startsWith('annotations.')
          ? Reflect.get(Object(body.annotations), field.slice('annotations.'.length))
          : body[field];
        return `${field} (${kindOf(value)})`;
      }),
      ...hints.ignored.map((key) => `_meta["${key}"] (${kindOf(meta[key])})`),
    ],
    converted: [...annotations.converted, ...hints.converted],
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function asBoolean(value: unknown): boolean | null {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
}
