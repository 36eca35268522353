import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePack } from '#core/skills/formats/write-pack.ts';
import { kebabName, writeSkillMd } from '#core/skills/formats/write-skill-md.ts';
import { contentHash } from '#core/skills/read/content-hash.ts';
import { readSkillFile } from '#core/skills/read/skill-file.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import { type Skill, skillFormatSchema } from '#shared/domain/skill.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { casesOf } from '../../../support/depth.ts';
import { aSkill, generatedSkills, readText } from '../../../support/skills.ts';

/** What a pack written in a format reads back as. */
function through(skills: readonly Skill[], format: (typeof skillFormatSchema.options)[number]): PackSkill[] {
  const { files } = writePack({ name: 'test', manifest: {}, skills }, format);
  return files.flatMap(({ path, text }) => {
    expect(formatOfFile(path.split('/').at(-1) ?? '')).toBe(format);
    const read = readSkillFile({ file: path, format, text, nameFor: () => 'unnamed' });
    expect(read.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    return read.value;
  });
}

const hashes = (skills: readonly PackSkill[]) =>
  skills.map(({ name, content_hash }) => `${name} ${content_hash}`).sort();

describe('skill formats', () => {
  it('keep equal content hashes over every pair of formats, for each generated pack', () => {
    fc.assert(
      fc.property(generatedSkills, (skills) => {
        // Formats that read back as the same skills, but for the file they lie in, would be written the same once more.
        const different = new Map<string, PackSkill[]>();
        for (const from of skillFormatSchema.options) {
          const first = through(skills, from);
          expect(hashes(first)).toEqual(hashes(skills));
          different.set(JSON.stringify(first.map((skill) => ({ ...skill, file: '', line: 0 }))), first);
        }
        for (const first of different.values())
          for (const to of skillFormatSchema.options) expect(hashes(through(first, to))).toEqual(hashes(skills));
      }),
      { numRuns: casesOf(500) },
    );
  }, 240_000);

  it('write the same bytes for what they read back', () => {
    fc.assert(
      fc.property(generatedSkills, (skills) => {
        for (const format of skillFormatSchema.options) {
          const once = writePack({ name: 'test', manifest: {}, skills }, format).files;
          const again = writePack({ name: 'test', manifest: {}, skills: through(skills, format) }, format).files;
          if (format === 'skill-md') expect(again).toEqual(once);
          else expect(again.map(({ path }) => path)).toEqual(once.map(({ path }) => path));
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('give names that the Agent Skills format takes, and different ones to different skills', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 120 }), { maxLength: 5 }), (names) => {
        for (const name of names) expect(kebabName(name)).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
      }),
    );
    const skills = ['a.b', 'a-b', 'A_B'].map((name) => aSkill({ name }));
    const paths = writePack({ name: 'test', manifest: {}, skills }, 'skill-md').files.map(({ path }) => path);
    expect(paths).toEqual(['a-b/SKILL.md', 'a-b-2/SKILL.md', 'a-b-3/SKILL.md']);
  });

  it('put names that differ only by case, and names of devices, into files that every disk takes', () => {
    const skills = ['pack.test.Login', 'pack.test.login', 'pack.test.con', 'a:b@c'].map((name) => aSkill({ name }));
    const paths = writePack({ name: 'test', manifest: {}, skills }, 'yaml').files.map(({ path }) => path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
    expect(paths).toContain('skill-con.skill.yaml');
    for (const path of paths) expect(path).toMatch(/^[a-z0-9._-]+$/);
  });

  it('show steps, preconditions and failure modes of a SKILL.md as headed lists', () => {
    const skill = aSkill({
      preconditions: ['A key.'],
      steps: ['One.', 'Two\nlines.'],
      failure_modes: ['It breaks.'],
      body: '# More\n\n- x',
    });
    const { text, loss } = writeSkillMd(skill, 'pack-test-one');
    expect(text).toContain(
      '\n## Before you start\n\n- A key.\n\n## Steps\n\n1. One.\n2. Two\n   lines.\n\n## If it goes wrong\n\n- It breaks.\n\n# More\n\n- x\n',
    );
    expect(loss.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
      'name changed',
      'preconditions moved',
      'steps moved',
      'failure_modes moved',
    ]);
    expect(contentHash(readText(text, 'skill-md').value[0] as Skill)).toBe(contentHash(skill));
  });

  it('say when a text had to be cut, and keep the whole of it', () => {
    const skill = aSkill({ description: 'x'.repeat(1100) });
    const { text, loss } = writeSkillMd(skill, 'one');
    expect(loss.some(({ field, kind }) => field === 'description' && kind === 'changed')).toBe(true);
    expect(readText(text, 'skill-md').value[0]?.description).toBe(skill.description);
  });

  it('take a SKILL.md of others: trigger from the description, steps from the first numbered list', () => {
    const text =
      '---\nname: pdf\ndescription: Fill forms.\nlicense: MIT\nmodel: opus\nmetadata: {author: me}\n---\n# Hi\n\n```\n1. code\n```\n\n1. Open it.\n   more\n2. Fill it.\n\nEnd.\n\n1. Not this.\n';
    const { value, findings } = readText(text, 'skill-md');
    expect(findings).toEqual([]);
    expect(value[0]).toMatchObject({
      name: 'pdf',
      trigger: 'Fill forms.',
      steps: ['Open it.', 'Fill it.'],
      derived: ['trigger', 'steps'],
      extra: { license: 'MIT', model: 'opus', metadata: { author: 'me' } },
    });
    const again = writeSkillMd(value[0] as Skill, 'pdf');
    expect(again.loss).toEqual([]);
    expect(again.text).not.toContain('pegboard-');
  });

  it.each(['When the user asks to book a room.', 'Use when the user asks.', 'Whenever it rains.', 'When: it rains'])(
    'write "when" once for the trigger %j, and read the trigger as it was',
    (trigger) => {
      const skill = aSkill({ name: 'one', description: 'Books rooms.', trigger, steps: ['A.'] });
      const { text } = writeSkillMd(skill, 'one');
      expect(text).toMatch(/^description: .*Use when: (?!.{0,5}when)/im);
      expect(readText(text, 'skill-md').value[0]).toMatchObject({ trigger, description: 'Books rooms.' });
      const earlier = text
        .replace(/Use when: .*/, `Use when: ${trigger}"`)
        .replace(/^description: "?/m, 'description: "');
      const again = readText(earlier, 'skill-md');
      expect(again.findings).toEqual([]);
      expect(again.value[0]).toMatchObject({ trigger, description: 'Books rooms.' });
    },
  );

  it('notice an edited description and edited lists, and go by what stands there', () => {
    const skill = aSkill({ name: 'one', description: 'What.', trigger: 'When.', steps: ['A.', 'B.'] });
    const { text } = writeSkillMd(skill, 'one');
    const described = readText(text.replace('What. Use when', 'Otherwise. Use when'), 'skill-md');
    expect(described.findings.map(({ code }) => code)).toEqual(['description_edited']);
    expect(described.value[0]?.trigger).toBe('Otherwise. Use when: When.');
    const listed = readText(text.replace('2. B.', '2. B!\n3. C.'), 'skill-md');
    expect(listed.findings).toEqual([]);
    expect(listed.value[0]?.steps).toEqual(['A.', 'B!', 'C.']);
    const headed = readText(text.replace('## Steps', '## My way'), 'skill-md');
    expect(headed.findings.map(({ code }) => code)).toEqual(['sections_edited']);
    expect(headed.value[0]?.steps).toEqual(['A.', 'B.']);
  });

  it('load a SKILL.md that breaks the rules but can be used, with warnings', () => {
    const { value, findings } = readText(
      '---\nname: My Skill!\ndescription: Do.\ntags: "a, b"\nsteps: 3\n---\n',
      'skill-md',
    );
    expect(value[0]).toMatchObject({
      name: 'my-skill',
      tags: ['a', 'b'],
      steps: ['Follow the instructions of the skill.'],
    });
    expect(findings.map(({ code }) => code).sort()).toEqual(['field_type', 'name_changed']);
    expect(readText('---\nname: x\n---\n', 'skill-md')).toMatchObject({
      value: [],
      findings: [{ code: 'field_missing' }],
    });
  });
});
