import { parse as parseToml, stringify as printToml } from 'smol-toml';
import { parse as parseYaml, stringify as printYaml } from 'yaml';
import type { Random } from '../random.ts';
import { mutateBytes } from './bytes.ts';
import { Markers } from './markers.ts';
import { mutateStructure, type StructureOptions } from './structure.ts';
import { mutateYamlText } from './yaml.ts';

/** How the text of a seed is written. */
export type DocumentFormat = 'json' | 'jsonl' | 'yaml' | 'toml' | 'front-matter' | 'text';

export interface MutateOptions {
  readonly random: Random;
  /** Values of the kind of file's own, put in now and then. */
  readonly values?: StructureOptions['values'];
  /** The words of the seed stay where they are: for files with secrets, which may be printed from another place. */
  readonly keepPlaces?: boolean;
}

/** The text of a seed with one to three things changed: of its values, of its writing, of its bytes. */
export function mutateDocument(text: string, format: DocumentFormat, options: MutateOptions): Buffer {
  const { random, keepPlaces = false } = options;
  let bytes: Buffer = Buffer.from(text);
  for (
    let left = random.weighted([
      [6, 1],
      [3, 2],
      [1, 3],
    ]);
    left > 0;
    left--
  ) {
    const isStructure = format !== 'text' && random.chance(0.7);
    const changed = isStructure ? changedStructure(bytes.toString('utf8'), format, options) : null;
    bytes = changed === null ? mutateBytes(bytes, random, { storageOnly: keepPlaces }) : Buffer.from(changed);
  }
  return bytes;
}

/** Null where the text is none of its format any more, after a change before. */
function changedStructure(text: string, format: DocumentFormat, options: MutateOptions): string | null {
  try {
    return changers[format](text, options);
  } catch {
    return null;
  }
}

const changers: Readonly<Record<DocumentFormat, (text: string, options: MutateOptions) => string>> = {
  json: (text, options) => changedJson(text, options),
  jsonl: (text, options) => changedLine(text, options),
  yaml: (text, options) => changedYaml(text, options),
  toml: (text, options) => printToml(withMarkers(parseToml(text), options).value as object),
  'front-matter': (text, options) => changedFrontMatter(text, options),
  text: (text) => text,
};

function withMarkers(
  value: unknown,
  { random, values, keepPlaces }: MutateOptions,
): { value: unknown; markers: Markers } {
  const markers = new Markers();
  return { markers, value: mutateStructure(value, { random, markers, values, moves: !keepPlaces }) };
}

function changedJson(text: string, options: MutateOptions): string {
  const { value, markers } = withMarkers(JSON.parse(text), options);
  return markers.fillIn(JSON.stringify(value, null, options.random.pick([0, 2])) ?? 'null');
}

function changedLine(text: string, options: MutateOptions): string {
  const lines = text.split('\n');
  const filled = lines.flatMap((line, n) => (line.trim() === '' ? [] : [n]));
  const line = options.random.pick(filled);
  const { value, markers } = withMarkers(JSON.parse(lines[line] ?? ''), options);
  lines[line] = markers.fillIn(JSON.stringify(value) ?? 'null');
  return lines.join('\n');
}

function changedYaml(text: string, options: MutateOptions): string {
  const { random, keepPlaces } = options;
  if (!keepPlaces && random.chance(0.35)) return mutateYamlText(text, random);
  const { value, markers } = withMarkers(parseYaml(text), options);
  const printed = random.chance(0.5)
    ? printYaml(value, { aliasDuplicateObjects: false })
    : JSON.stringify(value, null, 1);
  return markers.fillIn(printed ?? 'null');
}

/** The head between `---` and `---`, or the text below it. */
function changedFrontMatter(text: string, options: MutateOptions): string {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error('There is no front matter any more.');
  const { random } = options;
  if (random.chance(0.75)) return `---\n${changedYaml(head, options).replace(/\n$/, '')}\n---\n${body}`;
  return `---\n${head}\n---\n${mutateBytes(Buffer.from(body), random).toString('utf8')}`;
}
