import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { textHash } from '#core/skills/export/export-journal.ts';
import { exportSkills } from '#core/skills/export/export-skills.ts';
import { readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { type SkillFormat, skillFormatSchema } from '#shared/domain/skill.ts';
import { casesOf } from '../../../support/depth.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

type Folder = Readonly<Record<string, string | Uint8Array>>;

function put(root: string, folder: Folder): string {
  for (const [path, content] of Object.entries(folder)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const convert = (path: string, to: SkillFormat, out = temporaryFolder()) =>
  convertSkills({ path, to, out, overwrite: false }, nodeFiles);

const exportTo = (path: string, target: string, format: SkillFormat = 'skill-md') =>
  exportSkills({ path, target, format, apply: true, overwrite: false }, nodeFiles, { locks: temporaryFolder() });

/** Every skill at a path with its text and its files, however it lies there. */
async function skillsAt(path: string) {
  const { packs } = await readSkillsAt(path, nodeFiles);
  return packs
    .flatMap(({ pack }) => pack.skills)
    .map(({ name, content_hash, original, folder_files }) => ({ name, content_hash, original, folder_files }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Front matter as people write it: quotes, order, indentation, comments, blank lines. */
const descriptions = [
  'Does things.',
  '"Does: things."',
  "'It''s one.'",
  '>-\n  Does\n  things.',
  '|\n    Does.\n    More.\n',
];
const otherLines = [
  '# a comment\n',
  'license:   MIT   \n',
  'metadata:\n    author: "me"\n    version: "1.0" # as text\n',
  'allowed-tools: [a,  b]\n',
  '\n',
];
const skillMdText = fc
  .record({
    description: fc.constantFrom(...descriptions),
    before: fc.shuffledSubarray(otherLines),
    after: fc.shuffledSubarray(otherLines),
    gap: fc.constantFrom('', '\n', '\n\n\n', '  \n'),
    body: fc.constantFrom(
      '',
      '# One\n\n1. Do it.\n2. Do more.',
      'Text with `code`\n\n- a\n- b',
      '    indented\n\ntext  ',
    ),
    end: fc.constantFrom('', '\n', '\n\n\n', '  \n'),
    crlf: fc.boolean(),
    mark: fc.boolean(),
  })
  .map(({ description, before, after, gap, body, end, crlf, mark }) => {
    const unique = after.filter((line) => !before.includes(line) || line.startsWith('#') || line === '\n');
    const text = `---\n${before.join('')}name: one\ndescription: ${description}\n${unique.join('')}---\n${gap}${body}${end}`;
    return `${mark ? '\ufeff' : ''}${crlf ? text.replaceAll('\n', '\r\n') : text}`;
  });

const partName = fc.oneof(
  fc.stringMatching(/^[a-z0-9_-]{1,8}(\.[a-z]{1,4})?$/),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'Ünï cödé.md',
    'a b.txt',
    '.hidden',
    '-x',
    '~',
    '$(x)',
    'pack.yaml',
    'x.skill.yaml',
  ),
);
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .constantFrom('', '\ufefftext', 'a\r\nb\r\n', 'a\rb', 'text', '\0', '---\nname: x\n---\n')
    .map((text) => Buffer.from(text)),
);
const folderFiles = fc
  .uniqueArray(fc.tuple(fc.array(partName, { minLength: 1, maxLength: 4 }), content), {
    maxLength: 12,
    selector: ([parts]) => parts.join('/').toLowerCase(),
  })
  .map((all) => {
    const paths = new Map<string, Uint8Array>();
    const isFree = (path: string) =>
      [...paths.keys()].every((other) => !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`));
    for (const [parts, bytes] of all) if (isFree(parts.join('/'))) paths.set(parts.join('/'), bytes);
    return paths;
  });

describe('a skill with the files beside it', () => {
  it('comes back with equal bytes and digests, whatever its folder holds', async () => {
    await fc.assert(
      fc.asyncProperty(skillMdText, folderFiles, fc.boolean(), async (text, beside, isRun) => {
        const root = put(temporaryFolder(), { 'one/SKILL.md': text });
        for (const [path, bytes] of beside) put(root, { [`one/${path}`]: bytes });
        const [first] = beside.keys();
        if (isRun && first !== undefined) chmodSync(join(root, 'one', first), 0o755);
        const before = await skillsAt(root);
        expect(before[0]?.folder_files.map(({ path }) => path)).toEqual([...beside.keys()].sort());
        const target = temporaryFolder();
        const { lossless, loss } = await exportTo(root, target);
        expect([lossless, loss]).toEqual([true, []]);
        expect(await skillsAt(target)).toEqual(before);
        expect(readFileSync(join(target, 'one/SKILL.md'), 'utf8')).toBe(text);
        expect((await exportTo(root, target)).written).toBe(false);
        rmSync(root, { recursive: true });
        rmSync(target, { recursive: true });
      }),
      { numRuns: casesOf(60) },
    );
  }, 120_000);

  it('keeps its SKILL.md to the byte through every other format and back', async () => {
    await fc.assert(
      fc.asyncProperty(skillMdText, fc.constantFrom(...skillFormatSchema.options), async (text, to) => {
        const root = put(temporaryFolder(), { 'one/SKILL.md': text });
        const [there, back] = [temporaryFolder(), temporaryFolder()];
        await convert(root, to, there);
        await convert(there, 'skill-md', back);
        expect(readFileSync(join(back, 'one/SKILL.md'), 'utf8')).toBe(text);
        for (const folder of [root, there, back]) rmSync(folder, { recursive: true });
      }),
      { numRuns: casesOf(150) },
    );
  }, 120_000);

  it('is told apart from its earlier form: a field that changed in another format is written', async () => {
    const root = put(temporaryFolder(), { 'one/SKILL.md': "---\nname: 'one'\ndescription: D.\n---\n\n1. Do.\n" });
    const there = temporaryFolder();
    await convert(root, 'yaml', there);
    const path = join(there, 'one.skill.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('trigger: D.', 'trigger: E.'));
    const back = temporaryFolder();
    await convert(there, 'skill-md', back);
    expect(readFileSync(join(back, 'one/SKILL.md'), 'utf8')).toContain('description: E.');
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the right to run a file, and an export notices when it is gone',
    async () => {
      const root = put(temporaryFolder(), {
        'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n',
        'one/run.sh': 'x',
      });
      chmodSync(join(root, 'one/run.sh'), 0o755);
      const [target, out] = [temporaryFolder(), temporaryFolder()];
      await exportTo(root, target);
      await convert(root, 'skill-md', out);
      for (const folder of [target, out]) expect(statSync(join(folder, 'one/run.sh')).mode & 0o111).not.toBe(0);
      chmodSync(join(target, 'one/run.sh'), 0o644);
      const again = await exportTo(root, target);
      expect(again).toMatchObject({ changed: ['one/run.sh'], edited: [], written: true });
      expect(statSync(join(target, 'one/run.sh')).mode & 0o111).not.toBe(0);
    },
  );

  it('loses its files in formats that hold none, and the report counts and names them', async () => {
    const root = put(temporaryFolder(), {
      'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n',
      'one/a.txt': 'a',
      'one/b/c.bin': Uint8Array.of(0),
    });
    for (const to of skillFormatSchema.options) {
      const { loss, lossless } = await convert(root, to);
      const files = loss.filter(({ field }) => field === 'files');
      const message = '2 files beside SKILL.md are not carried over: a.txt, b/c.bin';
      expect(files).toEqual(to === 'skill-md' ? [] : [{ skill: 'one', field: 'files', kind: 'lost', message }]);
      expect(lossless).toBe(to === 'skill-md');
    }
  });

  it('leaves no file in the target that the skill no longer has, and keeps what a person put there', async () => {
    const root = put(temporaryFolder(), {
      'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n',
      'one/deep/er/a.txt': 'a',
      'one/b.txt': 'b',
    });
    const target = temporaryFolder();
    await exportTo(root, target);
    put(target, { 'one/mine.txt': 'mine' });
    rmSync(join(root, 'one/deep'), { recursive: true });
    const { removed } = await exportTo(root, target);
    expect(removed).toEqual(['one/deep/er/a.txt']);
    expect(existsSync(join(target, 'one/deep'))).toBe(false);
    expect(readFileSync(join(target, 'one/mine.txt'), 'utf8')).toBe('mine');
    writeFileSync(join(target, 'one/b.txt'), 'changed by a person');
    await expect(exportTo(put(root, { 'one/b.txt': 'new' }), target)).rejects.toMatchObject({
      code: 'confirmation_required',
    });
  });

  it('writes nothing when a file changes while the export runs', async () => {
    const root = put(temporaryFolder(), { 'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n', 'one/a.txt': 'a' });
    const target = temporaryFolder();
    const meddling = {
      ...nodeFiles,
      makeFolder: async (path: string) => {
        if (path.endsWith('.pegboard-export')) put(root, { 'one/a.txt': 'other' });
        await nodeFiles.makeFolder(path);
      },
    };
    const input = { path: root, target, format: 'skill-md' as const, apply: true, overwrite: false };
    await expect(exportSkills(input, meddling, { locks: temporaryFolder() })).rejects.toMatchObject({
      code: 'file_changed',
    });
    expect(existsSync(join(target, 'one'))).toBe(false);
    expect((await exportTo(root, target)).recovered).toEqual({ outcome: 'rolled_back', left: [] });
  });
});

const changing = ['writeAll', 'makeFolder', 'moveAside', 'removeFile', 'removeEmptyFolder'] as const;

/** Files of a process that dies before its nth change: nothing that it asks for happens from then on. */
function filesUntil(n: number): { readonly files: Files; readonly hasDied: () => boolean } {
  let left = n;
  const died = async () => {
    throw new Error('dead');
  };
  const until = (name: (typeof changing)[number]) => {
    const real = nodeFiles[name] as (...given: readonly unknown[]) => Promise<unknown>;
    return async (...given: readonly unknown[]) => (left-- > 0 ? real(...given) : died());
  };
  const files = { ...nodeFiles, ...Object.fromEntries(changing.map((name) => [name, until(name)])) };
  return { files, hasDied: () => left < 0 };
}

describe('an export of skill folders that dies at any change of a file', () => {
  it('leaves each file old or new, and the next export finishes or undoes it', async () => {
    const states = ['old', 'new'].map((state) =>
      put(temporaryFolder(), {
        'one/SKILL.md': `---\nname: one\ndescription: ${state}\n---\n`,
        'one/same.txt': 'same',
        'one/a/bin': Uint8Array.of(0, state.length, 255, state === 'old' ? 1 : 2),
        [`one/${state}/deep.txt`]: state,
        ...(state === 'old' && { 'two/SKILL.md': '---\nname: two\ndescription: D.\n---\n', 'two/x/y.txt': 'y' }),
      }),
    );
    const clean = await Promise.all(
      states.map(async (state) => {
        const target = temporaryFolder();
        await exportTo(state, target);
        return folderContents(target);
      }),
    );
    const [from = '', to = ''] = states;
    const outcomes = new Map<string, number>();
    for (let n = 0, isOver = false; !isOver; n++) {
      const target = temporaryFolder();
      await exportTo(from, target);
      const { files, hasDied } = filesUntil(n);
      const input = { path: to, target, format: 'skill-md' as const, apply: true, overwrite: false };
      await exportSkills(input, files, { locks: temporaryFolder() }).catch(() => {});
      isOver = !hasDied();
      for (const [path, text] of Object.entries(folderContents(target))) {
        if (!path.startsWith('.pegboard-export/')) expect(clean.map((state) => state[path])).toContain(text);
      }
      const { recovered } = await exportTo(to, target);
      expect(recovered?.left ?? []).toEqual([]);
      expect(folderContents(target)).toEqual(clean[1]);
      const outcome = recovered?.outcome ?? 'none';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(outcomes.get('finished')).toBeGreaterThan(3);
    expect(outcomes.get('rolled_back')).toBeGreaterThan(3);
  }, 60_000);
});

describe('a hostile folder of a skill', () => {
  it('gives away nothing outside of it, and nothing above the limits', async () => {
    const outside = put(temporaryFolder(), { 'secret.txt': 'secret' });
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`one/n/${i}`, '']));
    const root = put(temporaryFolder(), { 'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n', ...many });
    symlinkSync(join(outside, 'secret.txt'), join(root, 'one/link'));
    symlinkSync(outside, join(root, 'one/a'));
    const out = temporaryFolder();
    const { written, findings } = await convert(root, 'skill-md', out);
    expect(written.length).toBeLessThanOrEqual(512);
    expect(written.every((path) => /^one\/(?:SKILL\.md|n\/\d+)$/.test(path))).toBe(true);
    const codes = new Set(findings.map(({ code }) => code));
    expect([...codes].sort()).toEqual(['file_unnamed', 'folder_cut', 'link_skipped', 'too_many_files']);
  }, 60_000);

  it('cannot make an export write or remove files that no skill of it has', async () => {
    const target = put(temporaryFolder(), { 'src/main.ts': 'mine', '.git/config': 'c' });
    const staged = { '.pegboard-export/0.new': 'evil' };
    const step = { staged: '0.new', after: textHash('evil') };
    for (const [path, before] of [
      ['src/main.ts', 'mine'],
      ['one/../.git/config', 'c'],
      ['one/.git/hooks/x', null],
    ] as const) {
      const steps = [{ ...step, path, before: before === null ? null : textHash(before) }];
      put(target, { ...staged, '.pegboard-export/journal.json': JSON.stringify({ steps }) });
      put(target, { '.pegboard-export.json': JSON.stringify({ files: { 'src/main.ts': textHash('mine') } }) });
      const root = put(temporaryFolder(), { 'one/SKILL.md': '---\nname: one\ndescription: D.\n---\n' });
      const { recovered, removed } = await exportTo(root, target);
      expect([recovered?.outcome, removed]).toEqual(['rolled_back', []]);
      expect(readFileSync(join(target, 'src/main.ts'), 'utf8')).toBe('mine');
      expect(readFileSync(join(target, '.git/config'), 'utf8')).toBe('c');
      expect(existsSync(join(target, 'one/.git'))).toBe(false);
    }
  });
});
