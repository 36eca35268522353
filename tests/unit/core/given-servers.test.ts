import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoverServers } from '#core/client-configs/discover-configs.ts';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { serverEnvironment } from '#core/mcp/connect-mcp.ts';
import { externaliseSecrets } from '#core/secrets/externalise-secrets.ts';
import { resolveConnection } from '#core/secrets/resolve-connection.ts';
import { discoveredConfigSchema } from '#shared/domain/discovered-config.ts';
import { fixtureMachine } from '../../support/fixture-machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { write } from '../../support/workspace.ts';

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

/** The only server of an mcpServers text. */
async function only(entry: object, path = 'x.json') {
  const given = await readGivenServers(JSON.stringify({ mcpServers: { a: entry } }), path);
  const [server] = given?.config.servers ?? [];
  if (!given || !server) throw new Error('No server was read.');
  return { ...server, values: given.valuesOf(server) };
}

const codesOf = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);

describe('the default of a variable', () => {
  const resolved = (args: readonly string[], env: Record<string, string>) => {
    const connection = { command: 'x', args: [...args] };
    const { connection: filled, secrets } = resolveConnection(connection, { env, root: '/', source: 's' });
    return { args: 'args' in filled ? filled.args : [], secrets };
  };

  it('stays in the connection where it is no secret, and counts where the variable is not set', async () => {
    const server = await only({
      command: 'x',
      args: ['--dir', '${DIR:-/opt/tools}', '${EMPTY:-}', '@${PKG:-@scope/pkg}'],
    });
    expect(server).toMatchObject({
      transport: { args: ['--dir', '${env:DIR:-/opt/tools}', '${env:EMPTY:-}', '@${env:PKG:-@scope/pkg}'] },
      variables: [],
    });
    const args = server.transport.type === 'stdio' ? server.transport.args : [];
    expect(resolved(args, {}).args).toEqual(['--dir', '/opt/tools', '', '@@scope/pkg']);
    expect(resolved(args, { DIR: '/mine' })).toMatchObject({
      args: ['--dir', '/mine', '', '@@scope/pkg'],
      secrets: [{ name: 'DIR', value: '/mine' }],
    });
  });

  it.each([
    ['${API_TOKEN:-planted}', 'API_TOKEN', 'planted'],
    ['${OPENER:-sk-planted-0123456789}', 'OPENER', 'sk-planted-0123456789'],
    ['${GREETING:-hello planted world}', 'GREETING', 'hello planted world'],
    ['${ONE:-${TWO}}', 'ONE', '${env:TWO}'],
  ])('%s is a value of the file', async (text, name, value) => {
    const server = await only({ command: 'x', args: [text] });
    expect(server).toMatchObject({
      transport: { args: [`\${env:${name}}`] },
      variables: [name],
      values: { [name]: value },
    });
    const { values: _, ...shown } = server;
    expect(JSON.stringify(shown)).not.toContain('planted');
  });

  it('that is a secret and was typed never lands in the workspace', () => {
    const { connection, values } = externaliseSecrets({ command: 'x', env: { A: '${env:API_KEY:-planted-1}' } }, 's');
    expect(JSON.stringify(connection)).not.toContain('planted');
    expect(values).toEqual({ API_KEY: 'planted-1' });
  });
});

describe('a variable that the computer sets itself', () => {
  it('is not asked for, and keeps the special value that a configuration gives it', async () => {
    const env = { PATH: '/opt/bin:${PATH}', HOME: '${HOME}', LANG: 'C', KEY: '${KEY}' };
    const server = await only({ command: '${HOME}/run', env });
    expect(server).toMatchObject({
      variables: ['KEY'],
      transport: { env: { PATH: '/opt/bin:${env:PATH}', LANG: 'C', KEY: '${env:KEY}' } },
    });
    const ours = { PATH: '/usr/bin', HOME: '/home/ada', KEY: 'k', LANG: 'en' };
    const { connection } = externaliseSecrets({ command: 'x', env: { PATH: '/opt/bin:${env:PATH}' } }, 's');
    const { connection: filled } = resolveConnection(connection, { env: ours, root: '/', source: 's' });
    const started = serverEnvironment(ours, 'env' in filled ? filled.env : {});
    expect(started).toEqual({ PATH: '/opt/bin:/usr/bin', HOME: '/home/ada', LANG: 'en' });
  });
});

describe('a file with more variables', () => {
  const config = '{"servers": {"a": {"command": "x", "env": {"ONE": "mine"}, "envFile": "${workspaceFolder}/.env"}}}';
  const env = '# a comment\nONE=theirs\nexport TWO="planted two"\n';

  it('gives names to the configuration and values to the review; the configuration wins', async () => {
    const files = { 'project/.vscode/mcp.json': config, 'project/.env': env };
    const found = (await discoverServers(fixtureMachine('linux', files))).find(
      ({ config: { client, scope } }) => client === 'vscode' && scope === 'project',
    );
    const [server] = found?.config.servers ?? [];
    expect(server).toMatchObject({
      variables: ['ONE', 'TWO'],
      findings: expect.arrayContaining([expect.objectContaining({ code: 'env_file' })]),
    });
    expect(server && found?.valuesOf(server)).toEqual({ ONE: 'mine', TWO: 'planted two' });
    expect(JSON.stringify(found)).not.toContain('planted');
  });

  it.each([
    ['/etc/passwd', {}, 'not there'],
    ['../outside.env', { 'home/work/outside.env': env }, 'outside the project'],
  ])('%s is not read: a project must not make us read other files', async (name, more, words) => {
    const text = config.replace('${workspaceFolder}/.env', name);
    const world = fixtureMachine('linux', { ...more, 'project/.vscode/mcp.json': text });
    const found = (await discoverServers(world)).find(({ config: { path } }) => path.endsWith('pegs/.vscode/mcp.json'));
    expect(found?.config.servers[0]?.findings.map(({ message }) => message).join()).toContain(words);
    expect(world.read.some((path) => path.endsWith('outside.env'))).toBe(false);
  });

  it('of a pasted text is named as what is missing', async () => {
    const given = await readGivenServers(config, 'the pasted text', fixtureMachine('linux'));
    expect(given?.config.servers[0]?.findings.map(({ message }) => message).join()).toMatch(
      /envFile.*location of this configuration is not known/,
    );
  });
});

describe('the transport', () => {
  it.each([
    [{ type: 'sse', url: 'https://h/mcp' }, true],
    [{ url: 'https://h/sse' }, true],
    [{ url: 'https://h/sse/?a=b' }, true],
    [{ type: 'http', url: 'https://h/sse' }, false],
    [{ url: 'https://h/mcp?from=/sse' }, false],
  ])('of %j is the old one: %s', async (entry, isOld) => {
    expect(codesOf(await only(entry)).includes('transport_sse')).toBe(isOld);
  });
});

describe('lines that people paste', () => {
  const read = async (text: string) => (await readGivenServers(text, 'the pasted text'))?.config;

  it.each([
    [
      'claude mcp add files -- npx -y @scope/files /tmp',
      'claude-code',
      'files',
      { command: 'npx', args: ['-y', '@scope/files', '/tmp'] },
    ],
    [
      '$ claude mcp add files npx -y @scope/files',
      'claude-code',
      'files',
      { command: 'npx', args: ['-y', '@scope/files'] },
    ],
    [
      'claude mcp add --transport http web https://h.example/mcp --header "X-Team: ${TEAM}"',
      'claude-code',
      'web',
      { url: 'https://h.example/mcp', headers: { 'X-Team': '${env:TEAM}' } },
    ],
    [
      'claude mcp add --scope user -e A=planted B=planted --transport stdio gh -- cmd /c npx -y gh',
      'claude-code',
      'gh',
      { command: 'cmd', args: ['/c', 'npx', '-y', 'gh'], env: { A: '${env:A}', B: '${env:B}' } },
    ],
    [
      'claude mcp add gh \\\n  --env KEY=$MY_KEY \\\n  -- npx gh',
      'claude-code',
      'gh',
      { command: 'npx', env: { KEY: '${env:MY_KEY}' } },
    ],
    [
      `claude mcp add-json web '{"type":"http","url":"https://h.example/mcp"}'`,
      'claude-code',
      'web',
      { url: 'https://h.example/mcp' },
    ],
    [
      `code --add-mcp '{"name":"gh","command":"npx","args":["gh"],"env":{"K":"\${input:key}"}}'`,
      'vscode',
      'gh',
      { command: 'npx', args: ['gh'], env: { K: '${env:KEY}' } },
    ],
    ['PS C:\\> code --add-mcp "{\\"name\\":\\"gh\\",\\"command\\":\\"npx\\"}"', 'vscode', 'gh', { command: 'npx' }],
    [
      'codex mcp add ctx --env K=planted -- npx -y ctx',
      'codex',
      'ctx',
      { command: 'npx', args: ['-y', 'ctx'], env: { K: '${env:K}' } },
    ],
    [
      'codex mcp add fig --url https://h.example/mcp --bearer-token-env-var FIG',
      'codex',
      'fig',
      { url: 'https://h.example/mcp', headers: { Authorization: 'Bearer ${env:FIG}' } },
    ],
    ['gemini mcp add -t http web https://h.example/mcp', 'generic', 'web', { url: 'https://h.example/mcp' }],
  ])('%s', async (text, client, name, transport) => {
    const config = await read(text);
    expect(config).toMatchObject({ client, servers: [{ name, transport }] });
    expect(JSON.stringify(config)).not.toContain('planted');
  });

  it('several of them, with other commands between, are one configuration', async () => {
    const config = await read(
      '# first\ncd x && claude mcp add a -- one\nnpm i\nclaude mcp add b -- "two words" C:\\tools\\x',
    );
    expect(config?.servers).toMatchObject([
      { name: 'a', transport: { command: 'one' } },
      { name: 'b', transport: { command: 'two words', args: ['C:\\tools\\x'] } },
    ]);
  });

  it.each([
    'claude mcp add',
    'claude mcp list',
    'echo mcp add x y',
    'code --add-mcp nonsense',
    'claude mcp add-json a {',
  ])('%s is none', async (text) => expect(await read(text)).toBeUndefined());
});

it('npx on Windows is started through its command file, whatever the configuration says', () => {
  const bin = temporaryFolder();
  write(bin, 'npx.cmd', '@echo off');
  const crossSpawn = createRequire(import.meta.url).resolve('cross-spawn');
  const script = `
    Object.defineProperty(process, 'platform', { value: 'win32' });
    process.env.PATHEXT = '.EXE;.cmd';
    process.env.comspec = 'cmd.exe';
    const { _parse } = require(${JSON.stringify(crossSpawn)});
    const env = { Path: ${JSON.stringify(bin)}, PATHEXT: '.EXE;.cmd' };
    const shown = ({ command, args }) => [command, ...args];
    console.log(JSON.stringify([shown(_parse('npx', ['-y', 'a b'], { env })), shown(_parse('cmd', ['/c', 'npx', '-y', 'x'], { env }))]));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: join(bin) });
  const [plain, wrapped] = JSON.parse(stdout) as string[][];
  expect(plain?.slice(0, 4)).toEqual(['cmd.exe', '/d', '/s', '/c']);
  expect(plain?.[4]).toMatch(/npx.* \^"-y\^" \^"a\^ b\^"/);
  expect(wrapped?.join(' ')).toMatch(/cmd.*npx/);
});
