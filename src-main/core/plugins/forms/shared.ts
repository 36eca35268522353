import type { PluginAuthor, PluginLoss, PluginMetadata, PluginServer, PluginTransport } from '../plugin-bundle.ts';
import type { PluginFields } from '../plugin-fields.ts';

const semanticVersion =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const variableForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
const headerForm = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Characters that a line of a header may not have. */
const brokenHeader = /[^\t\x20-\x7e\x80-\xff]/;

/** The fields that every form has under the same names. `name` is asked for by the form itself. */
export function commonMetadata(fields: PluginFields): Omit<PluginMetadata, 'name' | 'title' | 'extensions'> {
  const version = fields.text('version');
  if (version !== null && !semanticVersion.test(version)) {
    fields.say(
      'plugin_version',
      [...fields.at, 'version'],
      `"${version}" is not a semantic version.`,
      'Write three numbers, such as 1.2.0.',
    );
  }
  return {
    version,
    description: fields.text('description'),
    author: readAuthor(fields.object('author')),
    homepage: fields.text('homepage'),
    repository: fields.text('repository'),
    license: fields.text('license'),
    keywords: fields.texts('keywords'),
  };
}

/** Name, address and page of an author. Another field of it is left to the form. */
function readAuthor(fields: PluginFields | null): PluginAuthor | null {
  if (!fields) return null;
  const author = { name: fields.text('name'), email: fields.text('email'), url: fields.text('url') };
  const others = fields.others();
  if (others.length > 0) fields.fail([others[0] ?? ''], `author has ${others.join(', ')}, which no author has.`);
  return author;
}

/** The given fields of a manifest in their order, without those that say nothing. */
export function givenFields(metadata: PluginMetadata): Record<string, unknown> {
  const { version, description, author, homepage, repository, license, keywords } = metadata;
  const known = author && Object.fromEntries(Object.entries(author).filter(([, value]) => value !== null));
  return withoutNull({
    version,
    description,
    author: known,
    homepage,
    repository,
    license,
    keywords: keywords.length > 0 ? keywords : null,
  });
}

/** An object without the fields that are null. */
export function withoutNull(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** The keys that a form knows and Pegboard has no use for, and those that nobody knows, each as one finding. */
export function reportOthers(fields: PluginFields, known: readonly string[], ignored: string): void {
  const others = fields.others();
  const unused = others.filter((key) => known.includes(key));
  const unknown = others.filter((key) => !known.includes(key));
  if (unused.length > 0) {
    fields.say('plugin_part', [...fields.at, unused[0] ?? ''], `Pegboard does not read ${unused.join(', ')}.`);
  }
  if (unknown.length > 0) {
    fields.say('plugin_field_unknown', [...fields.at, unknown[0] ?? ''], `${unknown.join(', ')}: ${ignored}`);
  }
}

/** The parts of a started server as they are in the file; null, with a finding, where one is not valid. */
export function readStdio(fields: PluginFields): Extract<PluginTransport, { type: 'stdio' }> | null {
  const command = fields.text('command');
  const [args, env, cwd] = [fields.texts('args'), fields.textMap('env'), fields.text('cwd')];
  if (command === null || command.trim() === '') {
    if (fields.wrong === 0) invalid(fields, ['command'], 'has no command.');
    return null;
  }
  const odd = Object.keys(env).filter((name) => !variableForm.test(name));
  if (odd.length > 0) {
    invalid(fields, ['env', odd[0] ?? ''], `gives a value to ${odd.join(', ')}, which is not the name of a variable.`);
    return null;
  }
  return fields.wrong > 0 ? null : { type: 'stdio', command, args, env, cwd };
}

/** The parts of a server that is reached; null, with a finding, where one is not valid. */
export function readRemote(
  fields: PluginFields,
  { type, headersKey = 'headers' }: { readonly type: 'http' | 'sse'; readonly headersKey?: string },
): Extract<PluginTransport, { type: 'http' | 'sse' }> | null {
  const url = fields.text('url');
  const headers = fields.textMap(headersKey);
  if (url === null || url.trim() === '') {
    if (fields.wrong === 0) invalid(fields, ['url'], 'has no url.');
    return null;
  }
  const problem = headersProblem(headers);
  if (problem !== null) {
    invalid(fields, [headersKey], problem);
    return null;
  }
  return fields.wrong > 0 ? null : { type, url, headers };
}

/** What is wrong with a set of headers; null when nothing is. Holds no value. */
export function headersProblem(headers: Readonly<Record<string, string>>): string | null {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!headerForm.test(name)) return `has a header "${name}", which is not the name of a header.`;
    if (brokenHeader.test(value)) return `has a header ${name} whose value no header may have.`;
    if (seen.has(name.toLowerCase())) return `has the header ${name} twice.`;
    seen.add(name.toLowerCase());
  }
  return null;
}

/** Reports that a server is left out; the answer is null, in place of it. */
export function invalid(fields: PluginFields, key: readonly PropertyKey[], problem: string, hint?: string): null {
  const name = String(fields.at.at(-1) ?? '');
  fields.say('plugin_server', [...fields.at, ...key], `The server "${name}" ${problem} It is left out.`, hint);
  return null;
}

/** Names that hosts accept in `mcp__<server>__<tool>`. */
export const hostServerName = /^[A-Za-z0-9_-]{1,64}$/;

/** The loss of a whole server. */
export function leftOut(
  server: PluginServer,
  why: string,
): { readonly entry: null; readonly losses: readonly PluginLoss[] } {
  return {
    entry: null,
    losses: [{ name: server.name, field: 'server', kind: 'lost', message: `is left out: ${why}` }],
  };
}

/** A plugin's name where dots are not allowed, and the loss when it is another one. */
export function dotlessName(name: string): { readonly name: string; readonly losses: readonly PluginLoss[] } {
  const plain = name.replaceAll('.', '-').replace(/-{2,}/g, '-');
  if (plain === name) return { name, losses: [] };
  return { name: plain, losses: [{ name, field: 'name', kind: 'changed', message: `is ${plain} there` }] };
}

/** The loss of a field of the metadata that a form does not have. */
export function lostField(metadata: PluginMetadata, field: string, message: string): PluginLoss[] {
  return [{ name: metadata.name, field, kind: 'lost', message }];
}
