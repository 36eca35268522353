import { setImmediate } from 'node:timers/promises';
import { type SeedBm25Parameters, seedBm25ParametersSchema } from '#shared/domain/seed-bm25.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { Stems } from '../ranker/stem.ts';
import { seedBm25Words } from './seed-bm25-words.ts';

/** What seed 004's BM25 reads of a tool (R17.02). */
export type SeedBm25Tool = Pick<
  CatalogTool,
  'name' | 'description' | 'phrases' | 'hypothetical_queries' | 'usage_hint' | 'category'
>;

/** The tools that have a word, in catalog order, and how often each has it in its name and in its content. */
export interface SeedBm25Postings {
  readonly tools: number[];
  readonly name: number[];
  readonly content: number[];
}

export interface SeedBm25Index {
  readonly parameters: SeedBm25Parameters;
  readonly names: readonly string[];
  /** Words of each tool, those of each field times its weight, as in the library the seed names. */
  readonly lengths: readonly number[];
  readonly averageLength: number;
  readonly postings: ReadonlyMap<string, SeedBm25Postings>;
  readonly stems: Stems | null;
}

/** Tools between two looks at whatever else waits. */
const batch = 250;

/**
 * Indexes tools for seed 004's BM25 (R17.02–R17.05), in memory. Build it once per set of tools, then ask it with
 * `searchSeedBm25`; it holds no connection and needs no closing. Give it only tools the caller may see: the frequencies of words
 * are those of what it was given. Gives way to other work between batches. Error: `cancelled`.
 */
export async function buildSeedBm25(
  tools: Iterable<SeedBm25Tool>,
  options: { readonly parameters?: Partial<SeedBm25Parameters>; readonly signal?: AbortSignal | undefined } = {},
): Promise<SeedBm25Index> {
  const parameters = seedBm25ParametersSchema.parse(options.parameters ?? {});
  const stems = parameters.stemming ? new Stems() : null;
  const names: string[] = [];
  const lengths: number[] = [];
  const postings = new Map<string, SeedBm25Postings>();
  for (const tool of tools) {
    const name = seedBm25Words(tool.name, stems);
    const content = seedBm25Words(contentOf(tool), stems);
    addWords(postings, names.length, name, 'name');
    addWords(postings, names.length, content, 'content');
    names.push(tool.name);
    lengths.push(parameters.name_weight * name.length + parameters.content_weight * content.length);
    if (names.length % batch !== 0) continue;
    await setImmediate();
    throwIfCancelled(options.signal);
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(names.length, 1);
  return { parameters, names, lengths, averageLength, postings, stems };
}

/** Everything there is to read, the name once more: so the seed joins it, and a word of the name counts 2 + 1. */
function contentOf({ name, description, hypothetical_queries, phrases, usage_hint, category }: SeedBm25Tool): string {
  return [name, description, ...hypothetical_queries, ...phrases, usage_hint ?? '', category ?? ''].join(' ');
}

function addWords(
  postings: Map<string, SeedBm25Postings>,
  tool: number,
  words: readonly string[],
  field: 'name' | 'content',
): void {
  for (const word of words) {
    let posting = postings.get(word);
    if (!posting) {
      posting = { tools: [], name: [], content: [] };
      postings.set(word, posting);
    }
    let last = posting.tools.length - 1;
    if (posting.tools[last] !== tool) {
      last = posting.tools.push(tool) - 1;
      posting.name.push(0);
      posting.content.push(0);
    }
    posting[field][last] = (posting[field][last] as number) + 1;
  }
}
