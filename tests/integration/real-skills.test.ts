import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { validateSkills } from '#core/skills/validate-skills.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Twelve SKILL.md of other people; they are not part of this repository. */
const root = resolve(import.meta.dirname, '../../../shared/data/skills');
const there = existsSync(root);

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
      // Paths are told as they really are, also where the folder is linked.
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
  },
);
