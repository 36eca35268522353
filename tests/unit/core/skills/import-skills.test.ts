import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillsToImport } from '#shared/domain/import-skills.ts';
import { isPegboardError } from '#shared/errors.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { skillServices } from '../../../support/skill-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { type ZippedFile, zipFile } from '../../../support/zip-file.ts';

const skillMd = (name: string, body = 'Read references/guide.md, then run scripts/run.sh.') =>
  `---\n# who\nname:   '${name}'\ndescription: Does ${name}.\n---\n\n${body}\n`;
const folderOf = (name: string): Record<string, string | Uint8Array> => ({
  [`${name}/SKILL.md`]: skillMd(name),
  [`${name}/references/guide.md`]: 'The guide.\n',
  [`${name}/scripts/run.sh`]: 'echo 1\n',
  [`${name}/image.bin`]: Uint8Array.of(0, 255, 1),
});

async function workspace(format = 'skill-md') {
  const services = await skillServices({
    skills: `  skill_packs: [{name: p, path: packs/p, format: ${format}}]\n`,
    tools: [{ name: 'bank.pay' }],
    files: { 'packs/p/pack.yaml': 'name: p\n' },
  });
  const pack = join(services.root, 'packs/p');
  const edit = services.skillEditor;
  const plan = (from: SkillsToImport) => edit.importSkills({ pack: 'p', from, plan_hash: null });
  const take = async (from: SkillsToImport) =>
    edit.importSkills({ pack: 'p', from, plan_hash: (await plan(from)).plan_hash });
  return { edit, pack, plan, take };
}

function written(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const sent = (files: Readonly<Record<string, string | Uint8Array>>, name = 'dropped'): SkillsToImport => ({
  name,
  files: Object.entries(files).map(([path, content]) => ({ path, base64: Buffer.from(content).toString('base64') })),
});
const archive = (files: readonly ZippedFile[], name = 'all.skill') => sent({ [name]: zipFile(files) });
const zipped = (files: Readonly<Record<string, string | Uint8Array>>): ZippedFile[] =>
  Object.entries(files).map(([name, content]) => ({ name, content }));

describe('an import of skill folders', () => {
  const both = { ...folderOf('one'), ...folderOf('two') };

  it.each<[string, () => SkillsToImport]>([
    ['a folder of skill folders', () => ({ path: written(both) })],
    ['files that a page sent', () => sent(both)],
    ['an archive that a page sent', () => archive(zipped(both))],
    ['an archive on the disk', () => ({ path: join(written({ 'all.zip': zipFile(zipped(both)) }), 'all.zip') })],
  ])('takes %s whole, byte for byte, after a plan, and is undone and redone', async (_what, from) => {
    const { edit, pack, plan, take } = await workspace();
    const before = folderContents(pack);
    const given = from();
    const planned = await plan(given);
    expect(folderContents(pack)).toEqual(before);
    expect(planned).toMatchObject({ left_out: [], loss: [], written: null });
    expect(planned.skills.map(({ name, file }) => [name, file])).toEqual([
      ['one', 'one/SKILL.md'],
      ['two', 'two/SKILL.md'],
    ]);
    expect(planned.skills[0]?.files).toEqual([
      { path: 'SKILL.md', size: 103, tokens: 26 },
      { path: 'image.bin', size: 3, tokens: null },
      { path: 'references/guide.md', size: 11, tokens: 3 },
      { path: 'scripts/run.sh', size: 7, tokens: 2 },
    ]);
    const done = await take(given);
    const after = folderContents(pack);
    expect(after).toEqual({ ...before, ...folderContents(written(both)) });
    const files = (done.written ?? []).map(({ file, hash }) => ({ file, expected_hash: hash }));
    const { undo } = await edit.removeFiles({ pack: 'p', files });
    expect(folderContents(pack)).toEqual(before);
    await edit.restore({ undo });
    expect(folderContents(pack)).toEqual(after);
  });

  it('keeps the right to run a file from a folder and from an archive', async () => {
    const folder = written(folderOf('one'));
    chmodSync(join(folder, 'one/scripts/run.sh'), 0o755);
    const { edit, take } = await workspace();
    await take({ path: join(folder, 'one') });
    const files = zipped(folderOf('two')).map((file) => ({
      ...file,
      mode: file.name.endsWith('.sh') ? 0o100755 : 0o100644,
    }));
    await take(archive(files));
    const { files: shown } = await edit.pack({ pack: 'p' });
    expect(shown.map(({ beside }) => beside.filter(({ executable }) => executable).map(({ path }) => path))).toEqual([
      ['scripts/run.sh'],
      ['scripts/run.sh'],
    ]);
  });

  it('says what is left out and why, and takes the rest', async () => {
    const { plan, take } = await workspace();
    await take(sent(folderOf('one')));
    const folder = written({
      ...folderOf('one'),
      ...folderOf('good'),
      'bad/SKILL.md': 'no front matter',
      'dead/SKILL.md': skillMd('dead', 'See [the guide](references/none.md).'),
      'good/.git/config': 'x',
    });
    symlinkSync('/etc/hostname', join(folder, 'good/link.txt'));
    execFileSync('mkfifo', [join(folder, 'good/pipe')]);
    const planned = await plan({ path: folder });
    expect(planned.skills.map(({ name }) => name).sort()).toEqual(['dead', 'good']);
    expect(planned.left_out).toEqual(['bad/SKILL.md', 'one/SKILL.md']);
    const found = planned.findings.map(({ code, path }) => `${code} ${path}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'front_matter_missing bad/SKILL.md',
        'name_duplicate one/SKILL.md',
        'link_dead dead/SKILL.md',
        'link_skipped good/link.txt',
        'folder_file_left_out good/pipe',
      ]),
    );
    expect(planned.skills.flatMap(({ files }) => files.map(({ path }) => path))).not.toContain('.git/config');
  });

  it('into a pack of another format names the files that it does not carry over', async () => {
    const { plan, take, pack } = await workspace('yaml');
    const planned = await plan(sent(folderOf('one')));
    expect(planned.skills.map(({ file, files }) => [file, files.length])).toEqual([['one.skill.yaml', 1]]);
    expect(planned.loss).toContainEqual(expect.objectContaining({ field: 'files', kind: 'lost' }));
    await take(sent(folderOf('one')));
    expect(Object.keys(folderContents(pack))).toEqual(['one.skill.yaml', 'pack.yaml']);
  });

  it('writes nothing when the folder changed after the plan, and removes nothing that somebody changed', async () => {
    const { edit, plan, pack } = await workspace();
    const folder = written(folderOf('one'));
    const { plan_hash } = await plan({ path: folder });
    writeFileSync(join(folder, 'one/scripts/run.sh'), 'echo 2\n');
    const outdated = edit.importSkills({ pack: 'p', from: { path: folder }, plan_hash });
    await expect(outdated).rejects.toMatchObject({ code: 'file_changed' });
    expect(Object.keys(folderContents(pack))).toEqual(['pack.yaml']);
    const again = await plan({ path: folder });
    const done = await edit.importSkills({ pack: 'p', from: { path: folder }, plan_hash: again.plan_hash });
    writeFileSync(join(pack, 'one/SKILL.md'), skillMd('one', 'Other.'));
    const files = (done.written ?? []).map(({ file, hash }) => ({ file, expected_hash: hash }));
    await expect(edit.removeFiles({ pack: 'p', files })).rejects.toMatchObject({ code: 'file_changed' });
    expect(Object.keys(folderContents(pack))).toContain('one/scripts/run.sh');
  });

  it.each<[string, SkillsToImport, string]>([
    ['a relative path', { path: 'one' }, 'usage'],
    ['nothing', { path: '/nowhere/at/all' }, 'file_not_found'],
    ['a folder without a SKILL.md', sent({ 'a.txt': 'x' }), 'unrecognised_format'],
    ['an archive without a SKILL.md', archive([{ name: 'a.txt', content: 'x' }]), 'unrecognised_format'],
    ['what is not an archive', sent({ 'all.zip': 'x' }), 'unrecognised_format'],
  ])('refuses %s', async (_what, from, code) => {
    const { plan } = await workspace();
    await expect(plan(from)).rejects.toMatchObject({ code });
  });
});

describe('an archive of skills that somebody made with care', () => {
  const good = zipped(folderOf('one'));
  const hostile: readonly [string, ZippedFile, RegExp][] = [
    ['a path above it', { name: 'one/../../out.txt', content: 'x' }, /leads out/],
    ['a full path', { name: '/etc/cron.d/x', content: 'x' }, /leads out/],
    ['a path of Windows', { name: 'one\\..\\..\\x', content: 'x' }, /leads out/],
    ['a link', { name: 'one/link', content: '/etc/passwd', mode: 0o120777 }, /a link/],
    ['a device', { name: 'one/dev', content: '', mode: 0o020666 }, /a device/],
    ['a name in another case', { name: 'one/skill.md', content: 'x' }, /only by case/],
    ['a file that is a folder too', { name: 'one/scripts', content: 'x' }, /a folder of the same name/],
    ['a second file of one name', { name: 'one/image.bin', content: 'x' }, /several files of this name/],
    ['an encrypted file', { name: 'one/secret', content: 'x', flags: 1 }, /encrypted/],
    ['a compression that nobody reads', { name: 'one/odd', content: 'x', method: 93 }, /compressed in a way/],
    [
      'a huge file that lies about its size',
      { name: 'one/huge', content: ' '.repeat(17 * 2 ** 20), says: 1 },
      /more than 16 MiB/,
    ],
  ];

  it.each(hostile)('leaves out %s, and takes the skill', async (_what, file, reason) => {
    const { plan, take, pack } = await workspace();
    const planned = await plan(archive([...good, file]));
    expect(planned.skills.map(({ name }) => name)).toEqual(['one']);
    const said = planned.findings.filter(({ path }) => path === file.name);
    expect(said.map(({ message }) => message).join()).toMatch(reason);
    await take(archive([...good, file]));
    const paths = Object.keys(folderContents(pack));
    const doubtful = file.name === 'one/image.bin' ? [file.name] : [];
    expect(paths.sort()).toEqual(
      ['pack.yaml', ...good.map(({ name }) => name)].filter((path) => !doubtful.includes(path)).sort(),
    );
  });

  it('takes names that mean something to JavaScript as names', async () => {
    const { take, pack } = await workspace();
    await take(archive([...good, { name: 'one/__proto__/constructor', content: 'x' }]));
    expect(Object.keys(folderContents(pack))).toContain('one/__proto__/constructor');
  });

  it('is refused with too many entries or bytes, and counts the files of a skill', async () => {
    const { plan } = await workspace();
    const many = Array.from({ length: 10_000 }, (_, i) => ({ name: `one/${i}.txt`, content: '', stored: true }));
    await expect(plan(archive([...good, ...many]))).rejects.toMatchObject({ code: 'file_too_large' });
    const planned = await plan(archive([...good, ...many.slice(0, 1000)]));
    expect(planned.skills[0]?.files).toHaveLength(512);
    expect(planned.findings.map(({ code }) => code)).toContain('folder_cut');
    const large = Array.from({ length: 5 }, (_, i) => ({ name: `s${i}/a.bin`, content: ' '.repeat(15 * 2 ** 20) }));
    const skills = large.map((_, i) => ({ name: `s${i}/SKILL.md`, content: skillMd(`s${i}`) }));
    await expect(plan(archive([...skills, ...large]))).rejects.toMatchObject({ code: 'file_too_large' });
  });

  it('of any bytes is a plan or a clear refusal', async () => {
    const { plan } = await workspace();
    const whole = zipFile(good);
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          const { skills } = await plan(sent({ 'a.zip': bytes }));
          for (const { file } of skills) expect(file).toMatch(/^[a-z0-9-]+\/SKILL\.md$/);
        } catch (error) {
          if (!isPegboardError(error)) throw error;
        }
      }),
      { numRuns: 60 },
    );
  });
});
