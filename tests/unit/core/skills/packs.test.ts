import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { readText } from '../../../support/skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

const minimal = 'trigger: T.\nsteps: [S.]\n';

async function packOf(texts: Readonly<Record<string, string>>, options: { format?: SkillFormat; name?: string } = {}) {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(texts)) write(root, path, text);
  return loadPack(root, { files: nodeFiles, name: 'test', ...options });
}

const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code).sort();
const namesOf = (skills: readonly { name: string }[]) => skills.map(({ name }) => name);

/** The two samples that seed 001 gives, field by field. */
const login = `---
name: pack.core.browser_auth.login_basic
title: Basic login (username/password)
description: Standard website login without SSO.
task_type: browser
tags: [auth, login, browser]
trigger: Log into a website using username and password.
preconditions:
  - Credentials are available in tool_context or secret store.
steps:
  - Navigate to the login page.
  - Click “Sign in”.
failure_modes:
  - 2FA prompt appears (use the 2FA skill).
cluster: Browser Authentication
tools:
  - tool: tool_search
    note: If browser tools are not visible, discover them.
---

Some *more*.
`;

describe('skill packs', () => {
  it('read every field of a Markdown skill from its front matter, and keep body and unknown fields (R8.18)', () => {
    expect(readText(login, 'md')).toMatchObject({
      findings: [],
      value: [
        {
          name: 'pack.core.browser_auth.login_basic',
          title: 'Basic login (username/password)',
          description: 'Standard website login without SSO.',
          task_type: 'browser',
          tags: ['auth', 'login', 'browser'],
          trigger: 'Log into a website using username and password.',
          preconditions: ['Credentials are available in tool_context or secret store.'],
          steps: ['Navigate to the login page.', 'Click “Sign in”.'],
          failure_modes: ['2FA prompt appears (use the 2FA skill).'],
          body: 'Some *more*.',
          extra: {
            cluster: 'Browser Authentication',
            tools: [{ tool: 'tool_search', note: 'If browser tools are not visible, discover them.' }],
          },
        },
      ],
    });
  });

  it('read the five endings and nothing else, whatever dots stand before; one skill a line of JSONL (R8.16, R8.19)', async () => {
    const { skills, findings } = await packOf({
      'a.b.c.skill.md': `---\n${minimal}---\n`,
      'two.skill.yaml': minimal,
      'three.skill.yml': minimal,
      'four.skill.json': '{"trigger": "T.", "steps": ["S."]}',
      'five.skill.jsonl': '{"trigger": "T.", "steps": ["S."]}\n\n{"trigger": "T.", "steps": ["S."]}\n',
      'README.md': 'no',
      'notes.yaml': 'no: skill',
      '.hidden.skill.yaml': 'broken: [',
    });
    expect(findings).toEqual([]);
    expect(namesOf(skills)).toEqual([
      'pack.test.a.b.c',
      'pack.test.five',
      'pack.test.five-2',
      'pack.test.four',
      'pack.test.three',
      'pack.test.two',
    ]);
  });

  it('read one kind only when a format is set, and every kind without one', async () => {
    const texts = {
      'a.skill.yaml': minimal,
      'b.skill.json': '{"trigger": "T.", "steps": ["S."]}',
      'c/SKILL.md': '---\nname: c\ndescription: D.\n---\n',
    };
    expect(namesOf((await packOf(texts, { format: 'yaml' })).skills)).toEqual(['pack.test.a']);
    expect(namesOf((await packOf(texts, { format: 'skill-md' })).skills)).toEqual(['c']);
    expect(namesOf((await packOf(texts)).skills)).toEqual(['pack.test.a', 'pack.test.b', 'c']);
  });

  it.each([
    ['trigger: ""\nsteps: [S.]', 'field_missing', 1, 1],
    ['trigger: "  "\nsteps: [S.]', 'field_missing', 1, 1],
    ['steps: [S.]', 'field_missing', 1, 1],
    ['trigger: T.', 'field_missing', 1, 1],
    ['trigger: T.\nsteps: one step', 'field_type', 2, 1],
    ['trigger: T.\nsteps: []', 'field_missing', 2, 1],
    ['trigger: T.\nsteps:\n  - S.\n  - 3', 'field_type', 4, 5],
    ['trigger: T.\nsteps: [S.]\ntask_type: web', 'task_type_unknown', 3, 1],
    ['trigger: T.\nsteps: [S.]\nname: learned.x', 'name_reserved', 3, 1],
    ['trigger: T.\nsteps: [S.]\nname: ../../etc/passwd', 'name_invalid', 3, 1],
    ['trigger: T.\nsteps: [S.]\nname: "a b"', 'name_invalid', 3, 1],
    ['trigger: T.\nsteps: [S.]\ntrigger: U.', 'syntax', 3, 1],
    ['trigger: T.\nsteps: [S.\n', 'syntax', 2, 8],
    ['- trigger', 'not_a_skill', 1, 3],
  ])('reject %j and say where (R8.21, R8.22, R8.28)', (text, code, line, column) => {
    const { value, findings } = readText(text, 'yaml');
    expect(value).toEqual([]);
    expect(findings).toMatchObject([
      { code, severity: 'error', path: 'one.skill.md', range: { start: { line, column } } },
    ]);
  });

  it('say in JSON where a mistake is, and go on with the next line of a JSONL', () => {
    const good = '{"trigger": "T.", "steps": ["S."]}';
    const { value, findings } = readText(
      `${good}\n{"trigger": "T.",}\n{"trigger": "T.",\t"steps": "S."}\n${good}`,
      'jsonl',
    );
    expect(namesOf(value)).toEqual(['pack.test.one', 'pack.test.one-4']);
    expect(findings).toMatchObject([
      { code: 'syntax', range: { start: { line: 2 } } },
      { code: 'field_type', range: { start: { line: 3, column: 19 } } },
    ]);
  });

  it('keep the other skills when one file is bad, and name each failure (R8.30)', async () => {
    const { skills, findings } = await packOf({
      'a.skill.yaml': minimal,
      'b.skill.yaml': 'x: [',
      'c.skill.md': 'no front matter',
      'd.skill.yaml': minimal,
    });
    expect(namesOf(skills)).toEqual(['pack.test.a', 'pack.test.d']);
    expect(findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
      'b.skill.yaml syntax',
      'c.skill.md front_matter_missing',
    ]);
  });

  it('report two skills of one name with both files, and leave the second out (R8.26)', async () => {
    const text = `name: pack.test.x\n${minimal}`;
    const { skills, findings } = await packOf({ 'a.skill.yaml': text, 'b.skill.yaml': text });
    expect(skills.map(({ file }) => file)).toEqual(['a.skill.yaml']);
    expect(findings).toMatchObject([
      {
        code: 'name_duplicate',
        severity: 'error',
        path: 'b.skill.yaml',
        message: expect.stringContaining('a.skill.yaml:1'),
      },
    ]);
  });

  it('warn of names outside the convention and of names that differ only by case (R8.27)', async () => {
    const { findings } = await packOf({
      'a.skill.yaml': `name: pack.test.x\n${minimal}`,
      'b.skill.yaml': `name: pack.test.X\n${minimal}`,
      'c.skill.yaml': `name: other\n${minimal}`,
      'd.skill.yaml': `name: pack.tests.x\n${minimal}`,
      'e.skill.yaml': minimal,
    });
    expect(findings.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['name_case', 'warning', 'b.skill.yaml'],
      ['name_convention', 'warning', 'c.skill.yaml'],
      ['name_convention', 'warning', 'd.skill.yaml'],
    ]);
  });

  it('read pack.yaml, and report what in it means nothing', async () => {
    const { manifest, findings } = await packOf({
      'pack.yaml': 'name: mine\nversion: 1.2\nscope_mode: galaxy\npinned_skill_names: [pack.test.gone]\nlicence: MIT\n',
      'a.skill.yaml': minimal,
    });
    expect(manifest).toEqual({ name: 'mine', version: '1.2', pinned_skill_names: ['pack.test.gone'] });
    expect(codes(findings)).toEqual(['manifest_invalid', 'manifest_unknown_key', 'pack_name_differs', 'pin_unknown']);
  });

  it('hash content, not the way it is written (R8.31, R8.32)', async () => {
    const one = await packOf({ 'a.skill.yaml': 'name: pack.test.a\ntrigger: "T."\nsteps:\n  - S.\n' });
    const two = await packOf({
      'b.skill.json': '{"steps": [" S. "], "trigger": "T.\\r\\n", "name": "pack.test.a", "tags": [], "title": null}',
    });
    expect(two.pack_content_hash).toBe(one.pack_content_hash);
    // The vector that makes the hash comparable from one version to the next.
    expect(one.skills[0]?.content_hash).toBe('7e3f70fb53b341f57e58abc5df968a391c8ea45ec1c311e0208a06b85646255a');
    const canonical =
      '{"body":"","derived":[],"description":null,"extra":{},"failure_modes":[],"name":"pack.test.a","preconditions":[],"steps":["S."],"tags":[],"task_type":"unknown","title":null,"trigger":"T."}';
    expect(one.skills[0]?.content_hash).toBe(createHash('sha256').update(canonical).digest('hex'));
    const orders = ['b: {d: 1, c: 2}\na: 3\n', 'a: 3\nb: {c: 2, d: 1}\n'];
    const [first, second] = await Promise.all(orders.map((extra) => packOf({ 'a.skill.yaml': minimal + extra })));
    expect(first?.skills[0]?.content_hash).toBe(second?.skills[0]?.content_hash);
    expect(first?.pack_content_hash).toBe(second?.pack_content_hash);
    const other = await packOf({ 'a.skill.yaml': 'name: pack.test.a\ntrigger: "T!"\nsteps:\n  - S.\n' });
    expect(other.pack_content_hash).not.toBe(one.pack_content_hash);
    const hashOf = async (...triggers: string[]) => {
      const files = triggers.map((trigger, i) => [
        `${i}.skill.yaml`,
        `name: pack.test.${i}\ntrigger: ${trigger}\nsteps: [S.]\n`,
      ]);
      return (await packOf(Object.fromEntries(files))).pack_content_hash;
    };
    const hashes = [await hashOf('T'), await hashOf('T', 'U'), await hashOf('T', 'V'), await hashOf('V', 'U')];
    expect(new Set(hashes).size).toBe(4);
  });
});
