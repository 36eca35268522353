import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editSkillFields } from '#shared/text/edit-skill.ts';
import { skillServices } from '../../../support/skill-workspace.ts';

const shippedPacks = resolve(import.meta.dirname, '../../../../skill-packs');
const one = '# kept\nname: pack.p.one\ntrigger: T.\nsteps:\n  - S.  # first\nx: 0012\n';

async function editor(files: Readonly<Record<string, string>> = {}) {
  const services = await skillServices(
    {
      skills: '  skill_packs: [{name: p, path: packs/p}, {name: core, path: "shipped:core"}]\n',
      tools: [{ name: 'bank.pay' }, { name: 'bank.refund' }],
      files: { 'packs/p/one.skill.yaml': one, ...files },
    },
    { shippedPacks },
  );
  const folder = join(services.root, 'packs/p');
  return {
    edit: services.skillEditor,
    root: services.root,
    folder,
    text: (file: string) => readFileSync(join(folder, file), 'utf8'),
  };
}

const head = 'name: pack.p.x\n';
const rest = 'trigger: T.\nsteps: [S.]\n';
/** Code, broken text, title of the fix, and what the text is then. */
const broken: readonly (readonly [code: string, text: string, title: string, mended: string | RegExp])[] = [
  ['field_missing', `${head}description: D.\nsteps: [S.]\n`, 'Use the description', /trigger: D\./],
  ['field_missing', `${head}title: Pay\nsteps: [S.]\n`, 'Start from "Pay"', /trigger: "When the task is to: Pay"/],
  [
    'field_missing',
    `${head}trigger: T.\nbody: |\n  1. One.\n  2. Two.\n`,
    'Take the numbered list of the body',
    /- One\.\n {2}- Two\./,
  ],
  ['field_missing', `${head}trigger: T.\n`, 'Add a first step', /steps:\n {2}- "?First step of: x/],
  ['field_type', `${head}trigger: T.\nsteps: 12\n`, 'Make it a list', /steps:\n? +(?:- |\[)"?12/],
  [
    'field_type',
    `${head}trigger: T.\nsteps:\n  - S: then T\n  - U.\n`,
    'Make entry 1 a text',
    /- "?S: then T"?\n {2}- U\./,
  ],
  [
    'field_type',
    `${head}trigger: T.\nsteps:\n  - S.\n  - ""\n`,
    'Remove entry 2',
    `${head}trigger: T.\nsteps:\n  - S.\n`,
  ],
  ['field_type', `${head}title: 12\n${rest}`, 'Make it a text', /title: "12"/],
  ['field_type', `${head}tags: a, b\n${rest}`, 'Make it a list', /tags:[\s\S]*a[\s\S]*b/],
  ['task_type_unknown', `${head}task_type: brwser\n${rest}`, 'Set to browser', `${head}task_type: browser\n${rest}`],
  ['task_type_unknown', `${head}task_type: whatever\n${rest}`, 'Leave it out', `${head}${rest}`],
  ['name_invalid', `name: pack.p.a b/c\n${rest}`, 'Rename to pack.p.a-b-c', `name: pack.p.a-b-c\n${rest}`],
  ['name_reserved', `name: learned.x\n${rest}`, 'Rename to x', `name: x\n${rest}`],
  ['name_convention', `name: x\n${rest}`, 'Rename to pack.p.x', `${head}${rest}`],
  [
    'text_too_long',
    `${head}title: ${'word '.repeat(140)}end\n${rest}`,
    'Cut it to 500 characters',
    /title: (?:word )+word…\n/,
  ],
  ['hidden_unicode', `${head}title: a\u200bb\n${rest}`, 'Remove the hidden characters', `${head}title: ab\n${rest}`],
  [
    'tool_unknown',
    `${head}trigger: Use \`bank.pya\`.\nsteps:\n  - Call \`bank.pya\`, not \`bank.pya2\`.\n`,
    'Change to bank.pay',
    `${head}trigger: Use \`bank.pay\`.\nsteps:\n  - Call \`bank.pay\`, not \`bank.pya2\`.\n`,
  ],
];

describe('a problem of a skill file', () => {
  it.each(broken)('%s: %j is mended by "%s"', async (code, text, title, mended) => {
    const { edit } = await editor();
    const at = { pack: 'p', file: 'x.skill.yaml' };
    const { findings } = await edit.check({ ...at, text: `# ours\n${text}` });
    const found = findings.filter((finding) => finding.code === code);
    const fix = found.flatMap(({ fixes = [] }) => fixes).find((one) => one.title === title);
    expect(fix, JSON.stringify(findings)).toBeDefined();
    if (!fix) return;
    const after = await edit.check({ ...at, text: editSkillFields(`# ours\n${text}`, { format: 'yaml', ...fix }) });
    if (typeof mended === 'string') expect(after.text).toBe(`# ours\n${mended}`);
    else expect(after.text).toMatch(mended);
    expect(after.findings.filter((finding) => finding.code === code)).toHaveLength(found.length - 1);
  });

  it('is placed where the tool is named, in the right one of several skills', async () => {
    const { edit } = await editor();
    const text =
      '{"name":"pack.p.a","trigger":"A.","steps":["S."]}\n{"name":"pack.p.b","trigger":"`bank.pya`","steps":["S."]}\n';
    const { findings } = await edit.check({ pack: 'p', file: 'x.skill.jsonl', text });
    expect(findings).toMatchObject([
      {
        code: 'tool_unknown',
        range: { start: { line: 2, column: 32 }, end: { line: 2, column: 40 } },
        fixes: [{ index: 1 }],
      },
    ]);
  });
});

describe('a skill file that becomes another', () => {
  it('is converted with its losses told before, and comes back byte for byte', async () => {
    const { edit, folder, text } = await editor();
    const at = { pack: 'p', file: 'one.skill.yaml' };
    const { hash } = await edit.file(at);
    const input = { ...at, expected_hash: hash, to: 'md' as const };
    const plan = await edit.reformat({ ...input, apply: false });
    expect(plan).toMatchObject({
      files: [{ file: 'one.skill.md' }],
      loss: [{ field: 'comments', kind: 'lost' }],
      undo: null,
    });
    expect(readdirSync(folder)).toEqual(['one.skill.yaml']);
    const done = await edit.reformat({ ...input, apply: true });
    expect(readdirSync(folder)).toEqual(['one.skill.md']);
    expect(text('one.skill.md')).toContain('x: 12');
    await edit.restore({ undo: done.undo ?? '' });
    expect(readdirSync(folder)).toEqual(['one.skill.yaml']);
    expect(text('one.skill.yaml')).toBe(one);
    await expect(edit.reformat({ ...input, expected_hash: 'x', apply: true })).rejects.toMatchObject({
      code: 'file_changed',
    });
    writeFileSync(join(folder, 'bad.skill.yaml'), 'name: [');
    const bad = await edit.file({ pack: 'p', file: 'bad.skill.yaml' });
    await expect(
      edit.reformat({ pack: 'p', file: bad.file, expected_hash: bad.hash, to: 'json', apply: true }),
    ).rejects.toMatchObject({ code: 'skill_not_editable' });
  });

  it('is not undone over what somebody wrote since', async () => {
    const { edit, folder, text } = await editor();
    const at = { pack: 'p', file: 'one.skill.yaml' };
    const { hash } = await edit.file(at);
    const { undo } = await edit.reformat({ ...at, expected_hash: hash, to: 'json', apply: true });
    writeFileSync(join(folder, 'one.skill.json'), '{}');
    await expect(edit.restore({ undo: undo ?? '' })).rejects.toMatchObject({ code: 'file_changed' });
    expect(text('one.skill.json')).toBe('{}');
  });

  it('comes from a SKILL.md, once, with what was found in it', async () => {
    const { edit, folder, text } = await editor();
    const skillMd = '---\nname: sum-up\ndescription: When asked.\n---\n\n1. Read.\n2. Write.\n';
    const input = { pack: 'p', name: 'folder', text: skillMd };
    expect(await edit.importSkillMd({ ...input, apply: false })).toMatchObject({
      skill: 'sum-up',
      file: 'sum-up.skill.md',
      hash: null,
    });
    expect(existsSync(join(folder, 'sum-up.skill.md'))).toBe(false);
    await edit.importSkillMd({ ...input, apply: true });
    expect(text('sum-up.skill.md')).toContain('- Read.\n  - Write.');
    await expect(edit.importSkillMd({ ...input, apply: true })).rejects.toMatchObject({ code: 'skill_exists' });
    await expect(edit.importSkillMd({ ...input, text: 'none', apply: false })).rejects.toMatchObject({
      code: 'skill_not_editable',
    });
    await expect(
      edit.importSkillMd({ ...input, pack: 'core', text: skillMd.replace('sum-up', 'other'), apply: true }),
    ).rejects.toMatchObject({ code: 'pack_read_only' });
  });
});

describe('the folder of a new pack', () => {
  it('is empty, or holds the bytes of another pack, and never takes the place of what is there', async () => {
    const { edit, root } = await editor();
    expect(await edit.newFolder({ name: 'q', copy_of: null })).toEqual({ path: 'packs/q', files: 1 });
    expect(readFileSync(join(root, 'packs/q/pack.yaml'), 'utf8')).toBe('name: q\n');
    const { path, files } = await edit.newFolder({ name: 'core', copy_of: 'core' });
    const copied = readdirSync(join(root, path)).sort();
    expect(copied).toHaveLength(files);
    for (const file of copied)
      expect(readFileSync(join(root, path, file)), file).toEqual(readFileSync(join(shippedPacks, 'core', file)));
    await expect(edit.newFolder({ name: 'p', copy_of: null })).rejects.toMatchObject({ code: 'file_exists' });
    await expect(edit.newFolder({ name: 'z', copy_of: 'none' })).rejects.toMatchObject({ code: 'pack_not_found' });
    expect(existsSync(join(root, 'packs/z'))).toBe(false);
  });
});
