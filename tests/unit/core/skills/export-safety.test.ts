import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '#core/db/workspace-lock.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { textHash } from '#core/skills/export/export-journal.ts';
import { exportSkills } from '#core/skills/export/export-skills.ts';
import { writePack } from '#core/skills/formats/write-pack.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { aSkill } from '../../../support/skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

let locks: string;
beforeEach(() => {
  locks = temporaryFolder();
});
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function aPack(names: readonly string[], title = 'T'): string {
  const root = temporaryFolder();
  write(root, 'pack.yaml', 'name: p\n');
  for (const name of names)
    write(root, `${name}.skill.yaml`, `name: pack.p.${name}\ntitle: ${title}\ntrigger: Do ${name}.\nsteps: [S.]\n`);
  return root;
}

const run = (path: string, target: string, files = nodeFiles) =>
  exportSkills({ path, target, format: 'yaml', apply: true, overwrite: false }, files, { locks });

describe('an export into a folder that somebody prepared', () => {
  it('empties no folder that its staging folder is a link to', async () => {
    const [target, elsewhere] = [temporaryFolder(), temporaryFolder()];
    write(elsewhere, '0.new', 'precious');
    write(elsewhere, 'thesis.txt', 'precious too');
    symlinkSync(elsewhere, join(target, '.pegboard-export'));
    await expect(run(aPack(['a']), target)).rejects.toMatchObject({ code: 'outside_target' });
    expect(folderContents(elsewhere)).toEqual({ '0.new': 'precious', 'thesis.txt': 'precious too' });
  });

  it('carries out no journal and believes no record that names files no export writes', async () => {
    const target = temporaryFolder();
    const config = write(target, '.git/config', '[core]\n');
    const code = write(target, 'index.ts', 'x');
    const evil = '[core]\nfsmonitor = run-me\n';
    write(target, '.pegboard-export/0.new', evil);
    const step = { path: '.git/config', staged: '0.new', before: hashOf('[core]\n'), after: hashOf(evil) };
    write(target, '.pegboard-export/journal.json', JSON.stringify({ steps: [step] }));
    write(target, '.pegboard-export.json', JSON.stringify({ files: { 'index.ts': hashOf('x') } }));
    const { recovered, removed } = await run(aPack(['a']), target);
    expect(recovered).toEqual({ outcome: 'rolled_back', left: [] });
    expect(removed).toEqual([]);
    expect(readFileSync(config, 'utf8')).toBe('[core]\n');
    expect(readFileSync(code, 'utf8')).toBe('x');
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe that has the name of a file', async () => {
    const target = temporaryFolder();
    execFileSync('mkfifo', [join(target, 'a.skill.yaml')]);
    await expect(run(aPack(['a']), target)).rejects.toMatchObject({ code: 'not_a_file' });
  });

  it('converts through no linked folder', async () => {
    const [out, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(out, 'pack-p-a'));
    const input = { path: aPack(['a']), to: 'skill-md' as const, out, overwrite: true };
    await expect(convertSkills(input, nodeFiles)).rejects.toMatchObject({ code: 'outside_target' });
    expect(folderContents(elsewhere)).toEqual({});
  });
});

describe('two exports to one folder', () => {
  it('take turns', async () => {
    const target = temporaryFolder();
    const packs = [aPack(['a', 'b', 'c'], 'One'), aPack(['a', 'b', 'd'], 'Two')];
    for (let turn = 0; turn < 5; turn++) {
      const results = await Promise.all(packs.map((pack) => run(pack, target)));
      expect(results.map(({ recovered }) => recovered)).toEqual([null, null]);
      const titles = ['a', 'b'].map(
        (name) => /title: (.*)/.exec(readFileSync(join(target, `${name}.skill.yaml`), 'utf8'))?.[1],
      );
      expect(new Set(titles).size).toBe(1);
      expect(existsSync(join(target, 'c.skill.yaml'))).toBe(titles[0] === 'One');
      expect(existsSync(join(target, '.pegboard-export'))).toBe(false);
    }
  });

  it('are refused when the other does not end, and nothing is written', async () => {
    const target = temporaryFolder();
    const lock = join(locks, `export-${textHash(target.toLowerCase()).slice(0, 32)}.db`);
    await withLock(lock, async () => {
      const export_ = exportSkills(
        { path: aPack(['a']), target, format: 'yaml', apply: true, overwrite: false },
        nodeFiles,
        { locks, patienceMs: 50 },
      );
      await expect(export_).rejects.toMatchObject({ code: 'export_busy', message: expect.stringContaining(target) });
    });
    expect(folderContents(target)).toEqual({});
  });

  it('never claim a file that somebody changed meanwhile', async () => {
    const target = temporaryFolder();
    await run(aPack(['a']), target);
    const meddling = {
      ...nodeFiles,
      makeFolder: async (path: string) => {
        if (path.endsWith('.pegboard-export')) write(target, 'a.skill.yaml', 'mine');
        await nodeFiles.makeFolder(path);
      },
    };
    await expect(run(aPack(['a'], 'New'), target, meddling)).rejects.toMatchObject({
      code: 'file_changed',
      data: { left: ['a.skill.yaml'] },
    });
    expect(readFileSync(join(target, 'a.skill.yaml'), 'utf8')).toBe('mine');
  });
});

describe('what a conversion says it lost', () => {
  it('names comments, wherever they stand, and files beside a SKILL.md', async () => {
    const root = temporaryFolder();
    write(root, 'pack.yaml', '# why\nname: p\nlicence: MIT\n');
    write(root, 'a.skill.yaml', 'name: pack.p.a # here\ntrigger: T.\nsteps: [S.]\n');
    const exported = await run(root, temporaryFolder());
    const converted = await convertSkills(
      { path: root, to: 'json', out: temporaryFolder(), overwrite: false },
      nodeFiles,
    );
    for (const { loss } of [exported, converted]) {
      expect(loss.filter(({ kind }) => kind === 'lost').map(({ field }) => field)).toEqual([
        'comments',
        'pack.yaml',
        'pack.yaml',
      ]);
    }
    const folder = temporaryFolder();
    write(folder, 'one/SKILL.md', '---\nname: one\ndescription: D.\n---\n\nRun scripts/x.py.\n');
    write(folder, 'one/scripts/x.py', 'print(1)');
    write(folder, 'two/SKILL.md', '---\nname: two\ndescription: E.\n---\n');
    const { loss } = await convertSkills(
      { path: folder, to: 'md', out: temporaryFolder(), overwrite: false },
      nodeFiles,
    );
    expect(loss.filter(({ field }) => field === 'files')).toEqual([
      { skill: 'one', field: 'files', kind: 'lost', message: expect.stringContaining('scripts') },
    ]);
  });
});

describe('names of written files', () => {
  it('are none that Windows keeps for devices', () => {
    const skills = ['con', 'NUL', 'pack.p.com1', 'lpt9.x'].map((name) => aSkill({ name }));
    for (const format of ['skill-md', 'md'] as const) {
      const { files } = writePack({ name: 'p', manifest: {}, skills }, format);
      for (const part of files.flatMap(({ path }) => path.split('/')))
        expect(part).not.toMatch(/^(?:con|nul|com1|lpt9)(?:\.|$)/i);
    }
  });

  it('are found in linear time for thousands of skills that all want the same one', () => {
    const timeOf = (count: number) => {
      const skills = Array.from({ length: count }, (_, i) =>
        aSkill({ name: `a${[...i.toString(3)].map((d) => ':.@'[Number(d)]).join('')}` }),
      );
      const start = process.threadCpuUsage();
      const { files } = writePack({ name: 'p', manifest: {}, skills }, 'skill-md');
      const { user, system } = process.threadCpuUsage(start);
      expect(new Set(files.map(({ path }) => path)).size).toBe(count);
      return user + system;
    };
    timeOf(500);
    // Linear, eight times as many take eight times as long; quadratic, 64 times.
    expect(timeOf(16_000) / timeOf(2000)).toBeLessThan(32);
  });
});
