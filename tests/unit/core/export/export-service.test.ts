import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { textHash } from '#core/skills/export/export-journal.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import type { ApplyExport, ExportRequest } from '#shared/domain/export-plan.ts';
import { type SkillFormat, skillFormatSchema } from '#shared/domain/skill.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const shippedPacks = resolve(import.meta.dirname, '../../../../skill-packs');
const skill = (pack: string, name: string, title = 'T') =>
  `name: pack.${pack}.${name}\ntitle: ${title}\ntrigger: Do ${name}.\nsteps: [S.]\n`;

/** A workspace with the packs `billing` (skills a and b) and `returns` (skill c), and one tool. */
async function opened(): Promise<{ services: Services; root: string; target: string }> {
  const packs = ['billing', 'returns'].map((name) => `    - {name: ${name}, path: packs/${name}}`).join('\n');
  const root = workspaceFolder([{ name: 'orders.get' }], `${searchOn}skills:\n  skill_packs:\n${packs}`);
  for (const [pack, name] of [
    ['billing', 'a'],
    ['billing', 'b'],
    ['returns', 'c'],
  ] as const) {
    write(root, `packs/${pack}/pack.yaml`, `name: ${pack}\n`);
    write(root, `packs/${pack}/${name}.skill.yaml`, skill(pack, name));
  }
  const services = await testServices({ shippedPacks });
  await services.workspace.open({ path: root });
  return { services, root, target: join(temporaryFolder(), 'skills') };
}

type PacksContent = Extract<ExportRequest['content'], { kind: 'packs' }>;

const packsTo = (target: string, content: Partial<PacksContent> = {}): ExportRequest => ({
  target,
  content: {
    kind: 'packs',
    packs: ['workspace:billing', 'workspace:returns'],
    format: 'yaml',
    folders: true,
    ...content,
  },
});
const catalogTo = (target: string, file?: string): ExportRequest => ({
  target,
  content: { kind: 'catalog', as: 'pegboard-json', ...(file === undefined ? {} : { file }) },
});

/** Plans and writes what was planned. */
async function run(services: Services, request: ExportRequest, options: Partial<ApplyExport> = {}) {
  const { revision } = await services.exports.plan(request);
  return services.exports.apply({ request, revision, decisions: {}, commit: null, ...options });
}

const changes = (files: readonly { path: string; change: string }[]) =>
  Object.fromEntries(files.map(({ path, change }) => [path, change]));

describe('packs that can be exported', () => {
  it('are those of the workspace, then the shipped ones; one that is not there says so', async () => {
    const { services, root } = await opened();
    rmSync(join(root, 'packs/returns'), { recursive: true });
    const packs = await services.exports.packs();
    expect(packs.map(({ id, problem }) => [id, problem === null])).toEqual([
      ['workspace:billing', true],
      ['workspace:returns', false],
      ['shipped:browser', true],
      ['shipped:core', true],
      ['shipped:github', true],
    ]);
    await expect(services.exports.plan(packsTo('/tmp/x'))).rejects.toMatchObject({ code: 'pack_not_found' });
  });
});

describe('an export of packs', () => {
  it('is planned without a trace, written as planned in the chosen format, and then up to date (R19.19)', async () => {
    const { services, root, target } = await opened();
    const plan = await services.exports.plan(packsTo(target));
    expect(changes(plan.files)).toEqual({
      'billing/a.skill.yaml': 'added',
      'billing/b.skill.yaml': 'added',
      'billing/pack.yaml': 'added',
      'returns/c.skill.yaml': 'added',
      'returns/pack.yaml': 'added',
    });
    expect(plan).toMatchObject({ up_to_date: false, repository: null });
    expect(existsSync(target)).toBe(false);
    expect(await services.exports.file({ ...packsTo(target), path: 'returns/c.skill.yaml' })).toMatchObject({
      before: null,
      after: skill('returns', 'c').replace('steps: [S.]', 'steps:\n  - S.'),
    });
    expect(await run(services, packsTo(target))).toMatchObject({ written: true, commit: null });
    const written = folderContents(target);
    expect(Object.keys(written).filter((path) => !path.includes('.pegboard'))).toEqual(
      plan.files.map(({ path }) => path),
    );
    expect((await services.exports.plan(packsTo(target))).up_to_date).toBe(true);
    expect(await run(services, packsTo(target))).toMatchObject({ written: false });
    expect(folderContents(target)).toEqual(written);

    // What has changed, what has come and what has gone is listed, and so is what stays as it is.
    write(root, 'packs/billing/a.skill.yaml', skill('billing', 'a', 'Other'));
    rmSync(join(root, 'packs/billing/b.skill.yaml'));
    write(root, 'packs/returns/d.skill.yaml', skill('returns', 'd'));
    expect(changes((await services.exports.plan(packsTo(target))).files)).toEqual({
      'billing/a.skill.yaml': 'changed',
      'billing/b.skill.yaml': 'removed',
      'billing/pack.yaml': 'kept',
      'returns/c.skill.yaml': 'kept',
      'returns/d.skill.yaml': 'added',
      'returns/pack.yaml': 'kept',
    });
    for (const [format, files] of Object.entries({
      md: ['c.skill.md', 'd.skill.md'],
      yaml: ['c.skill.yaml', 'd.skill.yaml'],
      json: ['c.skill.json', 'd.skill.json'],
      jsonl: ['returns.skill.jsonl'],
      'skill-md': ['pack-returns-c/SKILL.md', 'pack-returns-d/SKILL.md'],
    } satisfies Record<SkillFormat, readonly string[]>)) {
      const folder = temporaryFolder();
      const only = { packs: ['workspace:returns'], format: skillFormatSchema.parse(format) };
      await run(services, packsTo(folder, only));
      const written = Object.keys(folderContents(folder)).filter((path) => !path.includes('.pegboard'));
      const expected = ['returns/pack.yaml', ...files.map((file) => `returns/${file}`)];
      expect(written.sort(), format).toEqual(expected.sort());
    }
  });

  it('reads back to equal content hashes in every format (R19.21)', async () => {
    const { services } = await opened();
    const hashes = new Set<string>();
    for (const format of skillFormatSchema.options) {
      const target = temporaryFolder();
      await run(services, packsTo(target, { packs: ['shipped:core', 'shipped:github'], format }));
      for (const name of ['core', 'github']) {
        const ours = await loadPack(join(shippedPacks, name), { files: nodeFiles, name });
        hashes.add(ours.pack_content_hash);
        const theirs = await loadPack(join(target, name), {
          files: nodeFiles,
          name,
          ...(format === 'skill-md' ? { format } : {}),
        });
        expect(theirs.pack_content_hash, `${name} as ${format}`).toBe(ours.pack_content_hash);
      }
    }
    // One for each pack: equal for another reason would prove nothing.
    expect(hashes.size).toBe(2);
  });

  it('reads a pack in the format that the workspace says', async () => {
    const { services, root, target } = await opened();
    write(root, 'packs/both/one/SKILL.md', '---\nname: one\ndescription: Do one thing.\n---\n\n1. Step.\n');
    write(root, 'packs/both/two.skill.yaml', skill('both', 'two'));
    writeFileSync(
      join(root, 'pegboard.yaml'),
      `${searchOn}skills: {skill_packs: [{name: both, path: packs/both, format: skill-md}]}\n`,
    );
    await services.workspace.open({ path: root });
    const plan = await services.exports.plan(packsTo(target, { packs: ['workspace:both'] }));
    expect(plan.files.map(({ path }) => path)).toEqual(['both/one.skill.yaml']);
  });

  it('puts one pack into the folder itself, and refuses two there, and two of one name', async () => {
    const { services, root, target } = await opened();
    await run(services, packsTo(target, { packs: ['workspace:returns'], folders: false }));
    expect(existsSync(join(target, 'c.skill.yaml'))).toBe(true);
    const both = services.exports.plan(packsTo(target, { folders: false }));
    await expect(both).rejects.toMatchObject({ code: 'usage' });
    writeFileSync(
      join(root, 'pegboard.yaml'),
      `${searchOn}skills: {skill_packs: [{name: core, path: packs/billing}]}\n`,
    );
    await services.workspace.open({ path: root });
    const twins = services.exports.plan(packsTo(target, { packs: ['workspace:core', 'shipped:core'] }));
    await expect(twins).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('core') });
  });

  it('asks of each file that a person changed, and does as it is told', async () => {
    const { services, root, target } = await opened();
    await run(services, packsTo(target));
    const [a, b, c] = ['billing/a', 'billing/b', 'returns/c'].map((name) => join(target, `${name}.skill.yaml`)) as [
      string,
      string,
      string,
    ];
    const exported = readFileSync(c, 'utf8');
    for (const path of [a, b, c]) writeFileSync(path, 'mine\n');
    write(root, 'packs/returns/c.skill.yaml', skill('returns', 'c', 'Other'));
    write(root, 'packs/billing/a.skill.yaml', skill('billing', 'a', 'New'));
    rmSync(join(root, 'packs/billing/b.skill.yaml'));
    const plan = await services.exports.plan(packsTo(target));
    expect(plan.files.filter(({ edited }) => edited).map(({ path, change }) => [path, change])).toEqual([
      ['billing/a.skill.yaml', 'changed'],
      ['billing/b.skill.yaml', 'removed'],
      ['returns/c.skill.yaml', 'changed'],
    ]);
    const before = folderContents(target);
    const some = { 'billing/a.skill.yaml': 'replace', 'billing/b.skill.yaml': 'keep' } as const;
    await expect(run(services, packsTo(target), { decisions: some })).rejects.toMatchObject({
      code: 'confirmation_required',
      data: { edited: ['returns/c.skill.yaml'] },
    });
    expect(folderContents(target)).toEqual(before);
    const done = await run(services, packsTo(target), {
      decisions: { ...some, 'returns/c.skill.yaml': 'keep' },
    });
    expect(done.files.flatMap(({ path, decision }) => (decision ? [[path, decision]] : []))).toEqual([
      ['billing/a.skill.yaml', 'replace'],
      ['billing/b.skill.yaml', 'keep'],
      ['returns/c.skill.yaml', 'keep'],
    ]);
    expect(readFileSync(a, 'utf8')).toContain('title: New');
    expect([b, c].map((path) => readFileSync(path, 'utf8'))).toEqual(['mine\n', 'mine\n']);
    // A file that we no longer need belongs to them from now on; a file that we still need is asked about again.
    const next = await services.exports.plan(packsTo(target));
    expect(next.files.filter(({ edited }) => edited).map(({ path }) => path)).toEqual(['returns/c.skill.yaml']);
    expect(changes(next.files)).not.toHaveProperty('billing/b.skill.yaml');
    // Once it is back to what the export wrote, there is nothing to ask.
    writeFileSync(c, exported);
    write(root, 'packs/returns/c.skill.yaml', skill('returns', 'c', 'New'));
    const last = await services.exports.plan(packsTo(target));
    expect(last.files.filter(({ change }) => change !== 'kept')).toEqual([
      { path: 'returns/c.skill.yaml', change: 'changed', edited: false },
    ]);
  });

  it('writes exactly the plan that was shown, else nothing', async () => {
    const { services, root, target } = await opened();
    const request = packsTo(target);
    const { revision } = await services.exports.plan(request);
    write(root, 'packs/billing/a.skill.yaml', skill('billing', 'a', 'New'));
    const apply = (shown: string) => services.exports.apply({ request, revision: shown, decisions: {}, commit: null });
    await expect(apply(revision)).rejects.toMatchObject({ code: 'file_changed' });
    expect(existsSync(join(target, 'billing'))).toBe(false);
    await run(services, request);
    writeFileSync(join(target, 'returns/c.skill.yaml'), 'mine\n');
    const shown = await services.exports.plan(request);
    writeFileSync(join(target, 'returns/c.skill.yaml'), 'mine again\n');
    const decisions = { 'returns/c.skill.yaml': 'replace' } as const;
    const late = services.exports.apply({ request, revision: shown.revision, decisions, commit: null });
    await expect(late).rejects.toMatchObject({ code: 'file_changed' });
    expect(readFileSync(join(target, 'returns/c.skill.yaml'), 'utf8')).toBe('mine again\n');
  });

  it('never leaves the folder by a link (R19.22)', async () => {
    const { services, target } = await opened();
    const outside = temporaryFolder();
    mkdirSync(target);
    const request = packsTo(target);
    const { revision } = await services.exports.plan(request);
    symlinkSync(outside, join(target, 'billing'));
    await expect(services.exports.plan(request)).rejects.toMatchObject({ code: 'outside_target' });
    const apply = services.exports.apply({ request, revision, decisions: {}, commit: null });
    await expect(apply).rejects.toMatchObject({ code: 'outside_target' });
    expect(folderContents(outside)).toEqual({});
    // Nor by a link in place of a file, of the record or of what is staged, nor by the name of a file.
    const theirs = write(outside, 'theirs.yaml', 'theirs');
    for (const [place, to] of [
      ['returns/c.skill.yaml', theirs],
      ['.pegboard-export.json', theirs],
      ['.pegboard-export', outside],
    ] as const) {
      const linked = temporaryFolder();
      mkdirSync(join(linked, 'returns'));
      symlinkSync(to, join(linked, 'returns', place.replace('returns/', '')));
      const only = packsTo(linked, { packs: ['workspace:returns'] });
      await expect(run(services, only), place).rejects.toMatchObject({ code: 'outside_target' });
    }
    const catalog = catalogTo(temporaryFolder(), '../theirs.json');
    await expect(run(services, catalog)).rejects.toMatchObject({ code: 'outside_target' });
    expect(folderContents(outside)).toEqual({ 'theirs.yaml': 'theirs' });
    await expect(services.exports.plan(packsTo('skills'))).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('a catalog beside packs in one folder', () => {
  it('is left alone by them and leaves them alone; both know what they wrote', async () => {
    const { services, target } = await opened();
    const pack = packsTo(target, { packs: ['workspace:returns'], folders: false });
    await run(services, catalogTo(target));
    await run(services, pack);
    await run(services, catalogTo(target, 'other.json'));
    for (const request of [catalogTo(target), pack, catalogTo(target, 'other.json')])
      expect((await services.exports.plan(request)).up_to_date).toBe(true);
    writeFileSync(join(target, 'other.json'), '{}');
    await expect(run(services, catalogTo(target, 'other.json'))).rejects.toMatchObject({
      code: 'confirmation_required',
    });
    await run(services, catalogTo(target, 'other.json'), { decisions: { 'other.json': 'replace' } });
    expect(readFileSync(join(target, 'other.json'), 'utf8')).toContain('orders.get');
  });

  it('carries out its own journal and no other one that names its files', async () => {
    const { services, target } = await opened();
    const journal = (text: string) => {
      const step = { path: 'agent.json', staged: '0.new', before: textHash('theirs'), after: textHash(text) };
      write(target, '.pegboard-export/0.new', text);
      write(target, '.pegboard-export/journal.json', JSON.stringify({ steps: [step] }));
    };
    write(target, 'agent.json', 'theirs');
    journal('planted');
    const flat = packsTo(target, { packs: ['workspace:returns'], folders: false });
    expect((await run(services, flat)).recovered).toEqual([{ outcome: 'rolled_back', left: [] }]);
    expect(readFileSync(join(target, 'agent.json'), 'utf8')).toBe('theirs');
    // Its own is finished, and then the plan is another one than was shown.
    journal('ours');
    await expect(run(services, catalogTo(target, 'agent.json'))).rejects.toMatchObject({
      code: 'file_changed',
      message: expect.stringContaining('interrupted'),
    });
    expect(readFileSync(join(target, 'agent.json'), 'utf8')).toBe('ours');
    expect(existsSync(join(target, '.pegboard-export'))).toBe(false);
  });
});

describe('a commit of an export', () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

  function repository(): string {
    const folder = temporaryFolder();
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'config', 'user.email', 'test@example.com');
    git(folder, 'config', 'user.name', 'Test');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'start');
    return folder;
  }

  it('has what was written and nothing else, on the new branch; nothing to write makes none', async () => {
    const { services } = await opened();
    const folder = repository();
    write(folder, 'notes.txt', 'mine');
    const request = packsTo(join(folder, 'skills'), { packs: ['workspace:returns'] });
    expect((await services.exports.plan(request)).repository).toEqual({
      root: folder,
      branch: 'main',
      branches: ['main'],
    });
    git(folder, 'branch', 'other');
    for (const branch of ['other', '-f', 'a..b', 'a b']) {
      const refused = run(services, request, { commit: { branch, message: 'm' } });
      await expect(refused, branch).rejects.toMatchObject({ code: 'git_refused' });
    }
    expect(existsSync(join(folder, 'skills/returns'))).toBe(false);
    const done = await run(services, request, { commit: { branch: 'skills/one', message: 'Add returns' } });
    expect(done.commit).toEqual({ branch: 'skills/one', id: git(folder, 'rev-parse', 'HEAD'), left: 'main' });
    expect(git(folder, 'show', '--name-only', '--format=%s%d').split('\n').filter(Boolean)).toEqual([
      'Add returns (HEAD -> skills/one)',
      'skills/returns/.pegboard-export.json',
      'skills/returns/c.skill.yaml',
      'skills/returns/pack.yaml',
    ]);
    expect(git(folder, 'status', '--porcelain')).toBe('?? notes.txt');
    const again = await run(services, request, { commit: { branch: 'skills/two', message: 'm' } });
    expect(again).toMatchObject({ written: false, commit: null });
    expect(git(folder, 'branch', '--list', 'skills/two')).toBe('');
  });

  it('plans every file that it commits, and adds the next export to the branch that is checked out', async () => {
    const { services, root } = await opened();
    const folder = repository();
    const request = packsTo(join(folder, 'skills'), { packs: ['workspace:returns'] });
    const commit = { branch: 'pegboard/export', message: 'm' };
    const planned = async () => {
      const { files, records } = await services.exports.plan(request);
      const written = [...files.filter(({ change }) => change !== 'kept').map(({ path }) => path), ...records];
      return written.map((path) => `skills/${path}`).sort();
    };
    const committed = () => git(folder, 'show', '--name-only', '--format=').split('\n').sort();
    const first = await planned();
    expect((await run(services, request, { commit })).commit?.left).toBe('main');
    expect(committed()).toEqual(first);

    write(root, 'packs/returns/pack.yaml', 'name: returns\ndescription: Other words.\n');
    const second = await planned();
    expect(second).toContain('skills/returns/.pegboard-export.json');
    expect((await run(services, request, { commit })).commit).toMatchObject({ branch: 'pegboard/export', left: null });
    expect(committed()).toEqual(second);
    expect(git(folder, 'log', '--format=%s', 'main..pegboard/export').split('\n')).toHaveLength(2);
  });

  it('goes through when a file is removed that git never had, and is refused while changes are staged', async () => {
    const { services, root } = await opened();
    const folder = repository();
    const request = packsTo(join(folder, 'skills'), { packs: ['workspace:billing'] });
    await run(services, request);
    rmSync(join(root, 'packs/billing/b.skill.yaml'));
    write(folder, 'staged.txt', 'x');
    git(folder, 'add', 'staged.txt');
    const commit = { branch: 'skills/one', message: '-m' };
    await expect(run(services, request, { commit })).rejects.toMatchObject({ code: 'git_refused' });
    git(folder, 'reset', '-q');
    expect((await run(services, request, { commit })).commit?.branch).toBe('skills/one');
    // With what the first export wrote and nobody committed.
    expect(git(folder, 'status', '--porcelain', '-uall')).toBe('?? staged.txt');
  });

  it('is refused where there is no repository, before anything is written', async () => {
    const { services, target } = await opened();
    const refused = run(services, packsTo(target), { commit: { branch: 'x', message: 'm' } });
    await expect(refused).rejects.toMatchObject({ code: 'git_refused' });
    expect(existsSync(target)).toBe(false);
  });
});
