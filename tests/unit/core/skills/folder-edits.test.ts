import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContents } from '../../../support/folder-contents.ts';
import { skillServices } from '../../../support/skill-workspace.ts';

const skillMd = "---\n# who\nname:   'one'\ndescription: Does one thing.\n---\n\n1. Do it.\n";

async function editor(given: Readonly<Record<string, string>> = {}) {
  const services = await skillServices({
    skills: '  skill_packs: [{name: p, path: packs/p, format: skill-md}]\n',
    tools: [{ name: 'bank.pay' }],
    files: {
      'packs/p/one/SKILL.md': skillMd,
      'packs/p/one/scripts/run.sh': 'echo 1\n',
      'packs/p/one/notes/a.md': 'Notes.\n',
      ...given,
    },
  });
  const folder = join(services.root, 'packs/p');
  writeFileSync(join(folder, 'one/image.bin'), Uint8Array.of(0, 255, 1));
  chmodSync(join(folder, 'one/scripts/run.sh'), 0o755);
  return { services, edit: services.skillEditor, folder, root: services.root };
}

const at = (file: string) => ({ pack: 'p', file });
const beside = (folder: string, skill: string) =>
  Object.entries(folderContents(join(folder, skill))).filter(([path]) => path !== 'SKILL.md');

describe('the files beside a SKILL.md in the editor', () => {
  it('are listed with size, tokens and the right to run them', async () => {
    const { edit } = await editor();
    const { files } = await edit.pack({ pack: 'p' });
    expect(files.map(({ file }) => file)).toEqual(['one/SKILL.md']);
    expect(files[0]?.beside.map(({ path, size, tokens, executable }) => [path, size, tokens, executable])).toEqual([
      ['image.bin', 3, null, false],
      ['notes/a.md', 7, 2, false],
      ['scripts/run.sh', 7, 2, true],
    ]);
  });

  it('are read and saved over nobody else, and keep the right to run them', async () => {
    const { edit, folder } = await editor();
    const read = await edit.folderFile(at('one/scripts/run.sh'));
    expect(read).toMatchObject({ text: 'echo 1\n', size: 7 });
    const saved = await edit.writeFolderFile({
      ...at('one/scripts/run.sh'),
      text: 'echo 2\n',
      expected_hash: read.hash,
    });
    expect(saved.text).toBe('echo 2\n');
    expect(statSync(join(folder, 'one/scripts/run.sh')).mode & 0o111).not.toBe(0);
    const again = edit.writeFolderFile({ ...at('one/scripts/run.sh'), text: 'echo 3\n', expected_hash: read.hash });
    await expect(again).rejects.toMatchObject({ code: 'file_changed' });
    expect(readFileSync(join(folder, 'one/scripts/run.sh'), 'utf8')).toBe('echo 2\n');
    expect(await edit.folderFile(at('one/image.bin'))).toMatchObject({ text: null, hash: null, size: 3, tokens: null });
  });

  it('are added, given another name, removed and put back', async () => {
    const { edit, folder, root } = await editor();
    await edit.writeFolderFile({ ...at('one/deep/er/new.txt'), text: 'new', expected_hash: null });
    await edit.renameFolderFile({ ...at('one/deep/er/new.txt'), to: 'one/other.txt' });
    expect(existsSync(join(folder, 'one/deep'))).toBe(false);
    expect(readFileSync(join(folder, 'one/other.txt'), 'utf8')).toBe('new');
    const taken = edit.renameFolderFile({ ...at('one/other.txt'), to: 'one/image.bin' });
    await expect(taken).rejects.toMatchObject({ code: 'file_exists' });
    const before = folderContents(folder);
    const { undo, kept_at } = await edit.removeFolderFile(at('one/scripts/run.sh'));
    expect(existsSync(join(folder, 'one/scripts'))).toBe(false);
    expect(readFileSync(join(root, kept_at, 'scripts/run.sh'), 'utf8')).toBe('echo 1\n');
    expect((await edit.restore({ undo })).file).toBe('one/SKILL.md');
    expect(folderContents(folder)).toEqual(before);
    expect(statSync(join(folder, 'one/scripts/run.sh')).mode & 0o111).not.toBe(0);
  });

  it('are reached by no path out of the skill, through no link, and by no name that a disk refuses', async () => {
    const { edit, folder } = await editor({ 'packs/p/loose.txt': 'x', 'secret.txt': 'secret' });
    mkdirSync(join(folder, 'one/.git'));
    symlinkSync(join(folder, '..'), join(folder, 'one/up'));
    for (const file of [
      'loose.txt',
      '../../secret.txt',
      'one/../../../secret.txt',
      'one/.git/config',
      'one/SKILL.md',
      'one/a\\b',
      'one//a',
      '/etc/passwd',
    ]) {
      await expect(edit.folderFile(at(file))).rejects.toMatchObject({ code: 'invalid_input' });
      const write = edit.writeFolderFile({ ...at(file), text: 'x', expected_hash: null });
      await expect(write).rejects.toMatchObject({ code: 'invalid_input' });
    }
    const through = edit.writeFolderFile({ ...at('one/up/x.txt'), text: 'x', expected_hash: null });
    await expect(through).rejects.toMatchObject({ code: 'outside_target' });
    for (const file of ['one/con.txt', 'one/a:b', 'one/end.']) {
      const odd = edit.writeFolderFile({ ...at(file), text: 'x', expected_hash: null });
      await expect(odd).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it('come along with a copy of the skill, whose SKILL.md differs by its name only', async () => {
    const { edit, folder } = await editor();
    const { hash } = await edit.file(at('one/SKILL.md'));
    const copy = await edit.duplicate({ ...at('one/SKILL.md'), index: 0, name: 'two', expected_hash: hash });
    expect(copy.file).toBe('two/SKILL.md');
    expect(copy.text).toBe(skillMd.replace("'one'", 'two'));
    expect(beside(folder, 'two')).toEqual(beside(folder, 'one'));
    expect(statSync(join(folder, 'two/scripts/run.sh')).mode & 0o111).not.toBe(0);
    const renamed = await edit.rename({ ...at('two/SKILL.md'), index: 0, name: 'three', expected_hash: copy.hash });
    expect(renamed.text).toBe(skillMd.replace("'one'", 'three'));
    expect(beside(folder, 'two')).toEqual(beside(folder, 'one'));
  });

  it('go with the skill and come back with it, and are kept aside', async () => {
    const { edit, folder, root } = await editor({
      'packs/p/one/inner/SKILL.md': skillMd.replace("'one'", 'inner'),
      'packs/p/one/inner/x.txt': 'x',
    });
    const before = folderContents(folder);
    const { hash } = await edit.file(at('one/SKILL.md'));
    const { undo, kept_at } = await edit.remove({ ...at('one/SKILL.md'), index: 0, expected_hash: hash });
    expect(Object.keys(folderContents(folder))).toEqual(['one/inner/SKILL.md', 'one/inner/x.txt']);
    expect(Object.keys(folderContents(join(root, kept_at)))).toEqual(['image.bin', 'notes/a.md', 'scripts/run.sh']);
    writeFileSync(join(folder, 'one/image.bin'), 'in the way');
    await expect(edit.restore({ undo })).rejects.toMatchObject({ code: 'file_exists' });
    writeFileSync(join(folder, 'one/image.bin'), Uint8Array.of(0, 255, 1));
    await edit.restore({ undo });
    expect(folderContents(folder)).toEqual(before);
  });

  it('come along with a copy of the pack', async () => {
    const { edit, folder, root } = await editor();
    const { path } = await edit.newFolder({ name: 'q', copy_of: 'p' });
    const { 'pack.yaml': _, ...copied } = folderContents(join(root, path));
    expect(copied).toEqual(folderContents(folder));
    expect(statSync(join(root, path, 'one/scripts/run.sh')).mode & 0o111).not.toBe(0);
  });
});
