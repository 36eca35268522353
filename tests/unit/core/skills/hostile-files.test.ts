import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { readText } from '../../../support/skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

const minimal = 'trigger: T.\nsteps: [S.]\n';
const inMarkdown = (yaml: string) => `---\n${yaml}\n---\n`;
const codesOf = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);

declare global {
  var skillFileWasRun: boolean | undefined;
}

describe('hostile skill files', () => {
  it.each([
    'js',
    'javascript',
    'JS',
    ' js',
    'coffee',
    'coffeescript',
    'cson',
    'json',
    'toml',
    'constructor',
    '__proto__',
  ])('never run front matter that says it is %j', (language) => {
    const { value, findings } = readText(`---${language}\nglobalThis.skillFileWasRun = true\n---\n`, 'md');
    expect(globalThis.skillFileWasRun).toBeUndefined();
    expect(value).toEqual([]);
    expect(findings).toMatchObject([{ code: 'front_matter_language', range: { start: { line: 1 } } }]);
  });

  it.each(['!!js/function "function(){}"', '!!js/undefined ""', '!!python/object:os.system [x]', '!foo bar'])(
    'make nothing of the tag %s',
    (value) => {
      expect(codesOf(readText(inMarkdown(`${minimal}x: ${value}`), 'md'))).toEqual(['syntax']);
    },
  );

  it('share nothing between two readings of one text', () => {
    const read = () => readText(inMarkdown(`${minimal}x: {y: 1}`), 'md').value[0];
    const first = read();
    (first?.extra.x as { y: number }).y = 2;
    expect(read()?.extra.x).toEqual({ y: 1 });
  });

  it('keep a key called __proto__ as data', () => {
    const [skill] = readText('{"trigger": "T.", "steps": ["S."], "__proto__": {"polluted": true}}', 'json').value;
    expect(Object.hasOwn(skill?.extra ?? {}, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]`).join('\n')}`;
  it.each([
    ['an alias bomb', bomb, 'too_complex'],
    ['deep flow lists', `x: ${'['.repeat(50_000)}`, 'too_complex'],
    ['deep flow maps', '{a: '.repeat(50_000), 'too_complex'],
    ['deep block lists', '- '.repeat(50_000), 'too_complex'],
    ['deep explicit keys', '? '.repeat(1000), 'too_complex'],
    ['keys that are keys', `${'? '.repeat(60)}x`, 'syntax'],
    ['maps as keys of maps', `${'{'.repeat(60)}a: b${'}: c'.repeat(59)}}`, 'syntax'],
    ['lists within lists', `x: ${'['.repeat(45)}${']'.repeat(45)}`, 'too_complex'],
    ['more YAML than a person writes', `x: ${'y'.repeat(600_000)}`, 'too_complex'],
    ['a list of 60,000 values', `x:\n${'- 1\n'.repeat(60_000)}`, 'too_complex'],
  ])(
    'refuse %s',
    (_, yaml, code) => {
      expect(codesOf(readText(yaml, 'yaml'))).toEqual([code]);
    },
    20_000,
  );

  it.each([
    ['blanks behind its mark', `---${' '.repeat(500_000)}x`, 'front_matter_missing'],
    ['a million blank lines', `---\n${'\n'.repeat(1_000_000)}a: 1\n---\n`, 'too_complex'],
    ['lines of blanks', `---\n${'   \n'.repeat(200_000)}a: 1\n---\n`, 'too_complex'],
  ])('refuse front matter with %s at once', (_, text, code) => {
    expect(codesOf(readText(text, 'md'))).toEqual([code]);
  });

  it('say so, and list no further, when more is wrong than anybody reads', () => {
    const { findings } = readText('{\n'.repeat(200_000), 'jsonl');
    expect(findings).toHaveLength(1001);
    expect(findings.at(-1)).toMatchObject({ code: 'findings_cut' });
  });

  it('show nothing of a file that pack.yaml is a link to', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(write(outside, 'secrets.yaml', 'my_password_is_hunter2: 1\n'), join(root, 'pack.yaml'));
    write(root, 'a.skill.yaml', minimal);
    const { findings, skills } = await loadPack(root, { files: nodeFiles, name: 'test' });
    expect(skills).toHaveLength(1);
    expect(findings.map(({ code }) => code)).toEqual(['link_skipped']);
  });

  it('refuse JSON that nests without end, and numbers that JSON does not know', () => {
    expect(codesOf(readText('['.repeat(200_000), 'json'))).toEqual(['syntax']);
    expect(
      codesOf(readText(`{"trigger": "T.", "steps": ["S."], "x": ${'['.repeat(50)}${']'.repeat(50)}}`, 'json')),
    ).toEqual(['too_complex']);
    expect(codesOf(readText(`${minimal}x: .nan`, 'yaml'))).toEqual(['field_type']);
  });

  it('refuse a list of 100,000 steps, and texts without end', () => {
    const steps = JSON.stringify({ trigger: 'T.', steps: Array(40_000).fill('S.') });
    expect(codesOf(readText(steps, 'json'))).toEqual(['list_too_long']);
    expect(codesOf(readText(JSON.stringify({ trigger: 'T.', steps: Array(60_000).fill('S.') }), 'json'))).toEqual([
      'too_complex',
    ]);
    expect(codesOf(readText(JSON.stringify({ trigger: 'T'.repeat(30_000), steps: ['S.'] }), 'json'))).toEqual([
      'text_too_long',
    ]);
  });

  it('find NUL characters, half surrogates and hidden characters', () => {
    expect(readText(`trigger: T.\nsteps: ["\0"]`, 'yaml').findings).toMatchObject([
      { code: 'nul_character', range: { start: { line: 2 } } },
    ]);
    expect(codesOf(readText('{"trigger": "\\ud800", "steps": ["S."]}', 'json'))).toEqual(['broken_unicode']);
    const hidden = readText('trigger: "T\u200b."\nsteps: ["\u{e0041}."]', 'yaml');
    expect(codesOf(hidden)).toEqual(['hidden_unicode', 'hidden_unicode']);
    expect(hidden.value).toHaveLength(1);
  });

  it('read a byte-order mark and CRLF as if they were not there', () => {
    const plain = readText(`${inMarkdown(`${minimal}title: X`)}\nA\n\nB\n`, 'md').value[0];
    const windows = readText(`\ufeff${inMarkdown(`${minimal}title: X`)}\nA\n\nB\n`.replaceAll('\n', '\r\n'), 'md')
      .value[0];
    expect(windows?.content_hash).toBe(plain?.content_hash);
    expect(windows?.body).toBe('A\n\nB');
  });

  it('read a folder with a 50 MB file, broken UTF-8, a pipe, a link loop and a way out, and lose nothing else', async () => {
    const root = temporaryFolder();
    const outside = write(temporaryFolder(), 'secret.skill.yaml', minimal);
    write(root, 'good.skill.yaml', minimal);
    write(root, 'big.skill.yaml', 'x');
    truncateSync(join(root, 'big.skill.yaml'), 50 * 1024 * 1024);
    writeFileSync(join(root, 'latin.skill.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe4, 0xff]));
    mkdirSync(join(root, 'folder'));
    symlinkSync(root, join(root, 'folder/loop'));
    symlinkSync(outside, join(root, 'out.skill.yaml'));
    symlinkSync(join(root, 'nowhere'), join(root, 'dead.skill.yaml'));
    mkdirSync(join(root, 'folder.skill.yaml'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, 'pipe.skill.yaml')]);
    const { skills, findings } = await loadPack(root, { files: nodeFiles, name: 'test' });
    expect(skills.map(({ name }) => name)).toEqual(['pack.test.good']);
    const found = findings.map(({ path, code }) => `${path} ${code}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'dead.skill.yaml link_skipped',
        'out.skill.yaml link_skipped',
        'folder/loop link_skipped',
        'big.skill.yaml file_too_large',
        'latin.skill.yaml file_unreadable',
      ]),
    );
    if (process.platform !== 'win32') expect(found).toContain('pipe.skill.yaml file_unreadable');
  });

  it('say that a path does not exist', async () => {
    await expect(readSkillsAt(join(temporaryFolder(), 'gone'), nodeFiles)).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  it('never throw, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '---',
        '\n',
        'trigger: T.',
        'steps:',
        '- ',
        '&a ',
        '*a',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '!!js/function',
        '? ',
        ': ',
        '|',
        '>-',
        '\0',
        '\ufeff',
        '\r\n',
        '#',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom(...skillFormatSchema.options),
        (pieces, format) => {
          const { value, findings } = readText(pieces.join(''), format);
          expect(value.length + findings.length).toBeGreaterThanOrEqual(0);
          for (const finding of findings) expect(finding.message).not.toBe('');
        },
      ),
      { numRuns: 500 },
    );
  }, 60_000);
});
