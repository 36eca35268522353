import type { ReferenceTool } from './captured-catalog.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface RandomQuery {
  readonly query: string;
  readonly include_always_loaded: boolean;
  readonly limit: number;
}

const noise = [
  'qwertzuiop',
  'zzyzx',
  '42',
  'naïve',
  'Übergröße',
  'znajdź',
  'zdje\u0328cie',
  'каталог',
  '検索',
  'NOT',
  'AND',
  'NEAR',
  'x',
  'supercalifragilisticexpialidocioussupercalifragilisticexpialidociousings',
];
const joints = [' ', ' ', ' ', ' ', '  ', ', ', '-', '_', '.', ' + ', '/', '"', "'s ", ' (', ') ', '? ', ':', '*', '^'];

/** Queries of 1 to 6 words out of the tools' own texts, with noise words, punctuation, upper case and repeats. */
export function randomQueries(tools: readonly ReferenceTool[], random: SeededRandom, count: number): RandomQuery[] {
  const pools = tools.map((tool) => `${tool.name} ${tool.description} ${tool.tags.join(' ')}`.match(/[\p{L}\p{N}]+/gu));
  const words = pools.filter((pool) => pool !== null);
  return Array.from({ length: count }, () => ({
    query: randomQuery(words, random),
    include_always_loaded: random.chance(0.5),
    limit: 1 + random.below(20),
  }));
}

function randomQuery(texts: readonly (readonly string[])[], random: SeededRandom): string {
  // Half of the queries take all their words from one tool, so that a search for every word finds something.
  const home = random.chance(0.5) ? random.pick(texts) : null;
  const picked: string[] = [];
  const length = 1 + random.below(6);
  while (picked.length < length) {
    if (picked.length > 0 && random.chance(0.1)) picked.push(random.pick(picked));
    else if (random.chance(0.08)) picked.push(random.pick(noise));
    else picked.push(random.pick(home ?? random.pick(texts)));
  }
  const dressed = picked.map((word) => (random.chance(0.15) ? word.toUpperCase() : word));
  const query = dressed.reduce((before, word) => before + random.pick(joints) + word);
  return random.chance(0.2) ? `${query}${random.pick(['?', '!', ' ', '"', ' *', '\n'])}` : query;
}
