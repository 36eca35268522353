import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { asHost, type Era, eras, type TestHost, textOf } from '../support/gateway.ts';
import { realServer } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The official client of an era at what a configuration names, in another folder, as a host starts it. */
async function hostOf({ command, args, env = {} }: Entry, era: Era): Promise<TestHost> {
  const server = { command, args: [...args], env: { PATH: process.env.PATH ?? '', ...env }, cwd: temporaryFolder() };
  const facts = { name: 'a-host', version: '1' };
  const client =
    era === 'legacy'
      ? new OldClient(facts, { capabilities: {} })
      : new Client(facts, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  if (client instanceof OldClient) await client.connect(new OldStdioTransport(server));
  else await client.connect(new StdioClientTransport(server));
  return asHost(client);
}

it('lets the official client, new and old, find and call tools of three real servers by the one entry that connect wrote', async () => {
  const [cwd, home, data] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const env = { HOME: home, USERPROFILE: home, PEGBOARD_HOME: temporaryFolder() };
  write(cwd, 'pegboard.yaml', searchOn);
  write(data, 'note.txt', 'a real file\n');
  const servers = {
    files: [...realServer('filesystem'), data],
    memory: realServer('memory'),
    everything: realServer('everything'),
  };
  for (const [name, command] of Object.entries(servers)) {
    expect((await runCli(['import', '--mcp', '--name', name, '--yes', '--', ...command], { cwd, env })).code).toBe(0);
  }
  write(home, '.cursor/mcp.json', '{\n\t// mine\n\t"mcpServers": {}\n}\n');
  const connected = await runCliProcess(['connect', 'cursor', '--yes'], { cwd, env });
  expect([connected.code, connected.stderr]).toEqual([0, '']);
  const text = readFileSync(join(home, '.cursor/mcp.json'), 'utf8');
  expect(text).toContain('// mine');
  const { mcpServers } = JSON.parse(text.replace('// mine', '')) as { mcpServers: Record<string, Entry> };
  expect(Object.keys(mcpServers)).toEqual(['pegboard']);

  for (const era of eras) {
    const host = await hostOf(mcpServers.pegboard as Entry, era);
    const find = async (query: string) =>
      /^- (\w+[\w-]*)\(.*\[(tool_call_\w+)\]/.exec(
        textOf(await host.callTool({ name: 'tool_search', arguments: { query } })),
      ) ?? [];
    const wanted: [string, Record<string, unknown>, string][] = [
      ['read a text file', { path: join(data, 'note.txt') }, 'a real file'],
      ['read the whole knowledge graph', {}, 'entities'],
      ['sum of two numbers', { a: 2, b: 3 }, '5'],
    ];
    for (const [query, args, answer] of wanted) {
      const [, name = '', through = ''] = await find(query);
      expect(textOf(await host.callTool({ name: through, arguments: { name, arguments: args } }))).toContain(answer);
    }
  }
  const undone = await runCliProcess(['connect', 'cursor', '--undo', '--yes'], { cwd, env });
  expect([undone.code, readFileSync(join(home, '.cursor/mcp.json'), 'utf8')]).toEqual([
    0,
    '{\n\t// mine\n\t"mcpServers": {}\n}\n',
  ]);
});
