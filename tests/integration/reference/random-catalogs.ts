import type { RankedTool } from './reference-ranker.ts';
import type { SeededRandom } from './seeded-random.ts';

const words =
  `list lists listing create created createIssue issue issues ticket repository repositories repo pull request
requests PR merge kubernetes k8s weather forecast temperature 天気 予報 天気予報 データ 検索 날씨 zdjęcie zdjęcia Łódź naïve café
parseHTTPResponse URLs getURLs s3 oauth2 user users_admin send message email photo picture delete remove file files search
find the a of want show please now calendar event transfer payment invoice Straße e-mail qr code QRCode`.split(/\s+/);

const misspelt = [
  'repositry',
  'wether',
  'calender',
  'paymant',
  'mesage',
  'forecsat',
  'zzyzx',
  'kube',
  'invo',
  'transfers',
];

/** A small catalog whose texts share words, in every field and several scripts. */
export function randomCatalog(random: SeededRandom): RankedTool[] {
  const count = 1 + random.below(18);
  return Array.from({ length: count }, (_, i) => {
    const namespace = random.chance(0.7) ? random.pick(['github', 'mail_box', 'weather', 'K8s']) : null;
    const local = `${phrase(random, 3, '_')}_${i}`;
    return {
      name: namespace === null ? local : `${namespace}.${local}`,
      namespace,
      ...(random.chance(0.3) ? { title: phrase(random, 3) } : {}),
      description: Array.from(
        { length: random.below(4) },
        () => `${phrase(random, 8)}${random.pick(['. ', '! ', '\n', '。', ' v1.2 ', ', '])}`,
      ).join(''),
      tags: random.chance(0.4) ? [phrase(random, 2), phrase(random, 1)] : [],
      ...(random.chance(0.3) ? { phrases: [phrase(random, 4)] } : {}),
      ...(random.chance(0.6) ? { inputSchema: randomSchema(random, 2) } : {}),
    };
  });
}

function randomSchema(random: SeededRandom, depth: number): object {
  const names = Array.from({ length: random.below(3) }, () => phrase(random, 2, random.pick(['_', '-'])));
  const properties = names.map((name) => {
    const kind = random.below(depth > 0 ? 4 : 2);
    const description = random.chance(0.6) ? { description: phrase(random, 6) } : {};
    if (kind === 1) return [name, { type: 'string', enum: [phrase(random, 1), phrase(random, 2), 3], ...description }];
    if (kind === 2) return [name, { type: 'array', items: randomSchema(random, depth - 1), ...description }];
    if (kind === 3) return [name, { ...randomSchema(random, depth - 1), ...description }];
    return [name, { type: 'string', ...description }];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** A query of known, misspelt and function words, some of them quoted, some twice. */
export function randomRankerQuery(random: SeededRandom): string {
  const parts = Array.from({ length: 1 + random.below(7) }, () => {
    const word = random.chance(0.2) ? random.pick(misspelt) : random.pick(words);
    return random.chance(0.15) ? `"${word} ${random.pick(words)}"` : random.chance(0.1) ? `${word} ${word}` : word;
  });
  return parts.join(random.pick([' ', ', ', '? ', ' - ']));
}

function phrase(random: SeededRandom, most: number, joint = ' '): string {
  return Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(joint);
}
