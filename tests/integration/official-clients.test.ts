import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HostServer, hosts } from '../support/gateway-hosts.ts';
import { type GatewayWorkspace, httpGateway, stdioGateway, workspaceOf } from '../support/gateway-process.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A limit against hanging only: on a busy machine a start takes seconds. */
const patience = { timeout: 60_000 };

const transports: Record<string, (workspace: GatewayWorkspace) => Promise<HostServer>> = {
  stdio: async (workspace) => stdioGateway(workspace),
  http: httpGateway,
};
const pairs = Object.entries(hosts).flatMap(([name, connect]) =>
  Object.entries(transports).map(([transport, serve]) => ({ name, connect, transport, serve })),
);

describe.each(pairs)('pegboard mcp, asked by $name over $transport', ({ connect, serve }) => {
  it('lists, searches, shows, calls, tells progress, cancels and asks', async () => {
    const journal = join(temporaryFolder(), 'journal');
    const workspace = await workspaceOf({ long: [...fixtureServer('long-calls'), journal] });
    appendFileSync(join(workspace.cwd, 'pegboard.yaml'), 'overlays: {long.process: {requires_confirmation: true}}\n');
    const questions: string[] = [];
    let agrees = true;
    const answer = (question: string) => {
      questions.push(question);
      return { confirm: agrees };
    };
    const host = await connect({ ...(await serve(workspace)), answer });
    const read = (name: string, use = {}) => host.call('tool_call_read', { name, arguments: {} }, use);

    expect(await host.tools()).toEqual([
      ...['tool_search', 'tool_get'],
      ...['tool_call_read', 'tool_call_write', 'tool_call_destructive'],
    ]);
    expect(await host.call('tool_search', { query: 'does odd' })).toMatch(/^- long__odd\(.*\[tool_call_read\]/);
    expect(JSON.parse(await host.call('tool_get', { names: ['long__odd'] }))).toMatchObject({ name: 'long__odd' });
    expect(await read('long__odd')).toBe('x');

    const heard: number[] = [];
    const onProgress = (progress: number) => {
      heard.push(progress);
      writeFileSync(`${journal}.heard${progress}`, '');
    };
    expect(await read('long__steps', { onProgress })).toBe('two steps');
    expect(heard).toEqual([1, 2]);

    const stop = new AbortController();
    const cancelled = expect(read('long__waits', { signal: stop.signal })).rejects.toThrow();
    await expect.poll(() => existsSync(journal) && readFileSync(journal, 'utf8'), patience).toBe('waits\n');
    stop.abort();
    await cancelled;
    await expect.poll(() => readFileSync(journal, 'utf8'), patience).toBe('waits\ncancelled\n');

    expect(await read('long__process')).toMatch(/^\d+$/);
    agrees = false;
    expect(await read('long__process')).toBe('The user refused to run long__process.');
    expect(questions).toEqual(Array(2).fill('Run long.process? Arguments: {}'));
  });
});
