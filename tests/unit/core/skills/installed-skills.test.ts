import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { writePack } from '#core/skills/formats/write-pack.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const project = resolve(import.meta.dirname, '../../../..');

/** Every SKILL.md of the packages of the lock file, relative to the project. */
async function installedSkills(): Promise<string[]> {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as { packages: object };
  const found: string[] = [];
  for (const name of Object.keys(packages).filter((path) => path !== ''))
    for await (const path of glob(`${name}/{*/,}{*/,}{*/,}{*/,}{*/,}SKILL.md`, { cwd: project }))
      if (path.lastIndexOf('node_modules/') === name.lastIndexOf('node_modules/')) found.push(path);
  return found.sort();
}

describe('the skill folders that installed packages ship', async () => {
  const paths = await installedSkills();

  it(`are read, all ${paths.length} of them, and written as they were`, async () => {
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const folder = dirname(join(project, path));
      const text = readFileSync(join(project, path), 'utf8');
      const pack = await loadPack(folder, { files: nodeFiles, format: 'skill-md', name: 'p' });
      const skill = pack.skills.find(({ file }) => file === 'SKILL.md');
      expect(skill?.original, path).toBe(text);
      expect(
        text.startsWith(`---\n${skill?.front_matter ?? '?'}`) || text.includes(skill?.front_matter ?? '?'),
        path,
      ).toBe(true);
      if (!skill) continue;
      const { files, copies } = writePack({ name: 'p', manifest: {}, skills: [skill] }, 'skill-md');
      expect(
        files.map((one) => one.text),
        path,
      ).toEqual([text]);
      expect(
        copies.map(({ file }) => file),
        path,
      ).toEqual(skill.folder_files);
    }
  });

  it.each(skillFormatSchema.options)('come back to the byte through the format %s', async (to) => {
    for (const path of paths) {
      const bytes = readFileSync(join(project, path));
      const [root, there, back] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
      const name = /^name: *["']?([\w-]+)/m.exec(bytes.toString('latin1'))?.[1] ?? '';
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'SKILL.md'), bytes);
      await convertSkills({ path: root, to, out: there, overwrite: false }, nodeFiles);
      await convertSkills({ path: there, to: 'skill-md', out: back, overwrite: false }, nodeFiles);
      expect(readFileSync(join(back, name, 'SKILL.md')).equals(bytes), path).toBe(true);
    }
  });
});
