import { mutateDocument } from '../mutate/document.ts';
import { Markers } from '../mutate/markers.ts';
import { oddKeys, oddTexts, oddValue, own } from '../mutate/values.ts';
import type { Random } from '../random.ts';
import { baseConfig } from '../seeds/base-workspace.ts';
import type { Reader, ReaderCommand } from './reader.ts';

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);

function readWorkspace(random: Random): ReaderCommand {
  const [args, writes] = random.weighted<readonly [readonly string[], boolean]>([
    [8, [['tools'], false]],
    [4, [['doctor'], false]],
    [3, [['search', 'read an order'], false]],
    [3, [['search', 'order', '--persona', 'support', '--type', random.pick(['regex', 'exact', 'hybrid'])], false]],
    [2, [['prompt', '--profile', random.pick(['small', 'workspace', 'skills']), '--query', 'order'], false]],
    [2, [['sources'], false]],
    [1, [['skills', 'list'], false]],
    [1, [['simulate', 'scenarios/order.scenario.yaml'], false]],
    [1, [['eval'], false]],
    [1, [['prompt', '--leaks', '--persona', 'support'], false]],
    [1, [['economics'], false]],
    [1, [['export', 'catalog', '--as', 'pegboard-json'], false]],
    [1, [['sources', 'disable', 'shop'], true]],
    [1, [['sources', 'rename', 'shop', 'store'], true]],
    [1, [['sources', 'remove', 'remote'], true]],
    [1, [['eval', 'add', 'a query', 'orders.get'], true]],
    [1, [['import', '--source', 'remote', '--yes', '--timeout', '5'], true]],
  ]);
  return { args: [...args, ...human(random)], writes };
}

export const workspaceFile: Reader = {
  name: 'pegboard.yaml',
  cases: 550,
  make: (random) => {
    const bytes = mutateDocument(baseConfig, 'yaml', { random });
    return { files: [{ path: 'workspace/pegboard.yaml', bytes }], commands: [readWorkspace(random)] };
  },
};

/** What a person curates: every field of an overlay with a text, a number or a name that somebody may write. */
const fields = [
  ...['loading_mode', 'side_effects', 'description', 'title', 'tags', 'category', 'phrases', 'hypothetical_queries'],
  ...['usage_hint', 'related_tools', 'examples', 'aliases', 'risk_level', 'requires_confirmation', 'extraction'],
];

export const overlays: Reader = {
  name: 'overlays',
  cases: 700,
  make: (random) => {
    const markers = new Markers();
    const overlay = {};
    for (let left = random.below(4); left >= 0; left--) {
      const odd = random.pick(oddTexts);
      own(
        overlay,
        random.chance(0.9) ? random.pick(fields) : random.pick(oddKeys),
        random.pick<() => unknown>([
          () => odd,
          () => [odd, 'plain'],
          () => [{ args: { [random.pick(oddKeys)]: odd }, description: odd, tags: [odd] }],
          () => random.pick(['always', 'deferred', 'pure', 'write', 'safe', 'destructive', true]),
          () => oddValue(random, markers),
        ])(),
      );
    }
    const all = {};
    own(all, random.pick(['orders.get', 'files.read', 'nobody', ...oddKeys]), overlay);
    if (random.chance(0.5)) own(all, 'orders.refund', overlay);
    const config = baseConfig.replace(/^overlays:\n(?: .*\n)+/m, '');
    const text = `${config}overlays: ${markers.fillIn(JSON.stringify(all))}\n`;
    return {
      files: [{ path: 'workspace/pegboard.yaml', bytes: Buffer.from(text) }],
      commands: [readWorkspace(random)],
    };
  },
};

export const guidanceFiles: Reader = {
  name: 'guidance',
  cases: 50,
  make: (random) => ({
    files: [
      {
        path: 'workspace/guidance/pages.md',
        bytes: mutateDocument('# Pages\n\nRead a page before you change it.\n', 'text', { random }),
      },
    ],
    commands: [{ args: ['search', 'open a file', ...human(random)] }],
  }),
};
