import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Area, CaseResult, Failure } from '../campaign/area.ts';
import { checkRun } from '../oracles/check-run.ts';
import { Random } from '../random.ts';
import { runCommand } from '../sandbox/run-command.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';

/** Places where Pegboard reads or writes a file that somebody else may have put something in the way of. */
const places = [
  ...['workspace/pegboard.yaml', 'workspace/sources/shop.jsonl', 'workspace/sources', 'workspace/evals/golden.jsonl'],
  ...['workspace/evals', 'workspace/scenarios/order.scenario.yaml', 'workspace/scenarios/order.trace.json'],
  ...['workspace/packs/house', 'workspace/packs/house/pack.yaml', 'workspace/packs/house/refund.skill.yaml'],
  ...['workspace/guidance/pages.md', 'workspace/.pegboard', 'workspace/.pegboard/tool_cache.db'],
  ...['workspace/.pegboard/tool_cache.db-wal', 'workspace/.pegboard/skills.db', 'workspace/.pegboard/lock.db'],
  ...['workspace/.pegboard/embeddings.db', 'workspace/.pegboard/removed', 'workspace/.pegboard/pending.json'],
  ...[
    'user',
    'user/consent.json',
    'user/oauth-tokens.json',
    'user/recent-workspaces.json',
    'user/locks',
    'user/working-memory',
  ],
] as const;

interface Odd {
  readonly name: string;
  put(path: string, sandbox: Sandbox): void;
}

/** What is made in the place of a file once that is gone. */
const odd = (name: string, make: (path: string, sandbox: Sandbox) => void): Odd => ({
  name,
  put: (path, sandbox) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    make(path, sandbox);
  },
});
const linkTo = (name: string, target: string) =>
  odd(`a link to ${name}`, (path, { outside }) => symlinkSync(resolve(outside, target), path));

const odds: readonly Odd[] = [
  odd('nothing', () => {}),
  odd('an empty file', (path) => writeFileSync(path, '')),
  odd('rubbish', (path) => writeFileSync(path, Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * 7) % 256)))),
  odd('a folder', (path) => mkdirSync(path)),
  odd('a pipe', (path) => execFileSync('mkfifo', [path])),
  odd('half a database', (path, { outside }) =>
    writeFileSync(path, readFileSync(join(outside, 'other.db')).subarray(0, 3000)),
  ),
  odd('a link to itself', (path) => symlinkSync(path, path)),
  linkTo('nothing', 'not-there'),
  linkTo('a file outside', 'canary.txt'),
  linkTo('an empty file outside', 'empty.db'),
  linkTo('a database outside', 'other.db'),
  linkTo('a folder outside', '.'),
  linkTo('a device without end', '/dev/zero'),
];

const commands: readonly (readonly string[])[] = [
  ['tools'],
  ['search', 'order'],
  ['doctor'],
  ['skills', 'list'],
  ['eval', 'list'],
  ['simulate', 'scenarios/order.scenario.yaml', '--remember'],
  ['sources'],
  ['sources', 'disable', 'shop'],
  ['sources', 'remove', 'shop'],
  ['eval', 'add', 'a query', 'orders.get'],
  ['import', '--source', 'remote', '--yes', '--timeout', '5'],
  ['skills', 'validate', 'packs/house'],
  ['search', 'open a file', '--type', 'hybrid'],
];

/** Something else in place of every file; two commands each, and nothing outside of the workspace changes. */
export const oddFiles: Area = {
  name: 'odd files',
  unit: 'files',
  cases: places.length * odds.length,
  // Each kind of file at each place: they are a table, but for chance within a case.
  isInSlice: () => true,
  isEndless: true,
  open: async ({ seed, folder }) => {
    const sandbox = new Sandbox(folder, process.env.HOME ?? folder);
    return {
      run: (index) => runOdd(index, new Random(`${seed}/odd files/${index}`), sandbox),
      close: async () => undefined,
    };
  },
};

async function runOdd(index: number, random: Random, sandbox: Sandbox): Promise<CaseResult> {
  const place = places[index % places.length] ?? places[0];
  const kind = odds[Math.floor(index / places.length) % odds.length] as Odd;
  for (const folder of ['workspace', 'user', 'outside', 'input'])
    rmSync(join(sandbox.root, folder), { recursive: true, force: true });
  writeBaseWorkspace(sandbox.make().workspace);
  writeFileSync(join(sandbox.outside, 'empty.db'), '');
  const other = new BetterSqlite3(join(sandbox.outside, 'other.db'));
  other.exec("CREATE TABLE theirs (text); INSERT INTO theirs VALUES ('as it was')");
  other.close();
  if (random.chance(0.5)) await runCommand(sandbox, ['search', 'order']);
  kind.put(join(sandbox.root, place), sandbox);
  const failures: Failure[] = [];
  const steps = [`${kind.name} in place of ${place}`];
  for (let left = 2; left > 0; left--) {
    const args = random.pick(commands);
    const before = sandbox.contents();
    const run = await runCommand(sandbox, args);
    const after = sandbox.contents();
    steps.push(`pegboard ${args.join(' ')} → ${run.code}`);
    failures.push(...checkRun({ run, before, after, mayWrite: true }));
    const outside = [...after].filter(([path, text]) => path.startsWith(sandbox.outside) && before.get(path) !== text);
    if (outside.length > 0)
      failures.push({
        kind: 'changed file',
        detail: `outside of the workspace: ${outside.map(([path]) => path).join(', ')}`,
      });
  }
  return {
    failures: failures.map((failure) => ({
      ...failure,
      detail: `${kind.name} in place of ${place}: ${failure.detail}`,
    })),
    steps,
  };
}
