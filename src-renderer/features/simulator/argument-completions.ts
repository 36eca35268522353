import type { EditorCompletions } from '../../ui/editor/code-editor.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ownValue, recordOf } from '../../ui/json-value.ts';
import { resolveSchema } from '../../ui/resolve-schema.ts';

type Suggestion = ReturnType<EditorCompletions>[number];

/** Where in the arguments of a call the text ends. */
export interface ArgumentPlace {
  readonly tool: string;
  /** Keys from the arguments down to the object that the end lies in. */
  readonly path: readonly string[];
  /** The key whose value is being written; null where a key is. */
  readonly key: string | null;
  /** Keys that the object has already. */
  readonly there: readonly string[];
  /** The part of the key or value before the cursor. */
  readonly typed: string;
}

const calls = /(?:^|[\s{,])call:[ \t]*["']?([\w.-]+)["']?/g;

/** The place at the end of `text` when that is inside the `args` of a call, in braces or by indentation; else null. */
export function argumentPlace(text: string): ArgumentPlace | null {
  const call = [...text.matchAll(calls)].at(-1);
  const tool = call?.[1];
  if (!call || tool === undefined) return null;
  const behind = text.slice(call.index + call[0].length);
  const args = /(?:^|[\s{,])args:[ \t]*/.exec(behind);
  // Behind a new entry of the script, or another field of the scenario, nothing belongs to this call.
  if (!args || /\n(?:[ \t]*- |\S)/.test(behind.slice(0, args.index))) return null;
  const written = behind.slice(args.index + args[0].length);
  if (written.startsWith('{')) return inBraces(tool, written);
  const line = `${text.slice(0, call.index + call[0].length)}${behind.slice(0, args.index + args[0].length)}`;
  return byIndentation(tool, written, keyColumn(line.slice(line.lastIndexOf('\n') + 1)));
}

/** Flow style: `{owner: acme, labels: {`. */
function inBraces(tool: string, written: string): ArgumentPlace | null {
  const open: { key: string | null; there: string[]; isList: boolean }[] = [];
  let token = '';
  let quote: string | null = null;
  for (const char of written) {
    const top = open.at(-1);
    if (quote !== null) {
      if (char === quote) quote = null;
      else token += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' || char === '[') {
      open.push({ key: null, there: [], isList: char === '[' });
      token = '';
    } else if (char === '}' || char === ']') {
      open.pop();
      token = '';
      if (open.length === 0) return null;
    } else if (char === ',' && top) {
      top.key = null;
      token = '';
    } else if (char === ':' && top && !top.isList && top.key === null) {
      top.key = token.trim();
      top.there.push(top.key);
      token = '';
    } else token += char;
  }
  const [top, path] = [open.at(-1), open.slice(0, -1).map(({ key }) => key ?? '')];
  if (!top || open.some(({ isList }) => isList)) return null;
  return { tool, path, key: top.key, there: top.there, typed: token.trim() };
}

/** Block style: each level further in than the one above. `column`: where the word `args` begins. */
function byIndentation(tool: string, written: string, column: number): ArgumentPlace | null {
  const lines = written.split('\n').slice(1);
  const open: { indent: number; there: string[]; key: string }[] = [];
  for (const [i, line] of lines.entries()) {
    const isLast = i === lines.length - 1;
    if (line.trim() === '' && !isLast) continue;
    const indent = line.length - line.trimStart().length;
    if (indent <= column) return null;
    while (open.length > 0 && indent < (open.at(-1)?.indent ?? 0)) open.pop();
    const key = /^\s*["']?([\w.-]+)["']?:(?:\s|$)/.exec(line)?.[1];
    const level = open.at(-1);
    const there = level?.indent === indent ? level.there : [];
    if (isLast) {
      const path = open.filter((one) => one.indent < indent).map((one) => one.key);
      if (key !== undefined) return { tool, path, key, there, typed: line.slice(line.indexOf(':') + 1).trim() };
      return /^\s*[\w-]*$/.test(line) ? { tool, path, key: null, there, typed: line.trim() } : null;
    }
    if (key === undefined) continue;
    if (level?.indent === indent) Object.assign(level, { key, there: [...there, key] });
    else open.push({ indent, there: [key], key });
  }
  return null;
}

/** Where the last word before the colon begins. */
function keyColumn(line: string): number {
  return /args:[ \t]*$/.exec(line)?.index ?? 0;
}

/** Monaco's kinds of things that are offered. */
const kinds = { property: 9, value: 13 } as const;

/** The completions that the schema of the tool allows there: missing keys, required ones first; values of an enumeration. */
export function argumentCompletions(schema: unknown, { path, key, there }: ArgumentPlace): Suggestion[] {
  let object = resolveSchema(schema, schema)?.schema;
  for (const step of path) object = resolveSchema(ownValue(recordOf(object?.properties), step), schema)?.schema;
  const properties = recordOf(object?.properties) ?? {};
  if (key !== null) return valuesOf(resolveSchema(ownValue(properties, key), schema)?.schema);
  const required = Array.isArray(object?.required) ? object.required : [];
  return Object.entries(properties)
    .filter(([name]) => !there.includes(name))
    .map(([name, property]) => {
      const { type, description } = resolveSchema(property, schema)?.schema ?? {};
      const isRequired = required.includes(name);
      return {
        label: visibleString(name),
        insertText: `${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}: `,
        kind: kinds.property,
        sortText: `${isRequired ? 0 : 1}${name}`,
        detail: [typeof type === 'string' ? type : '', isRequired ? 'required' : ''].filter(Boolean).join(', '),
        // As text, never as markup: a server wrote it.
        documentation: typeof description === 'string' ? visibleString(description) : '',
      };
    });
}

function valuesOf(schema: Readonly<Record<string, unknown>> | undefined): Suggestion[] {
  if (!schema) return [];
  const values = Array.isArray(schema.enum)
    ? schema.enum
    : 'const' in schema
      ? [schema.const]
      : schema.type === 'boolean'
        ? [true, false]
        : 'default' in schema
          ? [schema.default]
          : [];
  return values.map((value) => {
    // A text that YAML would read as something else, or that ends a map in braces, is quoted.
    const text =
      typeof value === 'string' && /^[a-z][\w./-]*$/i.test(value) && !reserved.test(value)
        ? value
        : JSON.stringify(value);
    return { label: visibleString(text), insertText: text, kind: kinds.value };
  });
}

const reserved = /^(?:true|false|null|yes|no|on|off)$/i;
