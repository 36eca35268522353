import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import { runCommand } from '../sandbox/run-command.ts';
import type { Reader } from './reader.ts';

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);

/** Blocks of a lock: what stands from a line with `---` to the next. */
const blocksOf = (text: string) => text.split(/^(?=---)/m);

/** The value of one block changed, a block twice, moved or gone, or the bytes of the whole file. */
function mutateLock(text: string, random: Random): Buffer {
  const blocks = blocksOf(text);
  const at = random.below(blocks.length);
  const block = blocks[at] ?? '';
  const open = block.indexOf('{');
  return random.weighted<() => Buffer>([
    [
      6,
      () => {
        const value = mutateDocument(block.slice(Math.max(open, 0)), 'json', { random }).toString('utf8');
        return Buffer.from(blocks.with(at, block.slice(0, Math.max(open, 0)) + value).join(''));
      },
    ],
    [1, () => Buffer.from(blocks.toSpliced(at, 0, block).join(''))],
    [1, () => Buffer.from(blocks.toSpliced(at, 1).join(''))],
    [1, () => Buffer.from(blocks.with(at, `<<<<<<< ours\n${block}=======\n${block}>>>>>>> theirs\n`).join(''))],
    [4, () => mutateDocument(text, 'text', { random })],
  ])();
}

/** What was approved, as an editor, a merge or an attacker may leave it. */
export const lockFile: Reader = {
  name: 'pegboard.lock',
  cases: 250,
  prepare: async (sandbox) => {
    await runCommand(sandbox, ['review', '--lock']);
    return { lock: readFileSync(join(sandbox.workspace, 'pegboard.lock'), 'utf8') };
  },
  make: (random, { prepared }) => {
    const [args, writes] = random.weighted<readonly [readonly string[], boolean]>([
      [6, [['review'], false]],
      [3, [['tools'], false]],
      [2, [['search', 'read an order'], false]],
      [1, [['doctor'], false]],
      [2, [['review', '--approve', 'orders.get'], true]],
      [1, [['review', '--reject', 'files.read'], true]],
      [1, [['review', '--all-cosmetic'], true]],
      [1, [['sources', 'rename', 'shop', 'store'], true]],
      [1, [['sources', 'remove', 'shop'], true]],
    ]);
    return {
      files: [{ path: 'workspace/pegboard.lock', bytes: mutateLock(prepared.lock ?? '', random) }],
      commands: [{ args: [...args, ...human(random)], writes }],
    };
  },
};
