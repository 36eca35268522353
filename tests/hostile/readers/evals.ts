import { mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import { runCommand } from '../sandbox/run-command.ts';
import { goldenQueries } from '../seeds/base-workspace.ts';
import type { Reader } from './reader.ts';

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);

export const evals: Reader = {
  name: 'golden queries',
  cases: 600,
  make: (random) => {
    const bytes = mutateDocument(goldenQueries, 'jsonl', { random });
    const [args, writes] = random.weighted<readonly [readonly string[], boolean]>([
      [6, [['eval', 'list'], false]],
      [4, [['eval'], false]],
      [1, [['eval', '--intervals', '--by-namespace', '--persona', 'support'], false]],
      [1, [['eval', '--engine', 'rfc,regex'], false]],
      [2, [['eval', 'add', 'a new query', 'files.read'], true]],
      [1, [['eval', 'remove', 'open a file'], true]],
      [1, [['search', 'open a file', '--why-not', 'orders.get'], false]],
      [1, [['confusable'], false]],
    ]);
    return {
      files: [{ path: 'workspace/evals/golden.jsonl', bytes }],
      commands: [{ args: [...args, ...human(random)], writes }],
    };
  },
};

/** Reports that were kept, and are compared with. */
export const keptReports: Reader = {
  name: 'kept reports',
  cases: 300,
  prepare: async (sandbox) => ({ report: (await runCommand(sandbox, ['eval', '--format', 'json'])).stdout }),
  make: (random, { prepared }) => ({
    files: [{ path: 'workspace/kept.json', bytes: mutateDocument(prepared.report ?? '', 'json', { random }) }],
    commands: [{ args: ['eval', '--compare', 'kept.json', '--fail-on-worse', ...human(random)] }],
  }),
};
