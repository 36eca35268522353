import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { exportSkills } from '#core/skills/export/export-skills.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { runCli } from '../../../../src-main/hosts/cli/program.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

function aPack(names: readonly string[], title = 'T'): string {
  const root = temporaryFolder();
  write(root, 'pack.yaml', 'name: p\n');
  for (const name of names)
    write(root, `${name}.skill.yaml`, `name: pack.p.${name}\ntitle: ${title}\ntrigger: Do ${name}.\nsteps: [S.]\n`);
  return root;
}

let locks: string;
beforeEach(() => {
  locks = temporaryFolder();
});

const run = (
  path: string,
  target: string,
  options: { apply?: boolean; overwrite?: boolean; format?: SkillFormat } = {},
) =>
  exportSkills({ path, target, format: 'skill-md', apply: true, overwrite: false, ...options }, nodeFiles, { locks });
const skillFile = (target: string, name: string) => join(target, `pack-p-${name}/SKILL.md`);

describe('export of a pack', () => {
  it('plans without writing, writes, and writes nothing the second time', async () => {
    const target = join(temporaryFolder(), 'skills');
    const pack = aPack(['a', 'b']);
    const added = ['pack-p-a/SKILL.md', 'pack-p-b/SKILL.md', 'pack.yaml'];
    expect(await run(pack, target, { apply: false })).toMatchObject({
      added,
      changed: [],
      removed: [],
      kept: [],
      written: false,
    });
    expect(existsSync(target)).toBe(false);
    expect(await run(pack, target)).toMatchObject({ added, written: true, recovered: null });
    const before = folderContents(target);
    expect(Object.keys(before)).toEqual(['.pegboard-export.json', ...added].sort());
    expect(await run(pack, target)).toMatchObject({ added: [], changed: [], removed: [], kept: added, written: false });
    expect(folderContents(target)).toEqual(before);
  });

  it('changes and removes what it wrote before, and nothing else', async () => {
    const target = temporaryFolder();
    write(target, 'README.md', 'mine');
    await run(aPack(['a', 'b']), target);
    const plan = await run(aPack(['a', 'c'], 'New'), target);
    expect(plan).toMatchObject({
      added: ['pack-p-c/SKILL.md'],
      changed: ['pack-p-a/SKILL.md'],
      removed: ['pack-p-b/SKILL.md'],
      edited: [],
    });
    expect(existsSync(join(target, 'pack-p-b'))).toBe(false);
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toBe('mine');
    // Another format takes the place of the first.
    expect(await run(aPack(['a', 'c'], 'New'), target, { format: 'json' })).toMatchObject({
      added: ['a.skill.json', 'c.skill.json'],
      removed: ['pack-p-a/SKILL.md', 'pack-p-c/SKILL.md'],
    });
  });

  it('asks before it replaces or removes what a person changed, and writes nothing without a yes', async () => {
    const target = temporaryFolder();
    await run(aPack(['a', 'b']), target);
    writeFileSync(skillFile(target, 'a'), 'mine');
    writeFileSync(skillFile(target, 'b'), 'mine too');
    const before = folderContents(target);
    const next = aPack(['a'], 'New');
    await expect(run(next, target)).rejects.toMatchObject({
      code: 'confirmation_required',
      data: { edited: ['pack-p-a/SKILL.md', 'pack-p-b/SKILL.md'] },
    });
    expect(folderContents(target)).toEqual(before);
    expect((await run(next, target, { overwrite: true })).edited).toEqual(['pack-p-a/SKILL.md', 'pack-p-b/SKILL.md']);
    expect(readFileSync(skillFile(target, 'a'), 'utf8')).toContain('pegboard-title: New');
    // A file that was there before any export is a person's as well.
    const other = temporaryFolder();
    write(other, 'pack-p-a/SKILL.md', 'theirs');
    await expect(run(next, other)).rejects.toMatchObject({ code: 'confirmation_required' });
  });

  it('never leaves the folder, by a link or by a record that somebody planted', async () => {
    const [target, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(outside, join(target, 'pack-p-a'));
    await expect(run(aPack(['a']), target)).rejects.toMatchObject({ code: 'outside_target' });
    expect(folderContents(outside)).toEqual({});
    rmSync(join(target, 'pack-p-a'));
    write(outside, 'victim', 'x');
    writeFileSync(
      join(target, '.pegboard-export.json'),
      JSON.stringify({ files: { [`../${outside.split('/').at(-1)}/victim`]: '0' } }),
    );
    expect((await run(aPack(['a']), target, { overwrite: true })).removed).toEqual([]);
    expect(folderContents(outside)).toEqual({ victim: 'x' });
  });

  it('finishes what was journalled, undoes what was not, and leaves what a person changed meanwhile', async () => {
    const target = temporaryFolder();
    await run(aPack(['a', 'b']), target);
    // Dies while it puts the second file in place.
    let renames = 0;
    const dying = {
      ...nodeFiles,
      moveAside: async (from: string, to: string) => {
        if (++renames === 2) throw new Error('killed');
        await nodeFiles.moveAside(from, to);
      },
    };
    const next = aPack(['a', 'b'], 'New');
    const input = { path: next, target, format: 'skill-md' as const, apply: true, overwrite: false };
    await expect(exportSkills(input, dying, { locks })).rejects.toThrow('killed');
    expect(readFileSync(skillFile(target, 'a'), 'utf8')).toContain('New');
    expect(readFileSync(skillFile(target, 'b'), 'utf8')).not.toContain('New');
    writeFileSync(skillFile(target, 'b'), 'mine');
    const recovered = await run(next, target, { overwrite: true });
    expect(recovered.recovered).toEqual({ outcome: 'finished', left: ['pack-p-b/SKILL.md'] });
    expect(existsSync(join(target, '.pegboard-export'))).toBe(false);
    mkdirSync(join(target, '.pegboard-export'));
    writeFileSync(join(target, '.pegboard-export/0.new'), 'half');
    expect((await run(next, target)).recovered).toEqual({ outcome: 'rolled_back', left: [] });
    expect(existsSync(join(target, '.pegboard-export'))).toBe(false);
  });

  it('exports one pack at a time, and says what is there otherwise', async () => {
    await expect(run(temporaryFolder(), temporaryFolder())).rejects.toMatchObject({ code: 'nothing_to_convert' });
    const both = temporaryFolder();
    for (const name of ['p', 'q']) {
      write(both, `${name}/pack.yaml`, `name: ${name}\n`);
      write(both, `${name}/a.skill.yaml`, `name: pack.${name}.a\ntrigger: T.\nsteps: [S.]\n`);
    }
    await expect(run(both, temporaryFolder())).rejects.toMatchObject({
      code: 'nothing_to_convert',
      message: expect.stringContaining('2 packs'),
    });
  });
});

describe('pegboard skills export --branch', () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

  async function cli(args: readonly string[], cwd: string, answer?: boolean) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCli(['skills', 'export', ...args], {
      stdout: { write: (text) => out.push(text), isTty: false },
      stderr: { write: (text) => err.push(text) },
      ask: answer === undefined ? undefined : async () => answer,
      cwd,
      env: {},
      userDataDir: temporaryFolder(),
      builtDir: cwd,
      signal: new AbortController().signal,
    });
    return { code, stderr: err.join(''), result: out.length === 0 ? {} : JSON.parse(out.join('')) };
  }

  function repository(): string {
    const folder = temporaryFolder();
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'config', 'user.email', 'test@example.com');
    git(folder, 'config', 'user.name', 'Test');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'start');
    return folder;
  }

  it('commits the export, and nothing else that lies there, to a new branch', async () => {
    const folder = repository();
    write(folder, 'notes.txt', 'mine');
    const { code, result } = await cli([aPack(['a']), '--out', 'skills', '--branch', 'skills-1'], folder);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      schema: 'pegboard.skills-export/1',
      format: 'skill-md',
      branch: 'skills-1',
      added: ['pack-p-a/SKILL.md', 'pack.yaml'],
      removed: [],
      kept: [],
    });
    expect(git(folder, 'branch', '--show-current')).toBe('skills-1');
    expect(git(folder, 'show', '--name-only', '--format=%s').split('\n').filter(Boolean)).toEqual([
      'Export skills: 2 added, 0 changed, 0 removed',
      'skills/.pegboard-export.json',
      'skills/pack-p-a/SKILL.md',
      'skills/pack.yaml',
    ]);
    expect(git(folder, 'status', '--porcelain')).toBe('?? notes.txt');
  });

  it('commits also what an export before wrote and nobody committed, and makes no branch where git has all', async () => {
    const folder = repository();
    const pack = aPack(['a', 'b']);
    await cli([pack, '--out', 'skills'], folder);
    const { result } = await cli([pack, '--out', 'skills', '--branch', 'skills-1'], folder);
    expect(result).toMatchObject({ branch: 'skills-1', added: [], changed: [], written: false });
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'ls-files').split('\n')).toContain('skills/pack-p-b/SKILL.md');
    const again = await cli([pack, '--out', 'skills', '--branch', 'skills-2'], folder);
    expect(again.result).not.toHaveProperty('branch');
    expect(git(folder, 'branch', '--list', 'skills-2')).toBe('');
  });

  it('refuses a branch that is there, staged changes, and a folder without a repository, before anything is written', async () => {
    const folder = repository();
    git(folder, 'branch', 'taken');
    const pack = aPack(['a']);
    const refused = async (args: readonly string[], cwd: string) => {
      const { code, stderr } = await cli([pack, '--out', 'skills', ...args], cwd);
      return [code, JSON.parse(stderr.split('\n')[0] ?? '').code, existsSync(join(cwd, 'skills/pack.yaml'))];
    };
    mkdirSync(join(folder, 'skills'));
    expect(await refused(['--branch', 'taken'], folder)).toEqual([2, 'git_refused', false]);
    write(folder, 'staged.txt', 'x');
    git(folder, 'add', 'staged.txt');
    expect(await refused(['--branch', 'new'], folder)).toEqual([2, 'git_refused', false]);
    const plain = temporaryFolder();
    mkdirSync(join(plain, 'skills'));
    expect(await refused(['--branch', 'new'], plain)).toEqual([2, 'git_refused', false]);
  });

  it('asks where somebody can be asked; elsewhere it wants --yes', async () => {
    const folder = temporaryFolder();
    const pack = aPack(['a']);
    await cli([pack, '--out', 'skills'], folder);
    writeFileSync(skillFile(join(folder, 'skills'), 'a'), 'mine');
    expect((await cli([pack, '--out', 'skills'], folder)).code).toBe(2);
    expect((await cli([pack, '--out', 'skills'], folder, false)).code).toBe(2);
    expect((await cli([pack, '--out', 'skills', '--dry-run'], folder)).result).toMatchObject({
      changed: ['pack-p-a/SKILL.md'],
      written: false,
    });
    expect((await cli([pack, '--out', 'skills'], folder, true)).code).toBe(0);
    expect(readFileSync(skillFile(join(folder, 'skills'), 'a'), 'utf8')).toContain('pegboard-title');
  });
});
