import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../../src-main/hosts/cli/program.ts';
import { runCli } from '../../support/run-cli.ts';
import { skillWorkspaceFolder } from '../../support/skill-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workspaceFolder, write } from '../../support/workspace.ts';

const tools = [
  { name: 'files.read', description: 'Read a text file', side_effects: 'read' },
  { name: 'mail.send', description: 'Send a message' },
];

const cliIo = {
  stdout: { write: () => {}, isTty: false },
  stderr: { write: () => {} },
  cwd: '',
  env: {},
  userDataDir: '',
  builtDir: '',
  signal: new AbortController().signal,
};

describe('a text that is not JSON', () => {
  const scenario = 'name: x\nquery: x\nscript:\n  - {answer: done}\n';

  it.each([
    [['call', 'mail.send', '--args', '{bad'], '--args:1:2: not valid JSON', '--args'],
    [['call', 'mail.send', '--args', ''], '--args is empty.', '--args'],
    [['simulate', 's.scenario.yaml', '--history', 'bad.json'], 'bad.json:1:2: not valid JSON', 'messages'],
    [['ci', '--baseline', 'bad.json'], 'bad.json:1:2: not valid JSON', 'pegboard ci --write-baseline'],
  ])('is told with a hint that fits what was asked for: %j', async (args, message, hint) => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'bad.json', '{bad');
    write(cwd, 's.scenario.yaml', scenario);
    const run = await runCli(args, { cwd });
    expect([run.code, run.error]).toEqual([
      2,
      expect.objectContaining({
        code: 'invalid_json',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    ]);
    expect(run.error.hint).not.toContain('tools/list');
  });
});

describe('help', () => {
  it.each(['skills', 'plugins', 'gateway', 'optimize', 'experiment', 'export'])(
    '%s alone: the help of this group, and that it needs a command',
    async (group) => {
      const cwd = temporaryFolder();
      const run = await runCli([group, '--format', 'human'], { cwd });
      expect([run.code, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain(`Usage: pegboard ${group} [options] [command]`);
      expect(run.stderr).toContain(
        `pegboard ${group} needs one of its commands.\n  pegboard ${group} --help lists them.`,
      );
      expect((await runCli([group], { cwd })).error).toMatchObject({
        code: 'usage',
        hint: `pegboard ${group} --help lists them.`,
      });
    },
  );

  it('no command at all: the whole help', async () => {
    const run = await runCli(['--format', 'human'], { cwd: temporaryFolder() });
    expect(run.stderr).toContain('Usage: pegboard [options] [command]');
    expect(run.stderr).toContain('No command was given.\n  pegboard --help lists them.');
  });

  it.each([
    [['help'], 'Usage: pegboard [options] [command]'],
    [['help', 'import'], 'Usage: pegboard import [options] [file...]'],
    [['help', 'import', 'x.json'], 'Usage: pegboard import [options] [file...]'],
    [['help', 'gateway'], 'Usage: pegboard gateway [options] [command]'],
    [['help', 'gateway', 'log'], 'Usage: pegboard gateway log [options]'],
    [['help', 'tools', '--format', 'json'], 'Usage: pegboard tools [options]'],
  ])('is printed by %j', async (args, usage) => {
    const run = await runCli(args, { cwd: temporaryFolder() });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain(usage);
  });

  it.each([
    [['help', 'improt'], "Unknown command 'improt'."],
    [['help', 'gateway', 'lgo'], "Unknown command 'lgo'."],
    [['improt', '--help'], "Unknown command 'improt'."],
    [['gateway', 'lgo', '--help'], "Unknown command 'lgo'."],
  ])('of a command that is not there is refused: %j', async (args, message) => {
    const run = await runCli(args, { cwd: temporaryFolder() });
    expect([run.code, run.error]).toEqual([2, expect.objectContaining({ code: 'usage', message })]);
  });

  it('shows each default once, as people write it', async () => {
    const io = { cwd: temporaryFolder() };
    expect((await runCli(['gateway', 'log', '--help'], io)).stdout).toContain('7d or 2w (default: 7d)\n');
    const options = commandsBelow(buildProgram(cliIo, [], async () => {})).flatMap((command) => command.options);
    const twice = options.filter((one) => one.defaultValue !== undefined && one.description.includes('(default:'));
    expect(twice.map(({ flags }) => flags)).toEqual([]);
  });

  it('lists the formats that a command can write as a sentence does', async () => {
    const run = await runCli(['--format', 'html', 'search', 'x'], { cwd: temporaryFolder() });
    expect([run.code, run.error.hint]).toEqual([2, 'It can write human or json.']);
    const audit = await runCli(['--format', 'html', 'audit'], { cwd: temporaryFolder() });
    expect(audit.error.hint).toBe('It can write human, json, sarif, junit or markdown.');
  });
});

function commandsBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

it('tools of a namespace that is not there: says so, and which there are', async () => {
  const cwd = workspaceFolder(tools);
  const said = async (...args: string[]) => (await runCli(['tools', '--format', 'human', ...args], { cwd })).stdout;
  const none = 'No tool has the namespace nope. Namespaces are: files, mail.\n';
  expect(await said('--namespace', 'nope')).toBe(none);
  expect(await said('--namespace', 'nope', '--problems')).toBe(none);
  expect(await said('--namespace', 'mail', '--mode', 'always')).toBe('None of the 2 tools matches these options.\n');
  expect((await runCli(['tools', '--format', 'human'], { cwd: workspaceFolder([]) })).stdout).toMatch(
    /^No tools\. Import/,
  );
});

it('a search with a pattern that is not valid: its words are searched, and a warning says so', async () => {
  const cwd = workspaceFolder(tools);
  const run = await runCli(['search', '(mail', '--type', 'regex'], { cwd });
  expect([run.code, run.result.tools]).toEqual([0, [expect.objectContaining({ name: 'mail.send' })]]);
  expect(run.error).toEqual({
    schema: 'pegboard.finding/1',
    code: 'search_fallback',
    severity: 'warning',
    message: expect.stringMatching(/^The pattern is not valid, so its words were searched: missing closing \)\.$/),
  });
  const none = await runCli(['search', '(', '--type', 'regex', '--format', 'human'], { cwd });
  expect([none.code, none.stderr]).toEqual([
    0,
    expect.stringMatching(/^warning: The pattern is not valid, .*\nNo tool matches/),
  ]);
  const withSkills = skillWorkspaceFolder({
    skills: '  skill_packs: [{name: own, path: own}]',
    files: { 'own/a.skill.yaml': 'name: a\ntrigger: When a\ndescription: a\nsteps: [Do it.]\n' },
  });
  const skills = await runCli(['skills', 'search', '(', '--type', 'regex'], { cwd: withSkills });
  expect([skills.code, 'explanation' in skills.result]).toEqual([0, false]);
  expect(skills.stderr).toContain('"code":"search_fallback"');
  expect((await runCli(['search', 'mail', '--type', 'regex'], { cwd })).stderr).toBe('');
});

it('experiment import of a file that is no benchmark: one error that names it once, and exit code 2', async () => {
  const cwd = workspaceFolder(tools);
  write(cwd, 'bad.json', '{"a" "b"}');
  write(cwd, 'other.json', '{}');
  const bad = await runCli(['experiment', 'import', 'bad.json'], { cwd });
  expect([bad.code, bad.stdout, bad.error.message]).toEqual([2, '', 'bad.json:1:6: not valid JSON: colon expected']);
  const other = await runCli(['experiment', 'import', 'other.json', '--apply'], { cwd });
  expect([other.code, other.stdout, other.error.code]).toEqual([2, '', 'invalid_input']);
});

describe('numbers', () => {
  it.each([
    [['budgets', '--context-window', '0'], 'from 1'],
    [['search', 'x', '--limit', '-5'], 'from 1 to 20'],
    [['skills', 'get', 'x', '--max-tokens', '1'], 'from 200 to 6000'],
    [['skills', 'list', '--page', '0'], 'from 1'],
    [['call', 'x', '--timeout', '3601'], 'from 1 to 3600'],
    [['gateway', 'log', '--limit', '10001'], 'from 1 to 10000'],
    [['experiment', 'run', '--seed', '-1'], 'from 0'],
  ])('that are out of range are refused with the range: %j', async (args, range) => {
    const run = await runCli(args, { cwd: temporaryFolder() });
    expect([run.code, run.error.code]).toEqual([2, 'usage']);
    expect(run.error.message).toContain(`'${args.at(-1)}' is invalid. It must be a whole number ${range}.`);
  });

  it('a score that three decimals would show as nothing is shown in full', async () => {
    const skill = (name: string) =>
      `name: pack.own.${name}\ntrigger: When a report is due\ndescription: Writes it\nsteps: [Do it.]\n`;
    const cwd = skillWorkspaceFolder({
      skills: '  skill_packs: [{name: own, path: own}]',
      files: { 'own/a.skill.yaml': skill('a'), 'own/b.skill.yaml': skill('b') },
    });
    const said = async (...args: string[]) =>
      (await runCli(['skills', ...args, '--explain', '--format', 'human'], { cwd })).stdout;
    for (const text of [await said('relevant', 'report'), await said('search', 'report')]) {
      expect(text).toMatch(/bm25 -0\.00000\d+ → 0\.00000\d+/);
      expect(text).not.toMatch(/-0\.000\b/);
    }
  });

  it('an audit counts tools and texts by themselves', async () => {
    const cwd = temporaryFolder();
    const summary = async (value: object, format = 'human') => {
      write(cwd, 'x.json', JSON.stringify(value));
      return (await runCli(['audit', 'x.json', '--format', format], { cwd })).stdout;
    };
    const one = { name: 'echo', description: 'Says it back', inputSchema: { type: 'object' } };
    const prompts = ['a', 'b'].map((name) => ({ name, description: 'A greeting' }));
    expect(await summary({ tools: [one], prompts })).toContain('1 tool and 2 texts: 3 clean, ');
    expect(await summary({ tools: [one], prompts }, 'markdown')).toContain('1 tool and 2 texts: 3 clean, ');
    expect(await summary({ prompts })).toContain('2 texts: 2 clean, ');
    expect(await summary({ tools: [one] })).toContain('1 tool: 1 clean, ');
  });

  it('one error is not called errors', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'own/a.skill.yaml', 'name: 1\ntrigger: When a\nsteps: [Do it.]\n');
    write(cwd, 'ops/plugin.json', '{"name": "ops", "version": "x"}');
    const said = async (...args: string[]) => (await runCli([...args, '--format', 'human'], { cwd })).stdout;
    expect(await said('skills', 'validate', 'own/a.skill.yaml')).toContain('0 skills in 1 pack: 1 error, 0 warnings.');
    expect(await said('plugins', 'validate', 'ops')).toContain('1 error, 0 warnings.');
  });
});

describe('a mistake in what was typed', () => {
  const refused = async (cwd: string, ...args: string[]) => {
    const run = await runCli(args, { cwd });
    const { code, message, hint } = run.error;
    return { exit: run.code, code, message, hint };
  };

  it('an action that is not there: the one that was meant', async () => {
    const cwd = workspaceFolder(tools);
    expect(await refused(cwd, 'eval', 'ad')).toEqual({
      ...{ exit: 2, code: 'usage', message: 'eval has no action "ad".', hint: 'Did you mean add?' },
    });
    expect((await refused(cwd, 'eval', 'foobar')).hint).toMatch(/^Without an action it measures/);
    expect(await refused(cwd, 'sources', 'enabl')).toEqual({
      ...{ exit: 2, code: 'usage', message: 'sources has no action "enabl".', hint: 'Did you mean enable?' },
    });
    expect((await refused(cwd, 'sources', 'foobar')).hint).toMatch(/^Its actions are list, .*, edit\.$/);
  });

  it('a workspace that is not there: how to make one', async () => {
    const cwd = temporaryFolder();
    expect(await refused(cwd, 'tools', '--workspace', 'nope')).toEqual({
      exit: 2,
      code: 'workspace_not_found',
      message: `The folder ${join(cwd, 'nope')} does not exist.`,
      hint: 'Check the path, or make a workspace there: pegboard init nope',
    });
  });

  it('a file where a folder should be: asks for a folder, and does not call it missing', async () => {
    const cwd = workspaceFolder(tools);
    const file = write(cwd, 'file', '');
    const message = `${file} is a file, not a folder.`;
    expect(await refused(cwd, 'init', 'file')).toEqual({
      exit: 2,
      code: 'file_exists',
      message,
      hint: 'Name a folder.',
    });
    expect(await refused(cwd, 'init', 'file/below')).toMatchObject({ exit: 2, code: 'file_exists' });
  });

  it('settings of a gateway that are broken: the title speaks of no other file', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'bad.yaml', 'a: [\nb: c\n');
    const { stderr } = await runCli(['gateway', 'serve', '--config', 'bad.yaml', '--format', 'human'], { cwd });
    expect(stderr).toContain(`The configuration cannot be read. ${join(cwd, 'bad.yaml')}:`);
  });

  it('skills that are off: a sentence', async () => {
    const { message } = await refused(workspaceFolder(tools), 'skills', 'list');
    expect(message).toBe('Skills are not configured.');
  });
});
