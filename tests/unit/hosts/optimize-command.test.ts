import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { skillWorkspaceFolder } from '../../support/skill-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const words = Array.from({ length: 12 }, (_, i) => `Sentence ${i} says something more about what the skill is for.`);

/** A workspace with a schema that repeats itself, and more descriptions of skills than a host has room for. */
function place() {
  const [home, data] = [temporaryFolder(), temporaryFolder()];
  const skill = (i: number) => `name: s${i}\ntrigger: When ${i}\ndescription: ${words.join(' ')}\nsteps: [Do it.]\n`;
  const cwd = skillWorkspaceFolder({
    skills: '  skill_packs: [{name: own, path: own}]',
    files: Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`own/s${i}.skill.yaml`, skill(i)])),
    tools: [
      {
        name: 'pages.create',
        description: 'Creates a page.',
        inputSchema: {
          type: 'object',
          properties: { page_name: { type: 'string', title: 'Page Name' } },
          required: [],
        },
      },
      { name: 'pages.read', description: 'Reads a page.' },
    ],
  });
  const env = { HOME: home, USERPROFILE: home, PEGBOARD_HOME: data };
  const run = (...args: string[]) => runCli(['optimize', ...args], { cwd, env });
  const text = (path: string) => readFileSync(join(cwd, path), 'utf8');
  const write = (path: string, content: string) => writeFileSync(join(cwd, path), content);
  return { run, text, write };
}

it('proposes shorter schemas, exits with 1 on request, and writes the form into the overlay', async () => {
  const { run, text } = place();
  const first = await run('schemas', '--check');
  expect([first.code, first.result]).toMatchObject([
    1,
    { schema: 'pegboard.optimize-schemas/1', form: 'plain', written: false, proposals: [{ tool: 'pages.create' }] },
  ]);
  const human = await run('schemas', '--format', 'human');
  expect(human.stdout).toMatch(/The schemas of 1 tool can say the same[\s\S]*1 titles, 1 empty keywords[\s\S]*--apply/);
  expect((await run('schemas', '--only', 'pages.read')).error).toMatchObject({ code: 'tool_not_found' });
  const applied = await run('schemas', '--references', '--apply', '--check', '--only', 'pages.create');
  expect([applied.code, applied.result.written]).toEqual([0, true]);
  expect(text('pegboard.yaml')).toMatch(/pages\.create"?:\n? +shorter_schema: references|shorter_schema: references/);
  expect((await run('schemas', '--check')).code).toBe(0);
});

it('proposes shorter descriptions of skills, writes a part of them, and then the rest', async () => {
  const { run, text } = place();
  const before = text('own/s3.skill.yaml');
  const first = await run('skills', '--check');
  expect([first.code, first.result]).toMatchObject([1, { verdict: 'better', skills: 14, unused: [], written: false }]);
  expect((await run('skills', '--format', 'human')).stdout).toMatch(
    /^Proposal: shorten \d+ descriptions\.[\s\S]*Claude Code/,
  );
  expect((await run('skills', '--only', 'gone')).error).toMatchObject({ code: 'invalid_input' });
  expect((await run('skills', '--apply', '--only', 's3')).result).toMatchObject({
    cuts: [{ skill: 's3' }],
    written: true,
  });
  expect(text('own/s3.skill.yaml').length).toBeLessThan(before.length);
  expect(
    text('own/s3.skill.yaml')
      .split('\n')
      .filter((line) => !line.startsWith('description')),
  ).toEqual(before.split('\n').filter((line) => !line.startsWith('description')));
  expect((await run('skills', '--apply', '--check')).code).toBe(0);
  expect((await run('skills', '--check')).result).toMatchObject({ verdict: 'keep', cuts: [] });
});

it('takes back what was applied last, one proposal after the other, and keeps what was written later', async () => {
  const { run, text, write } = place();
  const [config, skill] = [text('pegboard.yaml'), text('own/s3.skill.yaml')];
  expect((await run('undo')).error).toMatchObject({ code: 'undo_gone' });
  await run('schemas', '--apply');
  await run('skills', '--apply', '--only', 's3');
  expect(text('own/s3.skill.yaml')).not.toBe(skill);
  expect((await run('undo')).result).toMatchObject({
    schema: 'pegboard.optimize-undo/1',
    label: 'Skills from use',
    files: ['own/s3.skill.yaml'],
  });
  expect(text('own/s3.skill.yaml')).toBe(skill);
  write('pegboard.yaml', `${text('pegboard.yaml')}# A comment of somebody\n`);
  expect((await run('undo', '--format', 'human')).stdout).toMatch(
    /^Took back "Shorter schemas" of .*: pegboard\.yaml\.\n$/,
  );
  expect(text('pegboard.yaml')).not.toContain('shorter_schema');
  expect(text('pegboard.yaml')).toContain('# A comment of somebody');
  expect(text('pegboard.yaml').replace('# A comment of somebody\n', '')).toBe(config);
  expect((await run('undo')).error).toMatchObject({ code: 'undo_gone' });
});

it('takes nothing back where somebody changed a file since then', async () => {
  const { run, text, write } = place();
  await run('skills', '--apply');
  const mine = `${text('own/s4.skill.yaml')}# Mine\n`;
  const other = text('own/s3.skill.yaml');
  write('own/s4.skill.yaml', mine);
  expect((await run('undo')).error).toMatchObject({ code: 'file_changed', data: { file: 's4.skill.yaml' } });
  expect([text('own/s4.skill.yaml'), text('own/s3.skill.yaml')]).toEqual([mine, other]);
});
