import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { KeptStates, keepStatesModule } from '../support/kept-states.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder, write } from '../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];
const list = (...names: string[]) =>
  JSON.stringify({ tools: names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })) });

/** What a write leaves for a moment. */
const strays = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tmp|old)$/.test(name));

/** The files of sources that are there, and those that pegboard.yaml names. */
function sourceFiles(root: string): { there: string[]; named: string[] } {
  const { sources } = parse(readFileSync(join(root, 'pegboard.yaml'), 'utf8')) as { sources: { path: string }[] };
  return {
    there: readdirSync(join(root, 'sources')).map((name) => `sources/${name}`),
    named: sources.map(({ path }) => path),
  };
}

/** Runs a command in a folder to its end; the states that it and the user's folder passed through. */
async function statesOf(args: readonly string[], root: string, home: string): Promise<KeptStates> {
  const states = new KeptStates([root, home]);
  const env = { ...states.env, PEGBOARD_HOME: home };
  const run = await runCliProcess(args, { cwd: root, env, nodeArgs: ['--import', keepStatesModule] });
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  return states;
}

async function workspace(): Promise<string> {
  const root = workspaceFolder(tools);
  write(root, 'more.json', list('a', 'b'));
  write(root, 'old.json', list('c'));
  expect((await runCli(['import', 'old.json'], { cwd: root })).code).toBe(0);
  write(root, 'old.json', list('c', 'd'));
  return root;
}

describe('a command that is killed at any of its writes', () => {
  it.each([
    { args: ['import', 'more.json', 'old.json'], again: ['sources/more.json', 'sources/old.json'] },
    { args: ['sources', 'disable', 'old'], again: ['sources/old.json'] },
    { args: ['sources', 'rename', 'old', 'new'], again: ['sources/new.json'] },
    { args: ['sources', 'remove', 'old'], again: ['sources/test.jsonl'] },
    { args: ['eval', 'add', 'a query', 'files.read'], again: ['sources/old.json'] },
  ])('leaves nothing that the next command does not finish or remove: $args', async ({ args, again }) => {
    const [root, home] = [await workspace(), temporaryFolder()];
    const removedList = readFileSync(join(root, 'sources/old.json'), 'utf8');
    let [killed, withStrays] = [0, 0];
    for (const n of (await statesOf(args, root, home)).each()) {
      killed++;
      withStrays += strays(root).length > 0 ? 1 : 0;
      // Opening the workspace is enough.
      expect((await runCli(['tools'], { cwd: root, env: { PEGBOARD_HOME: home } })).code).toBe(0);
      expect([n, strays(root), strays(home)]).toEqual([n, [], []]);
      const { there, named } = sourceFiles(root);
      expect([n, there.sort()]).toEqual([n, named.sort()]);
      // The same command again does what it would have done, unless that was finished already.
      const second = await runCli(args, { cwd: root, env: { PEGBOARD_HOME: home } });
      if (second.code !== 0) expect([n, second.error.code]).toEqual([n, 'source_not_found']);
      expect([n, sourceFiles(root).there]).toEqual([n, expect.arrayContaining(again)]);
      expect([n, sourceFiles(root).there.filter((path) => path.includes('-2'))]).toEqual([n, []]);
      if (args[1] === 'remove') {
        expect([n, readFileSync(join(root, '.pegboard/removed/old.json'), 'utf8')]).toEqual([n, removedList]);
      }
    }
    expect(killed).toBeGreaterThan(2);
    expect(withStrays).toBeGreaterThan(0);
  });
});

describe('the undoing of a removal that is killed at any of its writes', () => {
  it('is done or not begun when the workspace is opened again', async () => {
    const [root, home] = [await workspace(), temporaryFolder()];
    const list = readFileSync(join(root, 'sources/old.json'), 'utf8');
    const states = new KeptStates([root, home]);
    const program = join(import.meta.dirname, 'restore-and-keep-states.ts');
    const env = { ...process.env, ...states.env };
    const { status, stderr } = spawnSync(process.execPath, [program, root, home], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, stderr]);
    const seen = new Set<string>();
    for (const n of states.each()) {
      expect((await runCli(['tools'], { cwd: root, env: { PEGBOARD_HOME: home } })).code).toBe(0);
      expect([n, strays(root), strays(home)]).toEqual([n, [], []]);
      const { there, named } = sourceFiles(root);
      expect([n, there.sort()]).toEqual([n, named.sort()]);
      const isBack = there.includes('sources/old.json');
      const aside = join(root, '.pegboard/removed/old.json');
      expect([n, existsSync(aside)]).toEqual([n, !isBack]);
      expect([n, readFileSync(isBack ? join(root, 'sources/old.json') : aside, 'utf8')]).toEqual([n, list]);
      seen.add(isBack ? 'done' : 'not begun');
    }
    expect(seen).toEqual(new Set(['done', 'not begun']));
  });
});

describe('a command that is killed while it writes where the user told it to', () => {
  it.each([
    { args: ['skills', 'convert', 'pack', '--to', 'skill-md', '--out', 'out', '--yes'] },
    { args: ['eval', '--junit', 'reports/junit.xml'] },
    { args: ['simulate', 'run.scenario.yaml', '--record', 'reports/recorded.scenario.yaml'] },
  ])('leaves nothing that the same command does not remove: $args', async ({ args }) => {
    const [root, home] = [await workspace(), temporaryFolder()];
    write(root, 'evals/golden.jsonl', '{"query": "read", "relevant": ["files.read"]}\n');
    write(root, 'run.scenario.yaml', 'query: q\nscript: [{answer: done}]\n');
    for (const name of ['a', 'b'])
      write(root, `pack/${name}.skill.yaml`, `name: pack.p.${name}\ntitle: T\ntrigger: T of ${name}.\nsteps: [S.]\n`);
    write(root, 'pack/pack.yaml', 'name: p\nversion: "1"\n');
    let killed = 0;
    for (const n of (await statesOf(args, root, home)).each()) {
      killed++;
      const second = await runCli(args, { cwd: root, env: { PEGBOARD_HOME: home } });
      if (second.code !== 0) expect([n, second.error.code]).toEqual([n, 'file_exists']);
      expect([n, strays(root)]).toEqual([n, []]);
    }
    expect(killed).toBeGreaterThan(2);
  });
});
