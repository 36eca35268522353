import { isDeepStrictEqual } from 'node:util';
import type { TomlTable } from 'smol-toml';
import { PegboardError } from '#shared/errors.ts';
import { type EditedText, removeMember, setMember } from '#shared/text/json-members.ts';
import { positionAt } from '#shared/text/parse-json.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { parseJsonDocument, parseTomlDocument } from './config-document.ts';
import type { EntryForm } from './entry-form.ts';
import { isRecord, valueAt } from './read-server-map.ts';
import { appendTable, removeTable } from './toml-tables.ts';

/** An entry of a server as the configuration holds it. */
export type ServerValue = Readonly<Record<string, unknown>>;

/** Servers that leave a configuration, and those that come or change. */
export interface ServerEdits {
  readonly remove: readonly string[];
  readonly set: Readonly<Record<string, ServerValue>>;
}

interface EditedFile {
  readonly form: EntryForm;
  /** The file, for messages. */
  readonly path: string;
}

/** The servers of a text by name. Error: `client_config_invalid` with the line. */
export function serversIn(text: string, { form, path }: EditedFile): Readonly<Record<string, unknown>> {
  const map = valueAt(configValue(text, { form, path }), form.path);
  return isRecord(map) ? map : {};
}

/**
 * A configuration with other servers; every byte that has nothing to do with them stays, a byte-order mark too. The result is read
 * again and compared: all other values are the same. Error: `client_config_invalid` for a text that is broken or cannot be edited exactly.
 */
export function editServers(text: string, { remove, set }: ServerEdits, file: EditedFile): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const before = text.slice(mark.length);
  const value = configValue(before, file);
  const there = serversIn(before, file);
  const gone = remove.filter((name) => Object.hasOwn(there, name));
  const come = Object.entries(set).filter(([name, entry]) => !isSameEntry(there[name], entry));
  if (gone.length + come.length === 0) return text;
  const edit = file.form.format === 'toml' ? editToml : editJson;
  const after = edit(before, { gone, come, there }, file);
  verify({ before: value, after, gone, come }, file);
  return mark + after;
}

interface Changes {
  readonly gone: readonly string[];
  readonly come: readonly (readonly [string, ServerValue])[];
  readonly there: Readonly<Record<string, unknown>>;
}

function editJson(text: string, { gone, come }: Changes, file: EditedFile): string {
  const apply = (edited: EditedText, of: string) => {
    if (edited.problem === undefined) return edited.text;
    throw refusal(file, edited.problem, positionAt(of, edited.offset));
  };
  // An empty file is what some programs begin with.
  let result = text.trim() === '' ? `{}${text.includes('\n') ? text : '\n'}` : text;
  for (const [name, entry] of come) {
    result = apply(setMember(result, [...file.form.path, name], entry as Readonly<Record<string, JsonValue>>), result);
  }
  for (const name of gone) result = apply(removeMember(result, [...file.form.path, name]), result);
  return result;
}

function editToml(text: string, { gone, come, there }: Changes, file: EditedFile): string {
  let result = text;
  const replaced = come.map(([name]) => name).filter((name) => Object.hasOwn(there, name));
  for (const name of [...gone, ...replaced]) {
    const cut = removeTable(result, [...file.form.path, name]);
    if (cut === null) throw refusal(file, `the server "${name}" is a part of an inline table`);
    result = cut;
  }
  for (const [name, entry] of come) result = appendTable(result, [...file.form.path, name], entry as TomlTable);
  return result;
}

/** Whether two entries say the same, whatever the order of their keys. */
export function isSameEntry(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plain(left), plain(right));
}

function verify(
  { before, after, gone, come }: Pick<Changes, 'gone' | 'come'> & { readonly before: unknown; readonly after: string },
  file: EditedFile,
): void {
  const names = new Set([...gone, ...come.map(([name]) => name)]);
  const others = (value: unknown) => withoutServers(value, file.form.path, names);
  let isRight = false;
  try {
    const value = configValue(after, file);
    const there = serversIn(after, file);
    const isThere = come.every(([name, entry]) => isSameEntry(there[name], entry));
    const isGone = gone.every((name) => !Object.hasOwn(there, name));
    isRight = isThere && isGone && isDeepStrictEqual(others(value), others(before));
  } catch (error) {
    if (!(error instanceof PegboardError)) throw error;
  }
  if (!isRight) throw refusal(file, `${file.form.path.join('.')} is written in a way that cannot be edited exactly`);
}

/** The value without some servers; a map of servers that is missing counts as an empty one. */
function withoutServers(value: unknown, path: readonly string[], names: ReadonlySet<string>): unknown {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const [key, ...rest] = path;
  if (key === undefined) return plainObject(entries.filter(([name]) => !names.has(name)));
  const inner = withoutServers(isRecord(value) && Object.hasOwn(value, key) ? value[key] : {}, rest, names);
  return plainObject([...entries.filter(([name]) => name !== key), [key, inner]]);
}

function plainObject(entries: readonly (readonly [string, unknown])[]): ReadonlyMap<string, unknown> {
  return new Map(entries);
}

/** Without prototypes, dates and large numbers, which readers have each in their own way. */
function plain(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value, (_key, held: unknown) => (typeof held === 'bigint' ? `${held}` : held)));
}

/** The values of a configuration. Error: `client_config_invalid` with the line. */
export function configValue(text: string, { form, path }: EditedFile): unknown {
  const read = form.format === 'toml' ? parseTomlDocument : parseJsonDocument;
  const { document, mistake } = read(text.replace(/^\ufeff/, ''), path);
  if (document && !isRecord(document.value)) throw refusal({ form, path }, 'it must hold keys with values');
  if (document) return document.value;
  throw refusal({ form, path }, mistake.message, mistake.range?.start);
}

function refusal(
  { path }: EditedFile,
  reason: string,
  place?: { readonly line: number; readonly column: number },
): PegboardError {
  const at = place ? `:${place.line}:${place.column}` : '';
  return new PegboardError('client_config_invalid', `${path}${at}: ${reason}. The file was not changed.`, {
    hint: 'Correct the file in its program or in an editor, then run the command again.',
    data: { path, ...place },
  });
}
