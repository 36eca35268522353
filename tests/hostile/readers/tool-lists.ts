import { join } from 'node:path';
import { mutateDocument } from '../mutate/document.ts';
import { oddSchema } from '../mutate/schemas.ts';
import { toolListSeeds } from '../seeds/tool-lists.ts';
import type { Reader, ReaderCommand } from './reader.ts';

/** Files with tools, imported, and what every other command makes of them afterwards. */
export const toolLists: Reader = {
  name: 'tool lists',
  cases: 400,
  make: (random, { root }) => {
    const seed = random.pick(toolListSeeds);
    const bytes = mutateDocument(seed.text, seed.format, { random, values: [() => oddSchema(random)] });
    const file = join(root, 'input', seed.name);
    const human = random.chance(0.3) ? ['--format', 'human'] : [];
    const then = random.weighted<ReaderCommand[]>([
      [8, []],
      [3, [{ args: ['tools', ...human] }]],
      [3, [{ args: ['tools', '--problems', ...human] }]],
      [2, [{ args: ['search', 'read a file', '--explain', ...human] }]],
      [
        2,
        [{ args: ['export', 'payload', '--provider', random.pick(['anthropic', 'openai-responses', 'openai-chat'])] }],
      ],
      [
        1,
        [
          {
            args: [
              'export',
              'catalog',
              '--as',
              random.pick(['pegboard-json', 'penguiflow', 'anthropic-tools', 'openai-tools', 'mcp-tools']),
            ],
          },
        ],
      ],
      [1, [{ args: ['get', 'tools.read', 'read', 'orders.get', ...human] }]],
      [1, [{ args: ['prompt', '--diff', 'all-tools', ...human] }]],
      [1, [{ args: ['doctor', ...human] }]],
      [1, [{ args: ['budgets', ...human] }]],
    ]);
    const first: ReaderCommand =
      then.length === 0 && random.chance(0.8)
        ? { args: ['import', '--dry-run', file, ...human] }
        : { args: ['import', file, ...human], writes: true };
    return {
      files: [{ path: `input/${seed.name}`, bytes }],
      commands: [first, ...then],
      newCache: random.chance(0.02),
    };
  },
};

/** The same bytes as a source that the workspace has already. */
export const storedSources: Reader = {
  name: 'stored sources',
  cases: 400,
  make: (random) => {
    const seed = random.pick([toolListSeeds[0], toolListSeeds.at(-1)]) ?? toolListSeeds[0];
    if (!seed) throw new Error('There are no seeds.');
    const bytes = mutateDocument(seed.text, seed.format, { random, values: [() => oddSchema(random)] });
    const path = seed.format === 'jsonl' ? 'workspace/sources/shop.jsonl' : 'workspace/sources/remote.json';
    const human = random.chance(0.3) ? ['--format', 'human'] : [];
    const args = random.weighted([
      [5, ['tools']],
      [3, ['tools', '--problems']],
      [2, ['search', 'order']],
      [1, ['sources']],
      [1, ['doctor']],
      [1, ['simulate', 'scenarios/order.scenario.yaml']],
      [1, ['export', 'payload', '--provider', 'openai-chat']],
      [1, ['call', 'remote.ask', '--args', '{"a": [[1]]}']],
    ]);
    return { files: [{ path, bytes }], commands: [{ args: [...args, ...human] }] };
  },
};
