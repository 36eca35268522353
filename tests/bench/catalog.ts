import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import github from '../../src-main/core/workspace/demo/github.json' with { type: 'json' };
import shop from '../../src-main/core/workspace/demo/shop.json' with { type: 'json' };
import slack from '../../src-main/core/workspace/demo/slack.json' with { type: 'json' };
import tasks from '../../src-main/core/workspace/demo/tasks.json' with { type: 'json' };
import { SeededRandom } from '../integration/reference/seeded-random.ts';

/** A line of a `tools.jsonl`. */
export interface BenchTool {
  readonly name: string;
  readonly namespace: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly inputSchema: unknown;
}

export interface Material {
  readonly tools: readonly BenchTool[];
  /** Queries that people labelled for these tools, each list from one benchmark; empty lists when there are none. */
  readonly queries: readonly (readonly string[])[];
  readonly origin: string;
}

const dataFolder = join(import.meta.dirname, '../../../shared/data');

/** Real tools and queries of `../shared/data`, else those of the demo. */
export function readMaterial(): Material {
  if (existsSync(join(dataFolder, 'benchmarks')) && existsSync(join(dataFolder, 'catalogs'))) return sharedMaterial();
  const demo: readonly [string, readonly RawTool[]][] = [
    ['github', github.tools],
    ['slack', slack.tools],
    ['tasks', tasks.tools],
    ['shop', shop],
  ];
  const tools = distinct(demo.flatMap(([namespace, list]) => list.map((tool) => readTool(tool, namespace, true))));
  return { tools, queries: [], origin: `the ${tools.length} tools of the demo, since ${dataFolder} is absent` };
}

type RawTool = Readonly<Record<string, unknown>>;

function sharedMaterial(): Material {
  const catalogs = readdirSync(join(dataFolder, 'catalogs')).sort();
  const servers = catalogs.flatMap((catalog) => {
    const folder = join(dataFolder, 'catalogs', catalog);
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    return files.sort().map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  });
  const captured = servers.flatMap(({ file, text }) => {
    const { tools } = JSON.parse(text) as { tools: RawTool[] };
    return tools.map((tool) => readTool(tool, file.replace(/\.json$/, ''), true));
  });
  const benchmarks = readdirSync(join(dataFolder, 'benchmarks')).sort();
  const labelled = benchmarks.flatMap((name) =>
    readLines(join(dataFolder, 'benchmarks', name, 'tools.jsonl')).map((tool) => readTool(tool, name, false)),
  );
  const queries = benchmarks.map((name) =>
    readLines(join(dataFolder, 'benchmarks', name, 'queries.jsonl')).map((line) => String(line.query)),
  );
  const tools = distinct([...captured, ...labelled]);
  const sets = ['catalogs', ...benchmarks].join(', ');
  return { tools, queries, origin: `${tools.length} distinct real tools of ../shared/data (${sets})` };
}

function readLines(path: string): RawTool[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RawTool);
}

function readTool(tool: RawTool, namespace: string, prefixed: boolean): BenchTool {
  const name = String(tool.name).trim();
  return {
    name: prefixed && !name.includes('.') ? `${namespace}.${name}` : name,
    namespace: typeof tool.namespace === 'string' ? tool.namespace : namespace,
    description: typeof tool.description === 'string' ? tool.description : '',
    tags: Array.isArray(tool.tags) ? tool.tags.map(String) : [],
    inputSchema: tool.inputSchema ?? { type: 'object' },
  };
}

/** Each name once, and no name that Pegboard keeps for itself. */
function distinct(tools: readonly BenchTool[]): BenchTool[] {
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()].filter(
    (tool) => !reservedToolNames.has(tool.name),
  );
}

/** A catalog of a size: real tools, shuffled, then variants of them; the same for the same seed. */
export function catalogOf(size: number, real: readonly BenchTool[]): BenchTool[] {
  const shuffled = shuffle(real, new SeededRandom(size));
  if (size <= shuffled.length) return shuffled.slice(0, size);
  return [...shuffled, ...variants(size - shuffled.length, shuffled)];
}

/**
 * Variants of real tools: verb of one name, noun of another, namespace of a third; two sentences with some words drawn
 * anew at their own frequency. One variant in three has a word of a made-up product, so that the vocabulary grows as it does
 * in real catalogs.
 */
function variants(wanted: number, real: readonly BenchTool[]): BenchTool[] {
  const random = new SeededRandom(wanted);
  const words = real.flatMap((tool) => wordsOf(tool.description));
  const products = Math.max(20, Math.floor(wanted / 20));
  return Array.from({ length: wanted }, (_, i) => {
    const [first, second, third] = [random.pick(real), random.pick(real), random.pick(real)];
    const product = random.chance(1 / 3) ? [productName(random.below(products))] : [];
    const namespace = `${slug(third.namespace)}-${1 + random.below(9)}`;
    const verb = slug(wordsOf(first.name).at(-2) ?? 'run');
    const noun = slug(wordsOf(second.name).at(-1) ?? 'item');
    return {
      name: `${namespace}.${verb}_${noun}_${i + 1}`,
      namespace,
      description: [reworded(first, words, random), ...product, reworded(second, words, random)].join(' '),
      tags: first.tags,
      inputSchema: first.inputSchema,
    };
  });
}

function reworded({ description }: BenchTool, words: readonly string[], random: SeededRandom): string {
  const sentence = description.split(/(?<=[.!?])\s/)[0] ?? '';
  return sentence
    .slice(0, 300)
    .split(' ')
    .map((word) => (random.chance(0.2) ? random.pick(words) : word))
    .join(' ');
}

function productName(number: number): string {
  const syllables = ['za', 'lor', 'mi', 'ken', 'tu', 'vex', 'pra', 'dol', 'shi', 'gam'];
  const digits = String(number).padStart(3, '0');
  return [...digits].map((digit) => syllables[Number(digit)]).join('');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'x';
}

/** A seeded sample of queries, the same number from each benchmark; without any, runs of words out of descriptions. */
export function queriesFor(wanted: number, material: Material): string[] {
  const random = new SeededRandom(wanted);
  if (material.queries.length === 0) {
    return Array.from({ length: wanted }, () => {
      const words = wordsOf(random.pick(material.tools).description);
      return words
        .slice(random.below(Math.max(1, words.length - 4)))
        .slice(0, 4 + random.below(12))
        .join(' ');
    });
  }
  const lists = material.queries.map((list) => shuffle(list, random));
  return Array.from({ length: wanted }, (_, i) => {
    const list = lists[i % lists.length] ?? [];
    return list[Math.floor(i / lists.length) % list.length] ?? '';
  });
}

function shuffle<Value>(values: readonly Value[], random: SeededRandom): Value[] {
  return values
    .map((value) => ({ value, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
