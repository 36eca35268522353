import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { editSkillFields } from '#shared/text/edit-skill.ts';
import { skillServices } from '../../../support/skill-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

const one = '# kept\nname: pack.p.one\ntrigger: T.\nsteps:\n  - S.  # first\nx: 0012\n';
const many =
  '{"name":"pack.p.a","trigger":"A.","steps":["S."]}\n\n{"name":"pack.p.b","trigger":"B.","steps":["S."],"x":1.50}\n';

async function editor(files: Readonly<Record<string, string>> = {}, yaml = '') {
  const services = await skillServices(
    {
      skills: '  skill_packs: [{name: p, path: packs/p}, {name: core, path: "shipped:core", scope_mode: project}]\n',
      yaml,
      tools: [{ name: 'bank.pay' }, { name: 'git.push' }],
      files: { 'packs/p/one.skill.yaml': one, 'packs/p/more.skill.jsonl': many, ...files },
    },
    { shippedPacks: resolve(import.meta.dirname, '../../../../skill-packs') },
  );
  const folder = join(services.root, 'packs/p');
  return {
    services,
    edit: services.skillEditor,
    folder,
    text: (file: string) => readFileSync(join(folder, file), 'utf8'),
    names: async () => (await listOf(services)).sort(),
  };
}

async function listOf(services: Services): Promise<string[]> {
  const { skills } = await services.skills.list({ input: { page: 1, page_size: 100 }, caller: {} });
  return skills.map(({ name }) => name).filter((name) => !name.startsWith('pack.core.'));
}

describe('a pack that is edited', () => {
  it('shows its files, skills and findings with line, column and fix', async () => {
    const { edit } = await editor({ 'packs/p/bad.skill.md': '---\nname: pack.p.bad\ntrigger: T.\nsteps: one\n---\n' });
    const pack = await edit.pack({ pack: 'p' });
    expect(pack).toMatchObject({
      name: 'p',
      editable: true,
      files: [
        { file: 'bad.skill.md', format: 'md', skills: [] },
        {
          file: 'more.skill.jsonl',
          format: 'jsonl',
          skills: [
            { name: 'pack.p.a', line: 1 },
            { name: 'pack.p.b', line: 3 },
          ],
        },
        { file: 'one.skill.yaml', format: 'yaml', skills: [{ name: 'pack.p.one' }] },
      ],
      findings: [
        {
          code: 'field_type',
          path: 'bad.skill.md',
          range: { start: { line: 4, column: 1 } },
          hint: expect.any(String),
        },
      ],
    });
    const bad = await edit.file({ pack: 'p', file: 'bad.skill.md' });
    expect(bad.skills).toMatchObject([{ index: 0, name: 'pack.p.bad', fields: { trigger: 'T.', steps: 'one' } }]);
    expect((await edit.file({ pack: 'p', file: 'one.skill.yaml' })).skills[0]?.other_fields).toEqual(['x']);
    // The text in the editor, not yet saved.
    const text = bad.text.replace('steps: one', 'steps: [One.]');
    expect((await edit.check({ pack: 'p', file: 'bad.skill.md', text })).findings).toEqual([]);
    await expect(edit.pack({ pack: 'q' })).rejects.toMatchObject({ code: 'pack_not_found', hint: 'It has p, core.' });
  });

  it('is saved when the file is what it was, byte-order mark included, and never over somebody else', async () => {
    const { edit, text, names } = await editor({ 'packs/p/one.skill.yaml': `\ufeff${one}` });
    const at = { pack: 'p', file: 'one.skill.yaml' };
    const { hash, text: before } = await edit.file(at);
    const changes = [
      { field: 'name', value: 'pack.p.new' },
      { field: 'title', value: 'New' },
    ];
    const edited = await edit.check({ ...at, text: editSkillFields(before, { format: 'yaml', index: 0, changes }) });
    expect(text(at.file)).toBe(`\ufeff${one}`);
    expect(await edit.write({ ...at, text: edited.text, expected_hash: hash })).toEqual(edited);
    expect(text(at.file)).toBe(`\ufeff${one.replace('one', 'new\ntitle: New')}`);
    expect(await names()).toContain('pack.p.new');
    await expect(edit.write({ ...at, text: 'mine', expected_hash: hash })).rejects.toMatchObject({
      code: 'file_changed',
      data: { hash: edited.hash },
    });
    await expect(edit.write({ ...at, text: 'mine', expected_hash: null })).rejects.toMatchObject({
      code: 'file_changed',
    });
    expect(text(at.file)).toContain('title: New');
  });

  it('takes new skills, copies and other names, each once whatever its case, and in no file that is there', async () => {
    const { edit, folder, text, names } = await editor({ 'packs/p/Two.skill.yaml': one.replace('one', 'x') });
    const made = { pack: 'p', trigger: 'T.', steps: ['S.'] };
    expect(await edit.create({ ...made, name: 'pack.p.two', format: 'yaml' })).toMatchObject({
      file: 'two-2.skill.yaml',
      findings: [],
    });
    expect(await edit.create({ ...made, name: 'pack.p.con', format: 'md' })).toMatchObject({
      file: 'skill-con.skill.md',
    });
    await expect(edit.create({ ...made, name: 'PACK.P.One', format: 'md' })).rejects.toMatchObject({
      code: 'skill_exists',
      data: { file: 'one.skill.yaml' },
    });
    await expect(edit.create({ ...made, name: '../x', format: 'md' })).rejects.toMatchObject({ code: 'invalid_input' });
    const { hash } = await edit.file({ pack: 'p', file: 'one.skill.yaml' });
    const copy = await edit.duplicate({
      pack: 'p',
      file: 'one.skill.yaml',
      index: 0,
      name: 'pack.p.copy',
      expected_hash: hash,
    });
    expect(text(copy.file)).toBe(one.replace('pack.p.one', 'pack.p.copy'));
    const lines = await edit.file({ pack: 'p', file: 'more.skill.jsonl' });
    const renamed = await edit.rename({
      pack: 'p',
      file: 'more.skill.jsonl',
      index: 1,
      name: 'pack.p.c',
      expected_hash: lines.hash,
    });
    expect(renamed.text).toBe(many.replace('pack.p.b', 'pack.p.c'));
    const second = await edit.duplicate({
      pack: 'p',
      file: 'more.skill.jsonl',
      index: 1,
      name: 'pack.p.d',
      expected_hash: renamed.hash,
    });
    expect(second).toMatchObject({ file: 'd.skill.jsonl', skills: [{ name: 'pack.p.d', other_fields: ['x'] }] });
    expect(await names()).toEqual([
      'pack.p.a',
      'pack.p.c',
      'pack.p.con',
      'pack.p.copy',
      'pack.p.d',
      'pack.p.one',
      'pack.p.two',
      'pack.p.x',
    ]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('loses nothing when a skill is removed: it comes back byte for byte, and its text is kept aside', async () => {
    const list =
      '# head\n- name: pack.p.x\n  trigger: X.\n  steps: [S.]\n# between\n- {name: pack.p.y, trigger: Y., steps: [S.]}\n';
    const { edit, folder, services, text } = await editor({ 'packs/p/list.skill.yaml': list });
    for (const [file, index, rest] of [
      ['one.skill.yaml', 0, null],
      ['more.skill.jsonl', 0, many.slice(many.indexOf('\n') + 1)],
      ['list.skill.yaml', 0, `# head\n${list.slice(list.indexOf('# between'))}`],
    ] as const) {
      const before = text(file);
      const { hash } = await edit.file({ pack: 'p', file });
      const { undo, kept_at } = await edit.remove({ pack: 'p', file, index, expected_hash: hash });
      expect(existsSync(join(folder, file)) ? text(file) : null).toBe(rest);
      expect(readFileSync(join(services.root, kept_at), 'utf8')).toBe(before);
      expect(await edit.restore({ undo })).toMatchObject({ file, text: before });
      expect(text(file)).toBe(before);
      await expect(edit.restore({ undo })).rejects.toMatchObject({ code: 'undo_gone' });
    }
    const { hash } = await edit.file({ pack: 'p', file: 'one.skill.yaml' });
    const { undo } = await edit.remove({ pack: 'p', file: 'one.skill.yaml', index: 0, expected_hash: hash });
    writeFileSync(join(folder, 'one.skill.yaml'), 'mine');
    await expect(edit.restore({ undo })).rejects.toMatchObject({ code: 'file_changed' });
    expect(text('one.skill.yaml')).toBe('mine');
  });

  it('never leaves the folder of the pack, and changes none that comes with Pegboard', async () => {
    const { edit, folder } = await editor();
    const outside = temporaryFolder();
    const victim = write(outside, 'a.skill.yaml', one);
    symlinkSync(outside, join(folder, 'linked'));
    const save = (file: string, pack = 'p') => edit.write({ pack, file, text: one, expected_hash: null });
    for (const file of [
      '../x.skill.yaml',
      '/etc/x.skill.yaml',
      'a/../../x.skill.yaml',
      '.git/x.skill.yaml',
      'con.skill.yaml',
      'nul/x.skill.yaml',
      'a\\b.skill.yaml',
      'x.yaml',
      'a:b.skill.yaml',
      'node_modules/a.skill.yaml',
    ])
      await expect(save(file), file).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(save('linked/a.skill.yaml')).rejects.toMatchObject({ code: 'outside_target' });
    expect(readFileSync(victim, 'utf8')).toBe(one);
    await expect(save('new.skill.yaml', 'core')).rejects.toMatchObject({ code: 'pack_read_only' });
    expect((await edit.pack({ pack: 'core' })).editable).toBe(false);
  });

  it('is old or new when the disk is full in the middle of a save', async () => {
    const services = await skillServices(
      { skills: '  skill_packs: [{name: p, path: p}]\n', files: { 'p/one.skill.yaml': one } },
      {
        files: {
          ...nodeFiles,
          writeAll: async (writes) => {
            if (writes.some(({ path }) => path.endsWith('one.skill.yaml')))
              throw Object.assign(new Error('full'), { code: 'ENOSPC' });
            return nodeFiles.writeAll(writes);
          },
        },
      },
    );
    const { hash } = await services.skillEditor.file({ pack: 'p', file: 'one.skill.yaml' });
    await expect(
      services.skillEditor.write({ pack: 'p', file: 'one.skill.yaml', text: 'x', expected_hash: hash }),
    ).rejects.toThrow();
    expect(readFileSync(join(services.root, 'p/one.skill.yaml'), 'utf8')).toBe(one);
  });
});

describe('the preview of what a model gets', () => {
  const yaml =
    'tool_search: {enabled: true, default_loading_mode: deferred}\npersonas:\n  - {name: guest, hidden_tools: ["bank.pay"]}\n  - {name: boss}\n';
  const text = `name: pack.p.pay\ntrigger: Pay a bill.\nsteps:\n  - Ask ann@example.com, then bank.pay and git.push.\n  - See https://x.test/a?key=1.\nfailure_modes:\n  - ${'It fails. '.repeat(60)}\n`;
  const draft = { pack: 'p', file: 'one.skill.yaml', text };

  it('names what was replaced, hidden and cut, for a persona and a budget, with tokens by both estimators', async () => {
    const { edit } = await editor({}, yaml);
    const guest = await edit.preview({ skills: draft, caller: { persona: 'guest' }, max_tokens: 150 });
    expect(guest.skills).toEqual([
      {
        name: 'pack.p.pay',
        shown: true,
        cut: ['failure modes'],
        redactions: [
          { field: 'steps', kind: 'email', count: 1 },
          { field: 'steps', kind: 'url', count: 1 },
        ],
        gated: ['bank.pay'],
        deferred: ['git.push'],
      },
    ]);
    expect(guest.text).toContain('(truncated: failure modes left out)');
    expect(guest.text).not.toContain('bank.pay');
    expect(guest.tokens.estimate).toBeLessThanOrEqual(150);
    expect(guest.tokens.o200k).toBeGreaterThan(0);
    expect(guest.raw_tokens.estimate).toBeGreaterThan(150);
    const boss = await edit.preview({ skills: draft, caller: { persona: 'boss' } });
    expect(boss.skills).toMatchObject([{ gated: [], cut: [], deferred: ['bank.pay', 'git.push'] }]);
    expect(boss.text).toContain('bank.pay');
  });

  it('shows loaded skills by name, and says which do not fit at all', async () => {
    const { edit } = await editor({}, yaml);
    const { skills, text: block } = await edit.preview({
      skills: { names: ['pack.p.one', 'pack.p.a', 'pack.p.none'] },
      caller: {},
      max_tokens: 50,
    });
    expect(skills.map(({ name, shown }) => `${name} ${shown}`)).toEqual(['pack.p.one true', 'pack.p.a true']);
    expect(block).toMatch(/^<skill_context>\n## pack\.p\.one/);
  });
});
