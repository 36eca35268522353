import { hasArguments } from './argument-schema.ts';
import { bodyOf, isObject } from './captured-source.ts';
import { isPrompt, knownFile } from './other-files.ts';
import { maximumTools } from './tool-size.ts';

/** One entry of a list, before it is known to be a tool, and its place in the file. */
export interface RawEntry {
  readonly value: unknown;
  readonly place: string;
}

/** Keys of objects that have a name and are not tools. */
const otherKeys = [
  'version',
  'dependencies',
  'scripts',
  'license',
  'homepage',
  'repository',
  'author',
  'url',
  'email',
  'remotes',
  'packages',
  'transports',
];

/** Tools of Gemini that have no name but a key of their own. */
const geminiTools =
  /^(google_?search(_?retrieval)?|code_?execution|url_?context|google_?maps|computer_?use|file_?search|retrieval|cache_?point)$/i;

/** A list that has more entries than any is read with. */
export class TooManyEntries extends Error {
  readonly count: number;

  constructor(count: number) {
    super(`${count} entries`);
    this.count = count;
  }
}

/** Error: `TooManyEntries`, before anything is made of them. */
export function refuseTooMany(count: number): void {
  if (count > maximumTools) throw new TooManyEntries(count);
}

/** The tools of a list: groups of Gemini opened, Bedrock's wrappers taken off. `base` is where the list stands. */
export function openEntries(values: readonly unknown[], base: string): RawEntry[] {
  refuseTooMany(values.length);
  return values.flatMap((value, i) => openEntry({ value, place: `${base}[${i}]` }));
}

/** The tools of a map from names to definitions. */
export function openMap(map: Readonly<Record<string, unknown>>, base: string): RawEntry[] {
  const members = Object.entries(map);
  refuseTooMany(members.length);
  return members.flatMap(([name, value]) => {
    const place = base === '' ? name : `${base}.${name}`;
    if (!isObject(value)) return [{ value, place }];
    const { inputSchema, ...rest } = value;
    // The AI SDK wraps its schemas: its tools have no server, so they keep their names.
    const isWrapped = isObject(inputSchema) && isObject(inputSchema.jsonSchema);
    const body = isWrapped ? { ...rest, parameters: inputSchema } : value;
    if (isObject(body.function) || isObject(body.toolSpec)) return openEntry({ value: body, place });
    return openEntry({ value: { name, ...body }, place });
  });
}

function openEntry({ value, place }: RawEntry): RawEntry[] {
  if (!isObject(value)) return [{ value, place }];
  const group = value.functionDeclarations ?? value.function_declarations;
  if (Array.isArray(group)) {
    refuseTooMany(group.length);
    const key = 'functionDeclarations' in value ? 'functionDeclarations' : 'function_declarations';
    const own = Object.keys(value).filter(
      (other) => other !== key && isObject(value[other]) && geminiTools.test(other),
    );
    return [
      ...group.map((one, i) => ({ value: one, place: `${place}.${key}[${i}]` })),
      ...own.map((other) => ({ value: { [other]: value[other] }, place: `${place}.${other}` })),
    ];
  }
  const spec = value.toolSpec ?? value.tool_spec;
  if (isObject(spec)) {
    const { inputSchema, ...rest } = spec;
    return [{ value: inputSchema === undefined ? rest : { ...rest, parameters: inputSchema }, place }];
  }
  if (value.type === 'custom' && isObject(value.custom)) return [{ value: { type: 'custom', ...value.custom }, place }];
  return [{ value, place }];
}

/** Whether a provider runs this tool itself, so that it has no definition to search. */
export function isProviderTool(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 1 && geminiTools.test(keys[0] ?? '')) return true;
  if (typeof value.type !== 'string' || ['function', 'custom', 'tool', 'dynamic'].includes(value.type)) return false;
  return !hasArguments(value) && !('function' in value) && typeof value.description !== 'string';
}

/** What a provider's tool is called in messages. */
export function providerToolName(value: Readonly<Record<string, unknown>>): string {
  return String(value.name ?? value.type ?? Object.keys(value)[0] ?? 'a tool');
}

/** Whether a value has more of a tool than a name, and nothing that another kind of file has. */
export function looksLikeTool(value: unknown): boolean {
  if (!isObject(value) || isPrompt(value)) return false;
  const body = bodyOf(value);
  if (isObject(value.function)) return true;
  if (value.type === 'custom' && typeof value.name === 'string') return true;
  if (hasArguments(body)) return typeof body.description === 'string' || schemaOrName(body);
  const isDescribed = typeof body.name === 'string' && typeof body.description === 'string';
  return isDescribed && !otherKeys.some((key) => key in body) && knownFile(value) === null;
}

/** Arguments alone prove nothing: `args` and `parameters` are words of many files. */
function schemaOrName(body: Readonly<Record<string, unknown>>): boolean {
  if ('inputSchema' in body || 'input_schema' in body || 'args_schema' in body) return true;
  return typeof body.name === 'string' && !otherKeys.some((key) => key in body);
}
