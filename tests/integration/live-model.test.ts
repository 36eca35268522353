import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelService, openAiStream } from '../support/model-services.ts';
import { runCliProcess } from '../support/run-cli.ts';
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
});
