import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { LogFile } from '#core/files/log-file.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../../support/workspace.ts';

const tools = [{ name: 'files.read' }];

describe('a link in a workspace', () => {
  it('takes no removed source out of it', async () => {
    for (const away of [temporaryFolder(), join(temporaryFolder(), 'not-there')]) {
      const root = workspaceFolder(tools);
      const services = await testServices({ host: 'http' });
      await services.workspace.open({ path: root });
      mkdirSync(join(root, '.pegboard'), { recursive: true });
      symlinkSync(away, join(root, '.pegboard/removed'));
      const before = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
      await expect(services.sources.remove({ name: 'test' })).rejects.toMatchObject({
        code: 'outside_target',
        hint: expect.stringContaining('Remove the link'),
      });
      expect(existsSync(away) ? readdirSync(away) : []).toEqual([]);
      expect(readdirSync(join(root, 'sources'))).toEqual(['test.jsonl']);
      expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).toBe(before);
    }
  });

  it('takes no scenario of a new workspace out of it', async () => {
    for (const away of [temporaryFolder(), join(temporaryFolder(), 'not-there')]) {
      const root = temporaryFolder();
      symlinkSync(away, join(root, 'scenarios'));
      const services = await testServices();
      await expect(services.workspace.init({ path: root })).rejects.toMatchObject({ code: 'config_invalid' });
      expect([existsSync(away) ? readdirSync(away) : [], readdirSync(root)]).toEqual([[], ['scenarios']]);
    }
  });

  it('is followed by a real path, also to nothing, and never for ever', async () => {
    const folder = temporaryFolder();
    symlinkSync('/nowhere/at/all', join(folder, 'dangling'));
    symlinkSync('loop/loop', join(folder, 'loop'));
    expect(await nodeFiles.realPath(join(folder, 'dangling/x'))).toBe('/nowhere/at/all/x');
    expect(await nodeFiles.realPath(join(folder, 'loop/x'))).toContain('loop');
  });
});

describe.runIf(process.platform === 'linux')('a folder in which nothing can be made', () => {
  it('is named as such', async () => {
    const services = await testServices();
    const init = services.workspace.init({ path: '/proc/pegboard-test' });
    await expect(init).rejects.toMatchObject({
      code: 'folder_read_only',
      message: expect.stringContaining('The folder /proc/pegboard-test cannot be created'),
    });
  });
});

describe.skipIf(process.platform === 'win32')('a file that may not be read', () => {
  it('is named as such, and not as a place that cannot be written', async () => {
    const path = join(temporaryFolder(), 'secret.json');
    writeFileSync(path, '{}');
    chmodSync(path, 0);
    // No permission stops root.
    if (process.geteuid?.() === 0) {
      process.seteuid?.(65534);
      onTestFinished(() => process.seteuid?.(0));
    }
    const reads = [
      () => nodeFiles.readText(path),
      () => nodeFiles.readBytes(path, { maximumBytes: 10 }),
      () => LogFile.open(path),
    ];
    for (const read of reads) {
      await expect(read()).rejects.toMatchObject({
        code: 'file_unreadable',
        message: `Pegboard is not allowed to read ${path}.`,
        hint: 'Change its permissions.',
      });
    }
  });
});

describe('writing files', () => {
  it('copies nothing aside for a single file, and what is replaced of several', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) write(folder, name, 'old');
    const seen: string[][] = [];
    const onReady = async () => {
      seen.push(readdirSync(folder).map((name) => name.replace(/\.\d+-[\da-f-]{36}/, '')));
    };
    await nodeFiles.writeAll([{ path: join(folder, 'a'), text: 'new' }], { onReady });
    const both = ['a', 'b', 'c'].map((name) => ({ path: join(folder, name), text: 'newer' }));
    await nodeFiles.writeAll(both, { onReady });
    expect(seen.map((names) => names.sort())).toEqual([
      ['.a.tmp', 'a', 'b'],
      ['.a.old', '.a.tmp', '.b.old', '.b.tmp', '.c.tmp', 'a', 'b'],
    ]);
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'newer',
      'newer',
      'newer',
    ]);
  });

  it('gives every file its old text back when one of them cannot be put in place', async () => {
    const folder = temporaryFolder();
    write(folder, 'a', 'old');
    const writes = ['a', 'b', 'c'].map((name) => ({ path: join(folder, name), text: 'new' }));
    // A folder that appears at the last moment.
    const onReady = async () => {
      mkdirSync(join(folder, 'c/x'), { recursive: true });
    };
    await expect(nodeFiles.writeAll(writes, { onReady })).rejects.toMatchObject({ data: { path: join(folder, 'c') } });
    expect(readdirSync(folder).sort()).toEqual(['a', 'c']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
  });

  it('removes temporary files of processes that are gone, and no others', async () => {
    const folder = temporaryFolder();
    const id = '0b6b3f0e-8f0a-4c1c-9c5a-1b1b1b1b1b1b';
    // No process has this number: it is above what a system gives.
    const gone = [`.a.json.99999999-${id}.tmp`, `.a.json.99999999-${id}.old`, `.b.${process.pid}-${id}.tmp`];
    const kept = ['.a.json.tmp', `.a.json.1-${id}.tmp`, `a.99999999-${id}.tmp`, '.hidden', 'a.json'];
    for (const name of [...gone, ...kept, 'deep/.git/x']) write(folder, name, 'x');
    write(folder, `deep/${gone[0]}`, 'x');
    write(folder, `deep/.git/${gone[0]}`, 'x');
    const outside = temporaryFolder();
    writeFileSync(join(outside, gone[0] ?? ''), 'x');
    symlinkSync(outside, join(folder, 'link'));
    expect(await nodeFiles.removeStrays(folder, { deep: false })).toBe(3);
    expect(await nodeFiles.removeStrays(folder, { deep: true })).toBe(1);
    expect(readdirSync(folder).sort()).toEqual([...kept, 'deep', 'link'].sort());
    expect([readdirSync(outside), readdirSync(join(folder, 'deep/.git'))]).toEqual([[gone[0]], [gone[0], 'x']]);
  });
});

describe('a journal of writes that belong together', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const temporary = (name: string) => `.${name}.99999999-0b6b3f0e-8f0a-4c1c-9c5a-1b1b1b1b1b1b.tmp`;
  /** A workspace in a folder of the test's own, with a link out of it. */
  const linked = () => {
    const root = join(temporaryFolder(), 'inner');
    cpSync(workspaceFolder(tools), root, { recursive: true });
    symlinkSync(temporaryFolder(), join(root, 'out'));
    return root;
  };
  const journal = (root: string, value: object) => write(root, '.pegboard/pending.json', JSON.stringify(value));

  it.each([
    [`../${temporary('x.json')}`, '../x.json'],
    [`out/${temporary('x.json')}`, 'out/x.json'],
    [temporary('.bashrc'), '.bashrc'],
    [`.git/${temporary('x.json')}`, '.git/x.json'],
    [temporary('y.json'), 'sources/test.jsonl'],
  ])(
    'made by somebody else moves nothing out of the workspace, and nothing that is not a list: %s',
    async (from, path) => {
      const root = linked();
      const there = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
      write(root, from, 'evil');
      const before = there === null ? null : hash(there);
      journal(root, { writes: [{ path, temporary: from, before, after: hash('evil') }], moves: [] });
      const services = await testServices();
      expect((await services.workspace.open({ path: root })).tools).toBe(1);
      expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null).toBe(there);
      expect(existsSync(join(root, '.pegboard/pending.json'))).toBe(false);
    },
  );

  it.each([
    ['../mine.json', null],
    ['out/mine.json', null],
    ['package.lock', null],
    ['mine.json', '../stolen.json'],
    ['mine.json', '.pegboard/other/mine.json'],
    ['mine.json', '.pegboard/removed/mine.sh'],
  ])(
    'made by somebody else takes away nothing but lists, and puts them only where those of removed sources are: %s to %s',
    async (from, to) => {
      const root = linked();
      write(root, from, 'mine');
      journal(root, { writes: [], moves: [{ from, to, hash: hash('mine') }] });
      await (await testServices()).workspace.open({ path: root });
      expect(readFileSync(join(root, from), 'utf8')).toBe('mine');
      expect(existsSync(join(root, '.pegboard/pending.json'))).toBe(false);
    },
  );

  it('never replaces what somebody wrote after the process was killed', async () => {
    const root = workspaceFolder(tools);
    const path = join(root, 'pegboard.yaml');
    const [before, list] = [readFileSync(path, 'utf8'), readFileSync(join(root, 'sources/test.jsonl'), 'utf8')];
    const [yaml, other] = [`${before}# ours\n`, list.replace('files.read', 'files.write')];
    const entry = (name: string, was: string, now: string) => {
      const from = join(dirname(name), temporary(basename(name)));
      write(root, from, now);
      return { path: name, temporary: from, before: hash(was), after: hash(now) };
    };
    const writes = [entry('sources/test.jsonl', list, other), entry('pegboard.yaml', before, yaml)];
    journal(root, { writes, moves: [{ from: 'sources/test.jsonl', to: null, hash: hash(list) }] });
    writeFileSync(path, `${before}# mine\n`);
    await (await testServices()).workspace.open({ path: root });
    expect(readFileSync(path, 'utf8')).toBe(`${before}# mine\n`);
    expect(readFileSync(join(root, 'sources/test.jsonl'), 'utf8')).toBe(list);
    // What waited is of no use any more.
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(readdirSync(join(root, 'sources'))).toEqual(['test.jsonl']);
  });

  it('puts the list aside that a killed process had taken out of the configuration, and nothing else', async () => {
    const root = workspaceFolder(tools);
    const outside = temporaryFolder();
    symlinkSync(outside, join(root, 'out'));
    write(outside, 'x.json', 'theirs');
    for (const path of ['sources/gone.json', 'notes.txt', '.git/x.json', 'sources/kept.json']) write(root, path, 'x');
    const moves = [
      { from: 'sources/gone.json', to: '.pegboard/removed/gone.json' },
      { from: 'notes.txt', to: '.pegboard/removed/notes.txt' },
      { from: '.git/x.json', to: '.pegboard/removed/x.json' },
      { from: 'out/x.json', to: '.pegboard/removed/x.json' },
      { from: 'sources/kept.json', to: '../kept.json' },
    ];
    write(
      root,
      '.pegboard/pending.json',
      JSON.stringify({
        writes: [],
        moves: moves.map((move) => ({ ...move, hash: hash(readFileSync(join(root, move.from), 'utf8')) })),
      }),
    );
    const services = await testServices();
    expect((await services.workspace.open({ path: root })).tools).toBe(1);
    const there = moves.map(({ from }) => existsSync(join(root, from)));
    expect(there).toEqual([false, true, true, true, true]);
    expect(readdirSync(join(root, '.pegboard/removed'))).toEqual(['gone.json']);
  });
});

describe('a new workspace', () => {
  it('has its configuration last, so that making one can be done again when it was killed', async () => {
    const written: string[][] = [];
    const files: Files = {
      ...nodeFiles,
      writeAll: (writes, options) => {
        written.push(writes.map(({ path }) => basename(path)));
        return nodeFiles.writeAll(writes, options);
      },
    };
    const services = await testServices({ files });
    await services.workspace.init({ path: temporaryFolder() });
    expect(written[0]).toEqual(['echo.scenario.yaml', 'pegboard.yaml']);
  });
});

describe('a conversion of skills', () => {
  it('removes what a killed one left where it writes', async () => {
    const root = temporaryFolder();
    write(root, 'packs/p/one.skill.yaml', 'name: pack.p.one\ntrigger: T.\nsteps: [S.]\n');
    const stray = '.one.skill.md.99999999-0b6b3f0e-8f0a-4c1c-9c5a-1b1b1b1b1b1b.tmp';
    write(root, `out/${stray}`, 'half');
    write(root, 'out/notes.tmp', 'mine');
    await convertSkills({ path: join(root, 'packs/p'), to: 'md', out: join(root, 'out'), overwrite: false }, nodeFiles);
    expect(readdirSync(join(root, 'out'))).toContain('notes.tmp');
    expect(readdirSync(join(root, 'out'))).not.toContain(stray);
  });
});
