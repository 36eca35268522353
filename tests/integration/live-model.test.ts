import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realServer } from '../support/mcp-servers.ts';
import { openAiStream } from '../support/model-answers.ts';
import { modelService } from '../support/model-services.ts';
import { call } from '../support/planner.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

const key = 'sk-very-secret-0123456789';

describe('a live model', () => {
  it('plays a scenario on the command line, and its key is in no file and no output', async () => {
    const replies = [
      '{"next_node": "echo", "args": {"text": "hi"}}',
      '{"next_node": "final_response", "args": {"answer": "hi"}}',
    ];
    const { url, requests } = await modelService((response, attempt) =>
      openAiStream([replies[attempt - 1] ?? ''])(response, attempt),
    );
    const cwd = temporaryFolder();
    const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: url, PEGBOARD_HOME: temporaryFolder() };
    write(cwd, 'pegboard.yaml', searchOn);
    write(
      cwd,
      'live.scenario.yaml',
      `query: Say hi.
model: {provider: openai, model: m, max_output_tokens: 99}
tools: [{name: echo, description: Echo.}]
results: {echo: {value: hi}}
expect: {called: [echo], answer_contains: hi}
`,
    );
    const { code, stdout, stderr, result } = await runCliProcess(['simulate', 'live.scenario.yaml', '--live'], {
      cwd,
      env,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(result).toMatchObject({ reason: 'answer', passed: true, golden: { state: 'none' } });
    expect(requests.map(({ body }) => body.max_tokens)).toEqual([99, 99]);
    expect(requests[1]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(stdout).not.toContain(key);
    for (const folder of [cwd, env.PEGBOARD_HOME]) {
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(key);
      }
    }
  });

  it('is recorded, and the recording plays the same without the model and without the server', async () => {
    const replies = [
      call('everything.echo', { message: 'one' }),
      'I think I should ask again.',
      call('everything.get-sum', { a: 1, b: 2 }),
      call('everything.get-sum', { a: 'x' }),
      call('final_response', { answer: 'three' }),
    ];
    const { url } = await modelService((response, attempt) =>
      openAiStream([replies[attempt - 1] ?? ''])(response, attempt),
    );
    const cwd = temporaryFolder();
    const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: url, PEGBOARD_HOME: temporaryFolder() };
    write(cwd, 'pegboard.yaml', `${searchOn}sources: []\n`);
    await runCli(['import', 'mcp', '--name', 'everything', '--yes', '--', ...realServer('everything')], { cwd, env });
    write(
      cwd,
      'live.scenario.yaml',
      `# Asks a real model and a real server.
query: Add one and two.
model: {provider: openai, model: m}
live_tools: ["everything.*"]
expect: {answer_contains: three}
`,
    );
    const record = ['--live', '--yes', '--record', 'kept.scenario.yaml'];
    const live = await runCli(['simulate', 'live.scenario.yaml', ...record], { cwd, env });
    expect([live.code, live.result.recorded]).toMatchObject([0, { changes: [] }]);
    const text = readFileSync(join(cwd, 'kept.scenario.yaml'), 'utf8');
    expect(text).toMatch(/^# Asks a real model and a real server\.\nquery: /);
    expect(text).not.toContain('live_tools');
    write(
      cwd,
      'pegboard.yaml',
      readFileSync(join(cwd, 'pegboard.yaml'), 'utf8').replace(/command: .*/, 'command: gone'),
    );
    const replayed = await runCli(['simulate', 'kept.scenario.yaml'], {
      cwd,
      env: { PEGBOARD_HOME: env.PEGBOARD_HOME },
    });
    expect([replayed.code, replayed.result.traces]).toEqual([0, live.result.traces]);
    const again = await runCli(['simulate', 'live.scenario.yaml', ...record], { cwd, env });
    expect([again.code, again.error.code]).toEqual([2, 'file_exists']);
  });
});
