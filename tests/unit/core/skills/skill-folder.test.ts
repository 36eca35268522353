import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { digestOf, listSkillFolder, readSkillFolderFile } from '#core/skills/read/skill-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const skillMd = '---\nname: one\ndescription: Does one thing.\n---\n\n1. Do it.\n';

/** A pack with one skill in the folder `one`, and these files, relative to that folder. */
function packWith(given: Readonly<Record<string, string | Uint8Array>>): string {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries({ 'SKILL.md': skillMd, ...given })) {
    mkdirSync(dirname(join(root, 'one', path)), { recursive: true });
    writeFileSync(join(root, 'one', path), content);
  }
  return root;
}

const list = (root: string) => listSkillFolder({ root, file: 'one/SKILL.md' }, { files: nodeFiles });

describe('the folder of a skill', () => {
  it('lists nested files with size, digest, kind and the right to run them', async () => {
    const root = packWith({ 'scripts/run.sh': '#!/bin/sh\n', 'assets/a.bin': Uint8Array.of(0, 255), '.hint': '' });
    chmodSync(join(root, 'one/scripts/run.sh'), 0o755);
    const { value, findings } = await list(root);
    expect(findings).toEqual([]);
    expect(value.map(({ path, size, text, executable }) => [path, size, text, executable])).toEqual([
      ['.hint', 0, true, false],
      ['assets/a.bin', 2, false, false],
      ['scripts/run.sh', 10, true, true],
    ]);
    expect(value[2]?.digest).toBe(digestOf(Buffer.from('#!/bin/sh\n')));
  });

  it('holds neither git, installed packages, nor another skill', async () => {
    const root = packWith({
      '.git/config': 'x',
      'node_modules/a/b.js': 'x',
      'inner/SKILL.md': skillMd.replace('one', 'inner'),
      'inner/a.txt': 'x',
      'a.txt': 'x',
    });
    expect((await list(root)).value.map(({ path }) => path)).toEqual(['a.txt']);
    const { skills } = await loadPack(root, { files: nodeFiles, format: 'skill-md' });
    expect(skills.map(({ name, folder_files }) => [name, folder_files.map(({ path }) => path)])).toEqual([
      ['one', ['a.txt']],
      ['inner', ['a.txt']],
    ]);
  });

  it('follows no link, and reads no path that it did not list', async () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    const root = packWith({ 'a.txt': 'a' });
    symlinkSync(join(outside, 'secret.txt'), join(root, 'one/link.txt'));
    symlinkSync(outside, join(root, 'one/folder'));
    const { value, findings } = await list(root);
    expect(value.map(({ path }) => path)).toEqual(['a.txt']);
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'link_skipped one/folder',
      'link_skipped one/link.txt',
    ]);
    for (const path of ['link.txt', 'folder/secret.txt', '../one/SKILL.md', '/etc/passwd', '__proto__'])
      await expect(readSkillFolderFile(join(root, 'one'), value, path, nodeFiles)).rejects.toMatchObject({
        code: 'file_not_found',
      });
  });

  it('refuses a file that changed, or became a link, after it was listed', async () => {
    const root = packWith({ 'a.txt': 'a', 'b/c.txt': 'c' });
    const { value } = await list(root);
    expect(Buffer.from(await readSkillFolderFile(join(root, 'one'), value, 'a.txt', nodeFiles)).toString()).toBe('a');
    writeFileSync(join(root, 'one/a.txt'), 'b');
    const changed = readSkillFolderFile(join(root, 'one'), value, 'a.txt', nodeFiles);
    await expect(changed).rejects.toMatchObject({ code: 'file_changed' });
    const linked = [{ ...(value[1] ?? { size: 1, text: true, executable: false, digest: '' }), path: 'd/c.txt' }];
    symlinkSync(join(root, 'one/b'), join(root, 'one/d'));
    const outside = readSkillFolderFile(join(root, 'one'), linked, 'd/c.txt', nodeFiles);
    await expect(outside).rejects.toMatchObject({ code: 'outside_target' });
  });

  it('reports names that differ by case and names that Windows keeps', async () => {
    const root = packWith({ 'Read.me': 'x', 'read.me': 'y', 'con.txt': 'z', 'a:b': 'w' });
    const { value, findings } = await list(root);
    expect(value).toHaveLength(4);
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'folder_file_name one/a:b',
      'folder_file_name one/con.txt',
      'folder_file_name one/read.me',
    ]);
  });

  it('leaves out what is above the limits and says from where on', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f/${String(i).padStart(3, '0')}`, 'x']));
    const { value, findings } = await list(packWith(many));
    expect(value).toHaveLength(511);
    expect(findings).toMatchObject([{ code: 'folder_cut', path: 'one/SKILL.md' }]);
    expect(findings[0]?.message).toContain('89 files are left out, from f/511 on');
    const large = await list(packWith({ 'a.bin': new Uint8Array(10 << 20), 'b.bin': new Uint8Array(7 << 20) }));
    expect(large.value.map(({ path }) => path)).toEqual(['a.bin']);
  });

  it('is kept beside the content hash: other files give another hash of files only', async () => {
    const load = async (root: string) => (await loadPack(root, { files: nodeFiles, format: 'skill-md' })).skills[0];
    const [plain, one, other] = await Promise.all([packWith({}), packWith({ a: '1' }), packWith({ a: '2' })].map(load));
    expect(plain?.files_hash).toBeNull();
    expect(one?.files_hash).not.toBe(other?.files_hash);
    expect(new Set([plain, one, other].map((skill) => skill?.content_hash)).size).toBe(1);
    expect(one?.front_matter).toBe('name: one\ndescription: Does one thing.\n');
    expect(one?.original).toBe(skillMd);
  });
});
