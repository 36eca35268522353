import { stringify } from 'yaml';

/** A value as JSON has it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonMap = Readonly<Record<string, JsonValue>>;

/** Whether a value is a map. */
export const isJsonMap = (value: JsonValue | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value on one line, in brackets or braces; a list of texts and numbers inside of a map as JSON. */
export function asFlow(value: JsonValue): string {
  if (typeof value === 'string') return flowText(value);
  if (Array.isArray(value)) return `[${value.map(asFlow).join(', ')}]`;
  if (!isJsonMap(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${flowText(key)}: ${isPlainList(inner) ? JSON.stringify(inner) : asFlow(inner)}`)
    .join(', ')}}`;
}

function isPlainList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object');
}

/** A text inside brackets: bare where nothing in it could be read as something else. */
export function flowText(value: string): string {
  const bare = /^[\p{L}_][\p{L}\p{N} ._/-]*$/u.test(value) && !value.endsWith(' ');
  return bare && stringify(value, { lineWidth: 0 }).trimEnd() === value ? value : JSON.stringify(value);
}

/** The fields of a map or the items of a list, each line at an indent. `quoted` puts every text in quotes, which hold whatever it is. */
export function asLines(
  value: JsonMap | readonly JsonValue[],
  { indent, quoted = false }: { readonly indent: string; readonly quoted?: boolean },
): string[] {
  if (Object.keys(value).length === 0) return [];
  const inQuotes = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', doubleQuotedAsJSON: true } as const;
  // A block that keeps blank lines at its end would take those behind it too.
  const endsBlank = /(?:"|\\n)\\n"/.test(JSON.stringify(value));
  return stringify(value, { lineWidth: 0, ...((quoted || endsBlank) && inQuotes) })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `${indent}${line}`));
}

/** A text of one line in the place of a scalar, in the quotes that it has. */
export function scalarAs({ type }: { readonly type?: string | undefined }, text: string): string {
  if (type === 'QUOTE_DOUBLE') return JSON.stringify(text);
  if (type === 'QUOTE_SINGLE') return `'${text.replaceAll("'", "''")}'`;
  return asText(text);
}

/** A value as YAML writes it where nothing asks for quotes. */
export function asText(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trim();
}
