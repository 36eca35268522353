import { describe, expect, it } from 'vitest';
import { discoverServers } from '#core/client-configs/discover-configs.ts';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { discoveredConfigSchema } from '#shared/domain/discovered-config.ts';
import { fixtureMachine } from '../../support/fixture-machine.ts';

/** The values of each server by its name. */
async function valuesIn(text: string, path = 'x.json') {
  const given = await readGivenServers(text, path);
  return Object.fromEntries(given?.config.servers.map((server) => [server.name, given.valuesOf(server)]) ?? []);
}

describe('the values that a configuration holds', () => {
  it('are given by server and variable, from variables, headers, arguments and addresses', async () => {
    const text = JSON.stringify({
      mcpServers: {
        local: {
          command: 'x',
          args: ['--token', 'planted-arg-1'],
          env: { KEY: 'planted-env', LEVEL: 3, MINE: '${YOURS}' },
        },
        remote: { url: 'https://u:planted-pw@h/mcp', headers: { Authorization: 'Bearer planted-header' } },
      },
    });
    expect(await valuesIn(text)).toEqual({
      local: { KEY: 'planted-env', LEVEL: '3', LOCAL_TOKEN: 'planted-arg-1' },
      remote: { REMOTE_URL_USER: 'u', REMOTE_URL_PASSWORD: 'planted-pw', REMOTE_AUTHORIZATION: 'planted-header' },
    });
  });

  it('differ where two servers give one variable two values', async () => {
    const text = JSON.stringify({
      mcpServers: { a: { command: 'x', env: { KEY: 'planted-a' } }, b: { command: 'x', env: { KEY: 'planted-b' } } },
    });
    expect(await valuesIn(text)).toEqual({ a: { KEY: 'planted-a' }, b: { KEY: 'planted-b' } });
  });

  it('never reach the configuration that is shown, whatever the client', async () => {
    for (const given of await discoverServers(fixtureMachine('linux'))) {
      expect(discoveredConfigSchema.strict().parse(given.config)).toEqual(given.config);
      expect(JSON.stringify(given)).not.toContain('planted');
    }
  });

  it('are there for servers that a project of Claude Code turns off', async () => {
    const text = JSON.stringify({
      projects: { '/p': { mcpServers: { a: { command: 'x', env: { KEY: 'planted' } } }, disabledMcpServers: ['a'] } },
    });
    const given = await readGivenServers(text, '/home/ada/.claude.json');
    expect(given?.config.servers).toMatchObject([{ name: 'a', disabled: true }]);
    expect(await valuesIn(text, '/home/ada/.claude.json')).toEqual({ a: { KEY: 'planted' } });
  });
});

describe('what a configuration says about a variable', () => {
  it('is the description, the default and the password flag of a VS Code input', async () => {
    const text = JSON.stringify({
      inputs: [
        { id: 'api-key', type: 'promptString', description: 'Key of the service', password: true },
        { id: 'region', type: 'pickString', description: 'Region', options: ['eu', { value: 'us' }], default: 'eu' },
        { id: 'token', type: 'promptString', password: false },
      ],
      servers: {
        a: { command: 'x', args: ['${input:region}'], env: { KEY: '${input:api-key}', T: '${input:token}' } },
      },
    });
    const given = await readGivenServers(text, '.vscode/mcp.json');
    expect(given?.describe('API_KEY')).toEqual({ description: 'Key of the service', secret: true });
    expect(given?.describe('REGION')).toEqual({ description: 'Region (eu, us)', secret: false });
    expect(given?.describe('TOKEN')).toEqual({ description: null, secret: false });
    expect(await valuesIn(text, '.vscode/mcp.json')).toEqual({ a: { REGION: 'eu' } });
  });

  it('is told by its name and its value where the configuration says nothing', async () => {
    const env = { LEVEL: 'debug', GITHUB_TOKEN: '', SPECIAL: 'a8f3K2-planted' };
    const given = await readGivenServers(JSON.stringify({ mcpServers: { a: { command: 'x', env } } }), 'x.json');
    const secret = (name: string) => given?.describe(name).secret;
    expect([secret('LEVEL'), secret('GITHUB_TOKEN'), secret('SPECIAL'), secret('UNKNOWN')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('a text of the form that most programs share', () => {
  const text = '{"mcpServers": {"one": {"command": "x"}}}';
  it.each([
    ['the pasted text', 'generic'],
    ['servers.json', 'generic'],
    ['.mcp.json', 'claude-code'],
    ['/home/ada/.cursor/mcp.json', 'cursor'],
  ])('named %s is attributed to %s', async (name, client) => {
    expect((await readGivenServers(text, name))?.config.client).toBe(client);
  });
});
