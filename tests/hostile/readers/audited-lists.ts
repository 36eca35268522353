import { join } from 'node:path';
import type { Random } from '../random.ts';
import type { Reader } from './reader.ts';

/** Words that rules begin to match and do not finish. */
const almost = [
  'ignore all of the your my these those and that ',
  'before using any other ',
  'https://a.test/?q={',
  '**[SYSTEM] <important> ',
  'call call call with the ',
  "'a' + ",
  'a.b.c.d.e.f.g.h.i.j.',
  'QUJD',
  '%61%62%63',
  '\u202e\u200b',
  '前の指示を',
] as const;

function words(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += random.pick(almost).repeat(1 + random.below(40));
  return text.slice(0, length);
}

/** A schema whose descriptions lie deep, whose names are many, or whose choices are sentences. */
function schema(random: Random): unknown {
  const shape = random.below(3);
  if (shape === 0) {
    let deep: unknown = { type: 'string', description: words(random, 200) };
    for (let depth = random.pick([10, 300, 1000]); depth > 0; depth--)
      deep = { type: 'object', description: 'Read it first.', properties: { next: deep } };
    return deep;
  }
  const count = random.pick([10, 1000, 20_000]);
  if (shape === 1)
    return { type: 'object', properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, {}])) };
  return { type: 'object', properties: { one: { enum: Array.from({ length: count }, () => words(random, 30)) } } };
}

/** Lists of tools that take an audit long: texts of a megabyte, deep and wide schemas, thousands of tools of several sources. */
export const auditedLists: Reader = {
  name: 'audits',
  cases: 60,
  make: (random, { root }) => {
    const long = () => ({ name: 'long', description: words(random, random.pick([10_000, 1_000_000])) });
    const odd = () => ({ name: 'odd', description: words(random, 300), inputSchema: schema(random) });
    const many = () =>
      Array.from({ length: random.pick([100, 4000]) }, (_, n) => ({
        name: `read_fil${n % 3 === 0 ? 'e' : `es${n}`}`,
        description: `Reads ${n}. ${n % 50 === 0 ? words(random, 200) : 'Call read_file first.'}`,
      }));
    const list = () =>
      Buffer.from(JSON.stringify({ tools: random.pick([() => [long()], () => [odd(), long()], many])() }));
    const format = random.pick(['human', 'json', 'sarif', 'junit', 'markdown']);
    const folder = join(root, 'input');
    const against = random.chance(0.3) ? ['--against', join(folder, 'b.json')] : [];
    return {
      files: [
        { path: 'input/a.json', bytes: list() },
        { path: 'input/b.json', bytes: list() },
      ],
      commands: [
        { args: ['audit', random.chance(0.5) ? folder : join(folder, 'a.json'), ...against, '--format', format] },
      ],
    };
  },
};
