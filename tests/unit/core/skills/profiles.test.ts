import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { lintSkillMd } from '#core/skills/lint/lint-skill-md.ts';
import { validateSkills } from '#core/skills/validate-skills.ts';
import type { SkillMdProfile } from '#shared/domain/skill-validation.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

const lint = (yaml: string, profile: SkillMdProfile, body = 'Do.', folderName = 'one') =>
  lintSkillMd({ text: `---\n${yaml}\n---\n${body}\n`, file: 'one/SKILL.md', folderName }, [profile]).map(
    ({ code, range }) => `${code}:${range?.start.line}`,
  );
const fine = 'name: one\ndescription: Does one thing.';

describe('lint profiles of SKILL.md', () => {
  it.each<[string, Record<SkillMdProfile, string[]>]>([
    [fine, { agentskills: [], 'claude-code': [], codex: [], vscode: [] }],
    [
      `${fine}\nlicense: MIT\ncompatibility: Node\nallowed-tools: Read Bash(git:*)\nmetadata: {a: "1"}`,
      { agentskills: [], 'claude-code': [], codex: [], vscode: [] },
    ],
    ['description: D.', { agentskills: ['profile:2'], 'claude-code': [], codex: ['profile:2'], vscode: ['profile:2'] }],
    [
      'name: one',
      { agentskills: ['profile:2'], 'claude-code': ['profile_advice:2'], codex: ['profile:2'], vscode: ['profile:2'] },
    ],
    [
      'name: One\ndescription: D.',
      { agentskills: ['profile:2'], 'claude-code': ['profile:2'], codex: [], vscode: ['profile:2'] },
    ],
    [
      'name: a--b\ndescription: D.',
      { agentskills: ['profile:2'], 'claude-code': ['profile:2'], codex: [], vscode: ['profile:2'] },
    ],
    ['name: two\ndescription: D.', { agentskills: ['profile:2'], 'claude-code': [], codex: [], vscode: ['profile:2'] }],
    [
      `name: ${'a'.repeat(65)}\ndescription: D.`,
      { agentskills: ['profile:2'], 'claude-code': ['profile:2'], codex: ['profile:2'], vscode: ['profile:2'] },
    ],
    [
      `name: one\ndescription: ${'d'.repeat(1025)}`,
      { agentskills: ['profile:3'], 'claude-code': [], codex: ['profile:3'], vscode: ['profile:3'] },
    ],
    [
      `name: one\ndescription: ${'d'.repeat(1024)}\nwhen_to_use: ${'w'.repeat(600)}`,
      { agentskills: ['profile:4'], 'claude-code': ['profile_advice:3'], codex: [], vscode: ['profile_advice:4'] },
    ],
    [
      `${fine}\ncompatibility: ${'c'.repeat(501)}`,
      { agentskills: ['profile:4'], 'claude-code': ['profile:4'], codex: [], vscode: ['profile:4'] },
    ],
    [`${fine}\nmetadata: {version: 1}`, { agentskills: ['profile:4'], 'claude-code': [], codex: [], vscode: [] }],
    [
      `${fine}\nmetadata: {short-description: ${'s'.repeat(501)}}`,
      { agentskills: [], 'claude-code': [], codex: ['profile:4'], vscode: [] },
    ],
    [`${fine}\nallowed-tools: [Read]`, { agentskills: ['profile:4'], 'claude-code': [], codex: [], vscode: [] }],
    [
      `${fine}\nuser-invocable: "no"`,
      { agentskills: ['profile:4'], 'claude-code': ['profile:4'], codex: [], vscode: ['profile:4'] },
    ],
    [
      `${fine}\neffort: huge`,
      { agentskills: ['profile:4'], 'claude-code': ['profile:4'], codex: [], vscode: ['profile_advice:4'] },
    ],
    [
      `${fine}\nunheard-of: 1`,
      { agentskills: ['profile:4'], 'claude-code': ['profile_advice:4'], codex: [], vscode: ['profile_advice:4'] },
    ],
  ])('judge %j', (yaml, expected) => {
    for (const [profile, findings] of Object.entries(expected)) {
      expect(lint(yaml, profile as SkillMdProfile), profile).toEqual(findings);
    }
  });

  it('advise against a body that is too long to be read', () => {
    expect(lint(fine, 'agentskills', 'x\n'.repeat(501))).toEqual(['profile_advice:2']);
    expect(lint(fine, 'agentskills', 'x'.repeat(20_100))).toEqual(['profile_advice:2']);
  });

  it('hold what an export would give of a pack skill against a profile too, and find near-equal triggers', async () => {
    const root = temporaryFolder();
    write(
      root,
      'a.skill.yaml',
      'name: pack.p.a\ntrigger: Sort the list of open issues by age.\nsteps: [S.]\nmodel: 3\n',
    );
    write(root, 'b.skill.yaml', 'name: pack.p.b\ntrigger: Sort a list of open issues by age\nsteps: [S.]\n');
    write(root, 'c.skill.yaml', 'name: pack.p.c\ntrigger: Close the list of open pull requests.\nsteps: [S.]\n');
    write(root, 'pack.yaml', 'name: p\n');
    const { packs, skills, findings } = await validateSkills(
      { path: root, profiles: ['agentskills', 'claude-code'] },
      nodeFiles,
    );
    expect([packs, skills]).toEqual([1, 3]);
    expect(findings.map(({ code, path }) => `${code} ${path?.slice(root.length + 1)}`)).toEqual([
      'profile a.skill.yaml',
      'profile a.skill.yaml',
      'trigger_similar b.skill.yaml',
    ]);
  });
});
