import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { validateSkills } from '#core/skills/validate-skills.ts';
import { pluginFormSchema } from '#shared/domain/plugin-forms.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Twelve SKILL.md of other people; they are not part of this repository. */
const root = resolve(import.meta.dirname, '../../../shared/data/skills');
const there = existsSync(root);

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

describe.skipIf(!there)(
  `real SKILL.md files${there ? '' : ' (not run: ../shared/data is not on this computer)'}`,
  () => {
    it('import, every one', async () => {
      const { packs } = await readSkillsAt(root, nodeFiles);
      const skills = packs.flatMap(({ pack }) => pack.skills);
      const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(skills.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort());
      expect(skills).toHaveLength(12);
      for (const skill of skills) {
        expect(skill.derived).toEqual(['trigger', 'steps']);
        expect(skill.steps.length).toBeGreaterThan(0);
        expect(skill.body.length).toBeGreaterThan(500);
      }
      expect(packs.flatMap(({ pack }) => pack.findings).filter(({ severity }) => severity === 'error')).toEqual([]);
    });

    it('lint by every profile, and only for what is there', async () => {
      const { findings } = await validateSkills(
        { path: root, profiles: ['agentskills', 'claude-code', 'codex', 'vscode'] },
        nodeFiles,
      );
      // Paths are reported as real paths, even when the folder is a link.
      const start = realpathSync(root).length + 1;
      const found = findings.map(({ code, path, message }) => `${path?.slice(start)} ${code} ${message}`);
      // One has a description and a body far beyond what the guides advise.
      expect(found.filter((line) => line.includes(' profile ')).every((line) => line.startsWith('claude-api/'))).toBe(
        true,
      );
      expect(found.some((line) => line.startsWith('claude-api/SKILL.md profile_advice'))).toBe(true);
    });

    it('keep every content hash through each format and back', async () => {
      const { packs } = await readSkillsAt(root, nodeFiles);
      const hashes = packs
        .flatMap(({ pack }) => pack.skills.map(({ name, content_hash }) => `${name} ${content_hash}`))
        .sort();
      for (const to of skillFormatSchema.options) {
        const out = temporaryFolder();
        await convertSkills({ path: root, to, out, overwrite: false }, nodeFiles);
        const read = await readSkillsAt(out, nodeFiles);
        expect(
          read.packs
            .flatMap(({ pack }) => pack.skills.map(({ name, content_hash }) => `${name} ${content_hash}`))
            .sort(),
        ).toEqual(hashes);
        const back = temporaryFolder();
        const { loss } = await convertSkills({ path: out, to: 'skill-md', out: back, overwrite: false }, nodeFiles);
        expect(loss).toEqual([]);
      }
    });

    it('keep every SKILL.md to the byte through each format and back', async () => {
      const before = await readSkillsAt(root, nodeFiles);
      const originals = before.packs.flatMap(({ pack }) => pack.skills).sort(byName);
      for (const to of skillFormatSchema.options) {
        const [out, back] = [temporaryFolder(), temporaryFolder()];
        const { lossless } = await convertSkills({ path: root, to, out, overwrite: false }, nodeFiles);
        expect(lossless).toBe(to === 'skill-md' || to === 'md');
        await convertSkills({ path: out, to: 'skill-md', out: back, overwrite: false }, nodeFiles);
        for (const { name } of originals) {
          const bytes = (folder: string) => readFileSync(join(folder, name, 'SKILL.md'));
          expect([to, name, bytes(back).equals(bytes(root))]).toEqual([to, name, true]);
        }
        const after = (await readSkillsAt(back, nodeFiles)).packs.flatMap(({ pack }) => pack.skills).sort(byName);
        expect(after.map(({ original }) => original)).toEqual(originals.map(({ original }) => original));
      }
    });

    it('go through a plugin of each form and come back byte for byte, with the files beside them', async () => {
      const cwd = temporaryFolder();
      const pack = { name: 'real', path: 'packs/real', format: 'skill-md' };
      cpSync(root, join(cwd, 'packs/real'), { recursive: true });
      writeFileSync(join(cwd, 'pegboard.yaml'), stringify({ skills: { skill_packs: [pack] } }));
      for (const as of pluginFormSchema.options) {
        const args = ['export', 'plugin', '--as', as, '--name', 'back', '--pack', 'real', '--out', as];
        expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
        expect((await runCli(['plugins', 'validate', as], { cwd })).result).toMatchObject({ plugins: [{ form: as }] });
        const other = temporaryFolder();
        writeFileSync(join(other, 'pegboard.yaml'), '{}\n');
        expect((await runCli(['import', join(cwd, as)], { cwd: other })).code).toBe(0);
        const files = (folder: string) =>
          readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
            .filter((path) => path.includes(sep))
            .sort();
        const back = join(other, 'packs/back');
        expect(files(back)).toEqual(files(root));
        for (const path of files(root))
          expect(readFileSync(join(back, path)).equals(readFileSync(join(root, path)))).toBe(true);
      }
    });
  },
);
