import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { openVectorCache } from '#core/hybrid/vector-cache.ts';
import { silentLogger } from '#core/logger.ts';
import { folderContents } from '../support/folder-contents.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];
const captured = JSON.stringify({ tools: [{ name: 'echo', description: 'Echo', inputSchema: { type: 'object' } }] });
const withSkills = `${searchOn}skills: {enabled: true, scope_mode: global}\n`;

/** What may lie where a link of a cloned repository points to. */
const targets = {
  nothing: () => {},
  'an empty file': (path: string) => writeFileSync(path, ''),
  'a database': (path: string) => {
    const other = new BetterSqlite3(path);
    other.exec("CREATE TABLE mine (x); INSERT INTO mine VALUES ('kept')");
    other.close();
  },
  'a text': (path: string) => writeFileSync(path, 'ssh-ed25519 AAAA my own key\n'),
};

/** A folder outside of the workspace, with what a link points to. */
function outside(target: keyof typeof targets): { folder: string; path: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'authorized_keys');
  targets[target](path);
  return { folder, path };
}

/** Every command that opens a database of the workspace, one after the other; the findings of the first. */
async function runEverything(cwd: string): Promise<string> {
  write(cwd, 'gh.json', captured);
  const runs = [];
  for (const args of [['search', 'file'], ['doctor'], ['tools'], ['skills', 'list'], ['import', 'gh.json']]) {
    const run = await runCli(args, { cwd });
    expect([args[0], run.code, run.stderr]).toEqual([
      args[0],
      args[0] === 'doctor' ? expect.anything() : 0,
      run.stderr,
    ]);
    runs.push(run);
  }
  return runs[0]?.stderr ?? '';
}

describe('a cache folder that came with a cloned repository', () => {
  const names = ['tool_cache.db', 'skills.db', 'lock.db'].flatMap((name) =>
    ['', '-wal', '-shm', '-journal'].map((suffix) => name + suffix),
  );
  it.each(names)('never leads SQLite out of the workspace: %s as a link', async (name) => {
    for (const target of Object.keys(targets) as (keyof typeof targets)[]) {
      const cwd = workspaceFolder(tools, withSkills);
      const { folder, path } = outside(target);
      const before = folderContents(folder);
      mkdirSync(join(cwd, '.pegboard'));
      symlinkSync(relative(join(cwd, '.pegboard'), path), join(cwd, '.pegboard', name));
      const findings = await runEverything(cwd);
      expect(folderContents(folder), target).toEqual(before);
      expect(findings).toContain(`.pegboard/${name} is a link`);
      expect(existsSync(join(cwd, 'sources/gh.json'))).toBe(true);
      const put = readdirSync(join(cwd, '.pegboard')).filter((file) => file.startsWith(`${name}.refused-`));
      expect(put.map((file) => lstatSync(join(cwd, '.pegboard', file)).isSymbolicLink())).toEqual([true]);
    }
  });

  it('never writes into a file that has another name elsewhere', async () => {
    const cwd = workspaceFolder(tools);
    const { folder, path } = outside('a database');
    const before = folderContents(folder);
    mkdirSync(join(cwd, '.pegboard'));
    linkSync(path, join(cwd, '.pegboard/tool_cache.db'));
    const run = await runCli(['search', 'file'], { cwd });
    expect([run.code, folderContents(folder)]).toEqual([0, before]);
    expect(run.stderr).toContain('.pegboard/tool_cache.db is a hard link to a file elsewhere');
  });

  it('keeps no vectors through a link', async () => {
    const { folder, path } = outside('nothing');
    const root = temporaryFolder();
    const cacheDir = join(root, '.pegboard');
    mkdirSync(cacheDir);
    symlinkSync(path, join(cacheDir, 'embeddings.db'));
    const options = { root, cacheDir, fts: 'detect', now: () => 7, files: nodeFiles, logger: silentLogger } as const;
    const cache = await openVectorCache(options);
    cache.put('e', new Map([['h', new Float32Array([1, 2])]]));
    expect([...cache.get('e', ['h']).keys()]).toEqual(['h']);
    cache.close();
    expect([folderContents(folder), lstatSync(join(cacheDir, 'embeddings.db')).isFile()]).toEqual([{}, true]);
  });

  it.each(['.pegboard', '.pegboard/deep/down'])('is refused when it leads out itself: %s', async (cacheDir) => {
    for (const exists of [true, false]) {
      const cwd = workspaceFolder(tools, `tool_search: {enabled: true, cache_dir: ${cacheDir}}\n`);
      const away = join(temporaryFolder(), 'away');
      if (exists) mkdirSync(away);
      symlinkSync(away, join(cwd, '.pegboard'));
      const run = await runCli(['search', 'file'], { cwd });
      expect([run.code, run.error.code]).toEqual([2, 'config_invalid']);
      expect([existsSync(away), exists ? readdirSync(away) : []]).toEqual([exists, []]);
    }
  });

  it('never has SQLite delete a file that a journal names', async () => {
    const cwd = workspaceFolder(tools, withSkills);
    await runCli(['search', 'file'], { cwd });
    const { path } = outside('a text');
    // A journal ends with the name of the file that several databases commit by; SQLite deletes that file at the end.
    const name = Buffer.from(path);
    const number = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes;
    };
    const magic = Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    const header = Buffer.concat([magic, ...[0, 0, 1, 512, 4096].map(number), Buffer.alloc(512 - 28)]);
    const sum = name.reduce((total, byte) => total + byte, 0);
    // The page of the lock byte marks the record of the name.
    const record = Buffer.concat([number(0x40000000 / 4096 + 1), name, number(name.length), number(sum), magic]);
    for (const database of ['lock.db', 'tool_cache.db', 'skills.db']) {
      const at = join(cwd, '.pegboard', database);
      if (!existsSync(at)) targets['a database'](at);
      writeFileSync(`${at}-journal`, Buffer.concat([header, record]));
    }
    await runEverything(cwd);
    expect(readFileSync(path, 'utf8')).toContain('my own key');
  });

  it('puts what is no file aside: a folder, a pipe', async () => {
    for (const make of [(path: string) => mkdirSync(path), (path: string) => spawnSync('mkfifo', [path])]) {
      const cwd = workspaceFolder(tools, withSkills);
      for (const name of ['tool_cache.db', 'lock.db']) {
        mkdirSync(join(cwd, '.pegboard'), { recursive: true });
        make(join(cwd, '.pegboard', name));
      }
      const findings = await runEverything(cwd);
      expect(findings).toContain('.pegboard/tool_cache.db is');
      expect(lstatSync(join(cwd, '.pegboard/lock.db')).isFile()).toBe(true);
    }
  });
});

describe('a lock file that is damaged', () => {
  it('stops no change, and what it held is kept beside it', async () => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'gh.json', captured);
    const damage = 'this is no database, but long enough to be taken for one'.repeat(100);
    write(cwd, '.pegboard/lock.db', damage);
    const runs = await Promise.all(
      ['one', 'two', 'three'].map((name) => runCliProcess(['import', 'gh.json', '--name', name], { cwd })),
    );
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(({ stderr }) => [0, stderr]));
    expect(readdirSync(join(cwd, 'sources')).sort()).toEqual(['one.json', 'test.jsonl', 'three.json', 'two.json']);
    const [kept] = readdirSync(join(cwd, '.pegboard')).filter((name) => name.startsWith('lock.db.corrupt-'));
    expect(readFileSync(join(cwd, '.pegboard', kept ?? ''), 'utf8')).toBe(damage);
  });
});

/** Runs the command where no file of its process may grow beyond some kibibytes, as under a quota. */
function runWithSmallFiles(kibibytes: number, args: readonly string[], cwd: string) {
  const bin = join(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');
  const blocks = kibibytes * 2;
  return spawnSync('sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PEGBOARD_HOME: temporaryFolder(), NODE_DISABLE_COMPILE_CACHE: '1' },
  });
}

describe.runIf(process.platform === 'linux')('where files cannot grow', () => {
  it.each([4, 20, 40, 60])('a search falls back to an index in memory, at %i KiB', (kibibytes) => {
    const many = Array.from({ length: 200 }, (_, i) => ({ name: `files.read_${i}`, description: 'Read a text file' }));
    const cwd = workspaceFolder(many, withSkills);
    const run = runWithSmallFiles(kibibytes, ['search', 'file'], cwd);
    expect([run.status, JSON.parse(run.stdout).schema]).toEqual([0, 'pegboard.search/1']);
    const doctor = runWithSmallFiles(kibibytes, ['doctor', '--format', 'human'], cwd);
    expect(doctor.stdout).toContain('kept in memory');
  });

  it('a change says so with a code, and leaves every file as it was', () => {
    const cwd = workspaceFolder(tools);
    const many = Array.from({ length: 400 }, (_, i) => ({ name: `t${i}`, description: 'x'.repeat(100) }));
    write(cwd, 'gh.json', JSON.stringify({ tools: many }));
    const before = { ...folderContents(join(cwd, 'sources')), yaml: readFileSync(join(cwd, 'pegboard.yaml'), 'utf8') };
    const run = runWithSmallFiles(20, ['import', 'gh.json'], cwd);
    expect([run.status, JSON.parse(run.stderr.split('\n')[0] ?? '').code]).toEqual([1, 'disk_full']);
    expect({ ...folderContents(join(cwd, 'sources')), yaml: readFileSync(join(cwd, 'pegboard.yaml'), 'utf8') }).toEqual(
      before,
    );
  });
});
