import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  asHost,
  type Era,
  eras,
  gatewayOf,
  hostAt,
  type TestHost,
  type ToolAnswer,
  textOf,
} from '../support/gateway.ts';
import { type GatewayWorkspace, stdioGateway, workspaceOf } from '../support/gateway-process.ts';
import { fixtureServer, realServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** A limit against hanging only: on a busy machine a start takes seconds. */
const patience = { timeout: 60_000 };

/** `pegboard mcp` in a process of its own, with the official client of an era in front. */
async function processHost(
  workspace: GatewayWorkspace,
  { era = 'modern' }: { era?: Era } = {},
): Promise<TestHost & { pid: number }> {
  const server = { ...stdioGateway(workspace), stderr: 'pipe' as const };
  const facts = { name: 'test-host', version: '1' };
  if (era === 'legacy') {
    const client = new OldClient(facts, { capabilities: {} });
    const transport = new OldStdioTransport(server);
    await client.connect(transport);
    onTestFinished(() => client.close());
    return { ...asHost(client), pid: transport.pid ?? 0 };
  }
  const client = new Client(facts, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
  const transport = new StdioClientTransport(server);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { ...asHost(client), pid: transport.pid ?? 0 };
}

/** The gateway of a workspace in this process. */
async function inProcess({ cwd, env }: GatewayWorkspace) {
  const services = await testServices({ userDataDir: env.PEGBOARD_HOME, sessionIdleMs: 60_000 });
  await services.workspace.open({ path: cwd });
  return gatewayOf(services);
}

const read = (host: TestHost, name: string, args: Record<string, unknown> = {}, options?: object) =>
  host.callTool({ name: 'tool_call_read', arguments: { name, arguments: args } }, options);

describe.each(eras)('pegboard mcp, for a host of the %s era', (era) => {
  it('lists, searches, shows and calls tools of three real servers', async () => {
    const data = temporaryFolder();
    write(data, 'note.txt', 'a real file\n');
    const workspace = await workspaceOf({
      files: [...realServer('filesystem'), data],
      memory: realServer('memory'),
      everything: realServer('everything'),
    });
    const host = await processHost(workspace, { era });
    expect((await host.listTools()).tools[0]?.description).toContain('- files (14 tools)');
    expect(textOf(await host.callTool({ name: 'tool_search', arguments: { query: 'read a text file' } }))).toMatch(
      /^- files__read_text_file\(path: string, /,
    );
    const shown = textOf(await host.callTool({ name: 'tool_get', arguments: { names: ['memory__read_graph'] } }));
    expect(JSON.parse(shown)).toMatchObject({ name: 'memory__read_graph', call_with: 'tool_call_read' });
    expect(textOf(await read(host, 'files__read_text_file', { path: join(data, 'note.txt') }))).toBe('a real file\n');
    expect(textOf(await read(host, 'everything.get-sum', { a: 2, b: 3 }))).toContain('5');
    expect(JSON.parse(textOf(await read(host, 'memory__read_graph')))).toHaveProperty('entities');
  });

  it('passes the answer of every tool of the everything server on as it is', async () => {
    const workspace = await workspaceOf(
      { everything: realServer('everything') },
      `${searchOn}gateway: {mode: direct}\n`,
    );
    const host = await hostAt(await inProcess(workspace), { era });
    const direct = await directHost(era, realServer('everything'));
    const { tools } = await direct.listTools();
    const given: Record<string, Record<string, unknown>> = {
      echo: { message: 'ä\u2028 "x"' },
      'get-annotated-message': { messageType: 'error', includeImage: true },
      'get-resource-links': { count: 3 },
      'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
      'get-structured-content': { location: 'Chicago' },
      'get-sum': { a: 1, b: 2 },
      'gzip-file-as-resource': { name: 'x.gz', data: 'data:text/plain,hello', outputType: 'resource' },
      'trigger-long-running-operation': { duration: 0.1, steps: 2 },
    };
    let compared = 0;
    for (const { name } of tools) {
      // These two answer with what another session has, or with their process.
      if (['get-env', 'simulate-research-query'].includes(name) || name.startsWith('toggle-')) continue;
      const args = given[name] ?? {};
      const [there, here] = [
        await direct.callTool({ name, arguments: args }),
        await host.callTool({ name: `everything__${name}`, arguments: args }),
      ];
      // Some answers tell the time.
      const timeless = (answer: ToolAnswer) => exact(answer).replaceAll(/\d+:\d\d:\d\d/g, 'a time');
      expect([name, timeless(here)]).toEqual([name, timeless(there)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(7);
  });

  it('passes on fields that no revision of the protocol knows', async () => {
    const workspace = await workspaceOf({ long: fixtureServer('long-calls') });
    const host = await hostAt(await inProcess(workspace), { era });
    const direct = await directHost(era, fixtureServer('long-calls'));
    const there = await direct.callTool({ name: 'odd', arguments: {} });
    expect(exact(await read(host, 'long.odd'))).toBe(exact(there));
    expect(exact(there)).toContain('x-result');
  });

  it('cancels upstream what the host cancels, and passes progress on', async () => {
    const journal = join(temporaryFolder(), 'journal');
    const workspace = await workspaceOf({
      long: [...fixtureServer('long-calls'), journal],
      everything: realServer('everything'),
    });
    const host = await hostAt(await inProcess(workspace), { era });
    const stop = new AbortController();
    const call = read(host, 'long.waits', {}, { signal: stop.signal });
    const failed = expect(call).rejects.toThrow();
    await expect.poll(() => existsSync(journal) && readFileSync(journal, 'utf8'), patience).toBe('waits\n');
    stop.abort();
    await failed;
    await expect.poll(() => readFileSync(journal, 'utf8'), patience).toBe('waits\ncancelled\n');

    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress);
    const long = { name: 'everything.trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
    for (const name of ['tool_call_read', 'tool_call_write', 'tool_call_destructive']) {
      await host.callTool({ name, arguments: long }, { onprogress });
    }
    // The official clients drop progress that comes in one piece with the answer.
    expect(seen.slice(0, 2)).toEqual([1, 2]);
  });
});

/** What a host is answered, without what each connection says of itself. */
function exact({ _meta, ...answer }: { readonly _meta?: unknown; readonly [field: string]: unknown }): string {
  const { 'io.modelcontextprotocol/serverInfo': _info, ...meta } = (_meta ?? {}) as Record<string, unknown>;
  return JSON.stringify({ ...answer, ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}) });
}

/** The official client straight at a server. */
async function directHost(era: Era, [command = '', ...args]: readonly string[]): Promise<TestHost> {
  const facts = { name: 'test-host', version: '1' };
  const server = { command, args: [...args], stderr: 'ignore' as const };
  const client =
    era === 'legacy'
      ? new OldClient(facts, { capabilities: {} })
      : new Client(facts, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  if (client instanceof OldClient) await client.connect(new OldStdioTransport(server));
  else await client.connect(new StdioClientTransport(server));
  return asHost(client);
}

describe('servers behind the gateway', () => {
  it('start at the first call, not at the list or a search', async () => {
    const folder = temporaryFolder();
    const workspace = await workspaceOf({ long: [...fixtureServer('long-calls'), join(folder, 'journal')] });
    const before = readdirSync(folder).length;
    const host = await hostAt(await inProcess(workspace));
    await host.listTools();
    await host.callTool({ name: 'tool_search', arguments: { query: 'process' } });
    expect(readdirSync(folder).length).toBe(before);
    const pid = textOf(await read(host, 'long.process'));
    expect(readdirSync(folder)).toContain(`journal.${pid}`);
    // The second call meets the same process.
    expect(textOf(await read(host, 'long.process'))).toBe(pid);
  });

  it('are started again after they died in a call, after a pause that is told', async () => {
    const workspace = await workspaceOf({ long: fixtureServer('long-calls') });
    const host = await hostAt(await inProcess(workspace));
    const before = textOf(await read(host, 'long.process'));
    const died = await read(host, 'long.dies');
    expect([died.isError, textOf(died)]).toEqual([
      true,
      'The server "long" does not work now (server_failed). Try again later, or ask the user to look at Sources in Pegboard.',
    ]);
    await expect.poll(async () => textOf(await read(host, 'long.process')), patience).toMatch(/^\d+$/);
    expect(textOf(await read(host, 'long.process'))).not.toBe(before);
  });

  it('are not started without consent, and the answer says how to give it', async () => {
    const { cwd } = await workspaceOf({ long: fixtureServer('long-calls') });
    const host = await hostAt(await inProcess({ cwd, env: { PEGBOARD_HOME: temporaryFolder() } }));
    expect(textOf(await read(host, 'long.process'))).toContain('pegboard import --source long');
  });

  it('end with the gateway, however it ends', async () => {
    for (const end of ['close', 'SIGKILL', 'SIGTERM'] as const) {
      const folder = temporaryFolder();
      const workspace = await workspaceOf({ long: [...fixtureServer('long-calls'), join(folder, 'journal')] });
      const host = await processHost(workspace);
      const pid = Number(textOf(await read(host, 'long.process')));
      const calls = Array.from({ length: 50 }, () => read(host, 'long.waits').catch(() => {}));
      await expect.poll(() => readFileSync(join(folder, 'journal'), 'utf8').split('\n').length, patience).toBe(51);
      expect(isAlive(pid)).toBe(true);
      if (end === 'close') await host.client.close();
      else process.kill(host.pid, end);
      await expect.poll(() => isAlive(pid) || isAlive(host.pid), patience).toBe(false);
      await Promise.all(calls);
    }
  });
});
