import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { type GivenServers, readGivenServers } from '#core/client-configs/given-servers.ts';
import { folderOfFile } from '#core/sources/review/file-server.ts';
import { discoveredConfigSchema } from '#shared/domain/discovered-config.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/other-clients');

async function readFixture(name: string): Promise<GivenServers> {
  const given = await readGivenServers(readFileSync(resolve(fixtures, name), 'utf8'), name);
  if (!given) throw new Error(`${name} is not read as a configuration.`);
  expect(discoveredConfigSchema.parse(given.config)).toEqual(given.config);
  expect(JSON.stringify(given.config)).not.toContain('planted');
  return given;
}

const serversOf = ({ config }: GivenServers) =>
  config.servers.map(({ name, transport, disabled }) => ({ name, ...transport, ...(disabled && { disabled }) }));
const toldOf = ({ config }: GivenServers) =>
  config.findings.map(({ code, message, range }) => [code, message, range?.start.line]);
const lossesOf = ({ config }: GivenServers) =>
  config.servers.flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'info'));

const stdio = { type: 'stdio', env: {}, cwd: null };

describe('the configurations of other clients', () => {
  it('Zed: context_servers, the earlier form of a command, and servers that only Zed can start', async () => {
    const given = await readFixture('zed-settings.json');
    expect(serversOf(given)).toEqual([
      {
        ...{ ...stdio, name: 'memory', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] },
        env: { MEMORY_KEY: '${env:MEMORY_KEY}' },
      },
      {
        ...{ ...stdio, name: 'earlier', command: 'node', args: ['earlier.mjs'] },
        env: { EARLIER_TOKEN: '${env:EARLIER_TOKEN}' },
      },
      {
        ...{ name: 'remote', type: 'http', url: 'https://docs.example.com/mcp' },
        headers: { Authorization: 'Bearer ${env:REMOTE_AUTHORIZATION}' },
      },
      { ...stdio, name: 'off', command: 'node', args: ['off.mjs'], disabled: true },
    ]);
    expect(toldOf(given)).toEqual([
      ['config_loss', expect.stringContaining('"extension" comes with an extension of Zed'), 17],
    ]);
    expect(lossesOf(given)).toEqual([]);
  });

  it('opencode: a list as the command, its references, and entries that are not servers', async () => {
    const given = await readFixture('opencode.json');
    expect(serversOf(given)).toEqual([
      {
        ...{ ...stdio, name: 'local', command: 'npx', args: ['-y', 'some-server', '--root', '${env:ROOT}'] },
        env: { LOCAL_KEY: '${env:LOCAL_KEY}', LOCAL_TOKEN: '${env:LOCAL_TOKEN}' },
      },
      {
        ...{ name: 'remote', type: 'http', url: 'https://docs.example.com/mcp' },
        headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' },
      },
      { ...stdio, name: 'off', command: 'node', args: ['off.mjs'], disabled: true },
    ]);
    expect(given.config.servers.map((server) => given.valuesOf(server))).toEqual([{ LOCAL_KEY: 'planted' }, {}, {}]);
    expect(toldOf(given)).toEqual([
      ['config_loss', expect.stringContaining('"elsewhere" is only turned on or off here'), 18],
      ['server_invalid', expect.stringContaining('"text" has a command that is not text'), 19],
      ['server_invalid', expect.stringContaining('"empty" has a command that is not text'), 20],
    ]);
    expect(lossesOf(given)).toEqual([]);
  });

  it('VS Code settings of any name: below mcp, and with a dot in the key', async () => {
    const given = await readFixture('vscode-settings.json');
    expect(given.config.client).toBe('vscode');
    expect(serversOf(given)).toEqual([
      { ...stdio, name: 'nested', command: 'node', args: ['nested.mjs'], env: { NESTED: '${env:KEY}' } },
      {
        ...{ ...stdio, name: 'dotted', command: 'node', args: ['dotted.mjs'] },
        env: { DOTTED_TOKEN: '${env:DOTTED_TOKEN}' },
      },
    ]);
    expect(given.describe('KEY').secret).toBe(true);
  });

  it('Gemini CLI: httpUrl', async () => {
    const given = await readFixture('gemini-settings.json');
    expect(serversOf(given)).toEqual([
      {
        ...{ name: 'streams', type: 'http', url: 'https://docs.example.com/mcp' },
        headers: { 'X-Key': '${env:STREAMS_X_KEY}' },
      },
      { ...stdio, name: 'local', command: 'node', args: ['local.mjs'] },
    ]);
    expect([...given.config.findings, ...lossesOf(given)]).toEqual([]);
  });

  it('Continue: a list of servers with names, in YAML and in JSON', async () => {
    const given = await readFixture('continue.yaml');
    expect(serversOf(given)).toEqual([
      {
        ...{ ...stdio, name: 'Local files', command: 'npx', args: ['-y', 'some-server'] },
        env: { FILES_KEY: '${env:FILES_KEY}' },
      },
      {
        ...{ name: 'remote', type: 'http', url: 'https://docs.example.com/mcp' },
        headers: { Authorization: 'Bearer ${env:REMOTE_AUTHORIZATION}' },
      },
    ]);
    expect(toldOf(given)).toEqual([['server_invalid', 'mcpServers.2 must hold a server with its name and keys.', 16]]);
    const json = JSON.stringify({ mcpServers: [{ name: 'a', command: 'node', args: ['a.mjs'] }] });
    expect((await readGivenServers(json, 'x.json'))?.config.servers).toMatchObject([
      { name: 'a', transport: { command: 'node', args: ['a.mjs'] } },
    ]);
    expect(await readGivenServers('mcpServers:\n  - name: a\n  - {', 'x.yaml')).toBeNull();
  });

  it.each([
    { 'amp.mcpServers': { a: { command: 'x' } } },
    { extensions: { a: { type: 'stdio', cmd: 'x', args: [] } } },
    { tool_servers: [{ name: 'a', command: 'x' }] },
  ])('of a form that is not read, the keys that are read are named: %j', (value) => {
    expect(() => parseCapturedTools(JSON.stringify(value), 'x.json')).toThrow(
      /under none of the keys that Pegboard reads: `mcpServers`, `servers`, `mcp_servers`, `context_servers`, `mcp`\./,
    );
  });

  it.each([
    ['/home/ada/.config/zed/settings.json', null],
    ['/home/ada/.config/opencode/opencode.json', null],
    ['/home/ada/.gemini/settings.json', null],
    ['/home/ada/work/pegs/.zed/settings.json', '/home/ada/work/pegs'],
    ['/home/ada/work/pegs/opencode.json', '/home/ada/work/pegs'],
  ])('starts the servers of %s in %s', (path, folder) => {
    expect(folderOfFile(path, '/home/ada')).toBe(folder);
  });
});
