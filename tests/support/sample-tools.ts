import type { SeededRandom } from '../integration/reference/seeded-random.ts';

/** A tool as its author means it; exporters write it in their own ways. */
export interface SampleTool {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly schema: SampleSchema;
  readonly readOnly: boolean | null;
}

export interface SampleSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SampleProperty>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export type SampleProperty = Readonly<Record<string, unknown>> & { readonly description: string };

const verbs = ['create', 'list', 'find', 'rename', 'archive', 'copy', 'count', 'compare', 'convert', 'notify'];
const nouns = ['boat', 'ticket', 'recipe', 'meter', 'garden', 'parcel', 'lesson', 'contract', 'photo', 'train'];
const reasons = [
  'Use it before anything is changed.',
  'It answers within a second.',
  'The result is sorted by date; the newest comes first.',
  'Ask the user first — nothing can be undone.',
  'Größe und Farbe dürfen fehlen. 大きさ。',
  'Returns "none" where there is nothing,\nand one line each otherwise.',
];
const letters = ['', '', '', '_v2', '-beta', '.sub', '/path', '_für', '検索', ' with space'];

/** Properties that every format can say, with their plain types. */
const plain: Readonly<Record<string, SampleProperty>> = {
  id: { type: 'string', description: 'Its number, as the list gives it.' },
  count: { type: 'integer', description: 'How many at most.' },
  price: { type: 'number', description: 'In euros.' },
  all: { type: 'boolean', description: 'Also those that are closed.' },
  options: { type: 'object', description: 'Anything else.' },
};

/** Properties that only a JSON schema can say. */
const rich: Readonly<Record<string, SampleProperty>> = {
  state: { type: 'string', enum: ['open', 'closed', 'lost'], description: 'In which state.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'All of them must be there.' },
  limit: { type: 'integer', minimum: 1, maximum: 500, default: 20, description: 'How many.' },
  place: {
    type: 'object',
    description: 'Where it is.',
    properties: { town: { type: 'string' }, street: { type: 'string' } },
    required: ['town'],
  },
};

/** Keywords that some exporters cannot say at all: unions, references, and what refers to itself. */
const referring: Readonly<Record<string, SampleProperty>> = {
  note: { type: ['string', 'null'], default: null, description: 'A remark, or none.' },
  owner: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'By name or by number.' },
  address: { $ref: '#/$defs/address', description: 'Where it goes.' },
  tree: { $ref: '#/$defs/node', description: 'What stands below it.' },
};
const definitions = {
  address: { type: 'object', properties: { town: { type: 'string' } } },
  node: {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
  },
};
const dialects = [
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/draft-06/schema#',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
];

/** How much of JSON schema a format can say. */
export type SchemaRange = 'plain' | 'rich' | 'all';

/** Some tools with different names; the same for the same seed. */
export function sampleTools(random: SeededRandom, range: SchemaRange): SampleTool[] {
  const count = 1 + random.below(8);
  return Array.from({ length: count }, (_, i) => {
    const verb = random.pick(verbs);
    const noun = random.pick(nouns);
    return {
      name: `${verb}_${noun}${random.pick(letters)}_${i}`,
      title: random.below(2) === 0 ? null : `${verb} a ${noun}`,
      description: random.below(8) === 0 ? '' : `${verb} a ${noun}. ${random.pick(reasons)}`,
      schema: sampleSchema(random, range),
      readOnly: random.pick([null, true, false]),
    };
  });
}

function sampleSchema(random: SeededRandom, range: SchemaRange): SampleSchema {
  const pool = { ...plain, ...(range === 'plain' ? {} : rich), ...(range === 'all' ? referring : {}) };
  const names = Object.keys(pool).filter(() => random.below(3) === 0);
  const properties = Object.fromEntries(names.map((name) => [name, pool[name] as SampleProperty]));
  const required = names.filter(() => random.below(2) === 0);
  const refers = names.some((name) => name === 'address' || name === 'tree');
  return {
    ...(range === 'all' && random.below(3) === 0 ? { $schema: random.pick(dialects) } : {}),
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(range === 'all' && random.below(3) === 0 ? { additionalProperties: false } : {}),
    ...(refers ? { $defs: definitions } : {}),
  };
}
