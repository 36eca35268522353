import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../support/workspace.ts';

async function demoFolder(): Promise<string> {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  return root;
}

describe('pegboard export payload', () => {
  it('prints a request that a shell and Node send as it is, hostile texts and all', async () => {
    const evil = "It's $(touch x) `y` \\ \u202e\u001b[2J\u{e0041} ${process.exit(7)} </script>";
    const cwd = workspaceFolder([{ name: "o'rders.get $HOME", description: evil }], searchOn);
    const ask = (...args: string[]) =>
      runCliProcess(['export', 'payload', '--provider', 'anthropic', '--query', evil.slice(0, 20), ...args], { cwd });
    const { result, code, stderr } = await ask();
    expect([code, stderr]).toEqual([0, '']);
    expect(result).toMatchObject({ schema: 'pegboard.payload/1', provider: 'anthropic', native: true });
    const curl = await ask('--format', 'curl');
    for (const hidden of ['\u202e', '\u001b', '\u{e0041}']) expect(curl.stdout).not.toContain(hidden);
    const fake = 'curl() { while [ $# -gt 1 ]; do [ "$1" = --data-raw ] && printf %s "$2"; shift; done; }\n';
    const sent = execFileSync('sh', ['-c', fake + curl.stdout], {
      env: { ANTHROPIC_API_KEY: 'k' },
      cwd: temporaryFolder(),
    });
    expect(JSON.parse(sent.toString())).toEqual(result.body);
    const script = (await ask('--format', 'typescript')).stdout;
    const prelude = 'globalThis.fetch = async (_, { body }) => ({ ok: true, json: async () => body });\n';
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', prelude + script]);
    expect(JSON.parse(printed.toString())).toEqual(result.body);
  });

  it('holds no key, and exits with 1 where the provider would refuse', async () => {
    const many = Array.from({ length: 130 }, (_, i) => ({ name: `t${i}`, description: 'Do.', loading_mode: 'always' }));
    const cwd = workspaceFolder(many, searchOn);
    const env = { OPENAI_API_KEY: 'sk-planted-secret' };
    const run = await runCli(['export', 'payload', '--provider', 'openai-chat', '--format', 'curl'], { cwd, env });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('payload_too_many_tools');
    expect(run.stdout + run.stderr).not.toContain('planted');
    expect(run.stdout).toContain('"authorization: Bearer $OPENAI_API_KEY"');
  });
});

describe('pegboard simulate --history', () => {
  it('goes on from a recording of another provider, and names what is wrong with a file', async () => {
    const cwd = await demoFolder();
    const refs = [{ type: 'tool_reference', tool_name: 'github__search_issues' }, { type: 'tool_reference' }];
    write(
      cwd,
      'recorded.json',
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Find a tool for issues.' },
          {
            role: 'assistant',
            content: [
              { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'issues' } },
              {
                type: 'tool_search_tool_result',
                tool_use_id: 'srvtoolu_1',
                content: { type: 'tool_search_tool_search_result', tool_references: refs },
              },
              { type: 'text', text: 'There is one.' },
            ],
          },
        ],
      }),
    );
    const run = (...args: string[]) => runCli(['simulate', 'scenarios/triage.scenario.yaml', ...args], { cwd });
    const { result, stderr } = await run('--history', 'recorded.json');
    const steps = result.steps as { visible: string[]; outcome: string }[];
    expect(steps[0]?.visible).toContain('github.search_issues');
    expect(steps[0]?.visible).not.toContain('github.add_issue_comment');
    expect(steps[1]?.outcome).toBe('result');
    expect(stderr).toContain('history_entry_skipped');
    write(cwd, 'broken.json', '{"messages": [');
    expect((await run('--history', 'broken.json')).error).toMatchObject({ code: 'invalid_json' });
  });
});

it('pegboard budgets says what hosts would cut, with the sources of the limits', async () => {
  const cwd = await demoFolder();
  const { result, code } = await runCli(['budgets', '--context-window', '100000'], { cwd });
  expect(code).toBe(0);
  expect(result).toMatchObject({ schema: 'pegboard.budgets/1', context_window: 100_000 });
  expect((result.tools as { cut: string[] }[])[0]?.cut.length).toBe(37);
  const human = await runCli(['budgets', '--no-context-window', '--format', 'human'], { cwd });
  expect(human.stdout).toContain('context window: not known');
  expect(human.stdout).toContain('https://code.claude.com/docs/en/skills');
});
