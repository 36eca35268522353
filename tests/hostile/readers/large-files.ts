import { join } from 'node:path';
import { baseConfig, baseScenario } from '../seeds/base-workspace.ts';
import type { Reader, ReaderCase } from './reader.ts';

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const config = (text: string, args: readonly string[]): ReaderCase => ({
  files: [{ path: 'workspace/pegboard.yaml', bytes: Buffer.from(text) }],
  commands: [{ args }],
});
const scenario = (text: string): ReaderCase => ({
  files: [{ path: 'workspace/scenarios/order.scenario.yaml', bytes: Buffer.from(text) }],
  commands: [{ args: ['simulate', 'scenarios/order.scenario.yaml'] }],
});

/** Files of honest shapes that are large: each must be read in a time that grows with its size, or be refused. */
const large: readonly ((root: string) => ReaderCase)[] = [
  () => config(`${baseConfig}${lines(40_000, (n) => `key_${n}: ${n}`)}\n`, ['tools']),
  () =>
    config(baseConfig.replace('overlays:\n', `overlays:\n${lines(8000, (n) => `  a.t${n}: {tags: [t${n}]}`)}\n`), [
      'tools',
    ]),
  () => config(`${'\n'.repeat(1_000_000)}${baseConfig}`, ['sources', 'disable', 'nobody']),
  () => config(`a: 1\n${'- '.repeat(3000)}`, ['doctor']),
  () => config(`${baseConfig}x: [${'[1], '.repeat(30_000)}]\n`, ['tools']),
  () => scenario(`${baseScenario}\n${lines(40_000, (n) => `key_${n}: ${n}`)}\n`),
  () => scenario(baseScenario.replace('results:\n', `results:\n${lines(8000, (n) => `  a.t${n}: {value: ${n}}`)}\n`)),
  () => scenario(`a: 1\n${'- '.repeat(3000)}`),
  (root) => ({
    files: [
      {
        path: 'input/many.json',
        bytes: Buffer.from(JSON.stringify({ tools: Array.from({ length: 150_000 }, (_, n) => ({ name: `t${n}` })) })),
      },
    ],
    commands: [{ args: ['import', '--dry-run', join(root, 'input/many.json')] }],
  }),
  (root) => ({
    files: [
      {
        path: 'input/wide.json',
        bytes: Buffer.from(
          JSON.stringify([
            {
              name: 'wide',
              inputSchema: {
                type: 'object',
                properties: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`p${n}`, {}])),
              },
            },
          ]),
        ),
      },
    ],
    commands: [{ args: ['import', '--dry-run', join(root, 'input/wide.json')] }],
  }),
];

export const largeFiles: Reader = {
  name: 'large files',
  cases: large.length,
  isTable: true,
  make: (_random, { root, index }) => {
    const make = large[index];
    if (!make) throw new Error('There is no such file.');
    return make(root);
  },
};
