import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clients } from '#core/client-configs/clients/all.ts';
import { discoverConfigs, locationsOf } from '#core/client-configs/discover-configs.ts';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { clientConfigError } from '#core/client-configs/recognise-config.ts';
import { clientIdSchema, type DiscoveredConfig, discoveredConfigSchema } from '#shared/domain/discovered-config.ts';
import { casesOf } from '../../support/depth.ts';
import { fixtureMachine } from '../../support/fixture-machine.ts';
import { testServices, workspaceFolder } from '../../support/workspace.ts';

const platforms = ['linux', 'darwin', 'win32'] as const;
const discover = (platform: (typeof platforms)[number], changes: Readonly<Record<string, string>> = {}) =>
  discoverConfigs(fixtureMachine(platform, changes));
const codes = (config: DiscoveredConfig | undefined) => config?.findings.map(({ code }) => code);

describe.each(platforms)('client configurations on %s', (platform) => {
  it('are found where each client keeps them, every client once at least', async () => {
    const configs = await discover(platform);
    const { pathOf } = fixtureMachine(platform);
    const app = { linux: 'home/.config', darwin: 'home/Library/Application Support', win32: 'home/AppData/Roaming' };
    const cline = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
    expect(configs.map(({ client, scope, path }) => [client, scope, path])).toEqual(
      [
        ['claude-desktop', 'user', `${app[platform]}/Claude/claude_desktop_config.json`],
        ['claude-code', 'user', 'home/.claude.json'],
        ['claude-code', 'project', 'project/.mcp.json'],
        ['cursor', 'user', 'home/.cursor/mcp.json'],
        ['cursor', 'project', 'project/.cursor/mcp.json'],
        ['cline', 'user', 'home/.cline/data/settings/cline_mcp_settings.json'],
        ['cline', 'user', `${app[platform]}/Code/User/${cline}`],
        ['cline', 'user', `${app[platform]}/Code - Insiders/User/${cline}`],
        ['cline', 'user', `${app[platform]}/VSCodium/User/${cline}`],
        ['vscode', 'user', `${app[platform]}/Code/User/mcp.json`],
        ['vscode', 'user', `${app[platform]}/Code/User/settings.json`],
        ['vscode', 'project', 'project/.vscode/mcp.json'],
        ['windsurf', 'user', 'home/.codeium/windsurf/mcp_config.json'],
        ['codex', 'user', 'home/.codex/config.toml'],
        ['codex', 'project', 'project/.codex/config.toml'],
      ].map(([client, scope, path = '']) => [client, scope, pathOf(path)]),
    );
    for (const config of configs) expect(discoveredConfigSchema.parse(config)).toEqual(config);
  });

  it('keep every planted secret to themselves, and say which variables to set', async () => {
    const configs = await discover(platform);
    const text = JSON.stringify(configs);
    expect(text).not.toContain('planted');
    expect(text).not.toContain('0123456789abcdef');
    for (const { transport, variables, findings } of configs.flatMap(({ servers }) => servers)) {
      const used = [...JSON.stringify(transport).matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name);
      expect(new Set(variables)).toEqual(new Set(used));
      const told = findings.find(({ code }) => code === 'set_variables')?.message ?? '';
      for (const name of used) expect(told).toContain(name);
    }
  });

  it('start nothing: every server is listed as not started', async () => {
    const servers = (await discover(platform)).flatMap((config) => config.servers);
    expect(servers.length).toBeGreaterThan(15);
    expect(new Set(servers.map(({ status }) => status))).toEqual(new Set(['not started']));
  });

  it('are read and no other file is', async () => {
    const world = fixtureMachine(platform);
    await discoverConfigs(world);
    const places = clients.flatMap((definition) => locationsOf(definition, world).map(({ path }) => path));
    expect(world.read.filter((path) => !places.includes(path))).toEqual([]);
  });
});

describe('one client each, as its fixture says', () => {
  const server = async (client: string, name: string) => {
    const configs = await discover('linux');
    const found = configs.filter((config) => config.client === client).flatMap(({ servers }) => servers);
    return found.find((one) => one.name === name);
  };
  const losses = async (client: string, name: string) =>
    (await server(client, name))?.findings.filter(({ code }) => code === 'config_loss').map(({ message }) => message);

  it('Claude Desktop: the settings of the app are none of ours', async () => {
    expect(await server('claude-desktop', 'github')).toMatchObject({
      transport: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-github'],
        env: { GITHUB_TOKEN: '${env:GITHUB_TOKEN}' },
      },
    });
    expect(await server('claude-desktop', 'files')).toMatchObject({
      transport: { args: ['/srv/tools/files.js', '--token', '${env:FILES_TOKEN}'] },
    });
  });

  it('Claude Code: user, this project, and a count of the others', async () => {
    expect(await server('claude-code', 'docs')).toMatchObject({
      scope: 'user',
      transport: { headers: { Authorization: 'Bearer ${env:DOCS_AUTHORIZATION}' } },
    });
    expect(await server('claude-code', 'local')).toMatchObject({ scope: 'project', disabled: false });
    expect(await server('claude-code', 'quiet')).toMatchObject({ disabled: true });
    expect(await server('claude-code', 'elsewhere')).toBeUndefined();
    const state = (await discover('linux')).find(({ path }) => path.endsWith('.claude.json'));
    expect(codes(state)).toEqual(['servers_of_other_projects']);
  });

  it('Claude Code: ${VAR} and ${VAR:-default} in command, arguments, env, URL and headers', async () => {
    expect(await server('claude-code', 'shared')).toMatchObject({
      transport: {
        command: '${env:TOOLS_DIR:-/opt/tools}/shared',
        args: ['--api-key', '${env:SHARED_KEY}'],
        env: { CACHE: '${env:CACHE_DIR:-/tmp/cache}', REGION: '${env:REGION}' },
      },
    });
    expect(await losses('claude-code', 'shared')).toEqual([]);
    expect((await server('claude-code', 'shared'))?.variables).toEqual(['SHARED_KEY', 'REGION']);
    expect(await server('claude-code', 'remote')).toMatchObject({
      transport: {
        url: '${env:API_BASE:-https://api.example.com}/mcp',
        headers: { Authorization: 'Bearer ${env:REMOTE_TOKEN}', 'X-Team': '${env:REMOTE_X_TEAM}' },
      },
    });
    expect(await server('claude-code', 'old')).toMatchObject({
      transport: {
        url: 'https://${env:OLD_URL_USER}:${env:OLD_URL_PASSWORD}@old.example.com/sse?api_key=${env:OLD_API_KEY}&page=2',
      },
    });
    expect((await server('claude-code', 'old'))?.findings).toContainEqual(
      expect.objectContaining({ code: 'transport_sse', severity: 'error', hint: expect.stringContaining('/mcp') }),
    );
  });

  it('Cursor: ${env:NAME} stays, an envFile is told as loss', async () => {
    expect(await server('cursor', 'linear')).toMatchObject({
      transport: { headers: { Authorization: 'Bearer ${env:LINEAR_TOKEN}' } },
    });
    expect(await losses('cursor', 'python')).toEqual([expect.stringContaining('envFile')]);
    expect(await server('cursor', 'db')).toMatchObject({
      transport: { args: ['postgres://${env:DB_URL_USER}:${env:DB_URL_PASSWORD}@localhost:5432/app'] },
    });
  });

  it('Cline: disabled servers, and keys that only matter to Cline', async () => {
    expect(await server('cline', 'weather')).toMatchObject({ disabled: true });
    expect(await losses('cline', 'weather')).toEqual([expect.stringContaining('autoApprove, timeout')]);
    expect(await server('cline', 'search')).toMatchObject({
      transport: { type: 'http', url: 'https://search.example.com/k/${env:SEARCH_URL_KEY}/mcp' },
    });
  });

  it('VS Code: comments, trailing commas, inputs as variables, settings.json', async () => {
    expect(await server('vscode', 'perplexity')).toMatchObject({
      transport: { env: { PERPLEXITY_API_KEY: '${env:PERPLEXITY_KEY}' } },
    });
    const user = (await discover('linux')).find(({ client }) => client === 'vscode');
    expect(user?.findings.map(({ code, severity, range }) => [code, severity, range?.start.line])).toEqual([
      ['input_variable', 'info', 4],
      ['input_variable', 'warning', 5],
    ]);
    expect(await server('vscode', 'earlier')).toMatchObject({ transport: { env: { EARLIER: '${env:EARLIER}' } } });
    expect(await server('vscode', 'team')).toMatchObject({
      scope: 'project',
      transport: { cwd: '${workspaceFolder}/tools' },
    });
    expect(await losses('vscode', 'team')).toEqual([
      expect.stringContaining('${workspaceFolder}'),
      expect.stringContaining('dev'),
    ]);
  });

  it('Windsurf: serverUrl, and secrets in docker arguments', async () => {
    expect(await server('windsurf', 'actions')).toMatchObject({
      transport: { type: 'http', url: 'https://actions.example.com/mcp/${env:ACTIONS_URL_KEY}/sse' },
    });
    expect(await server('windsurf', 'docker')).toMatchObject({
      transport: { args: ['run', '-i', '--rm', '-e', 'API_KEY=${env:API_KEY}', '-e', 'API_SECRET', 'example/server'] },
    });
  });

  it('Codex: variables by name, http_headers, enabled = false', async () => {
    expect(await server('codex', 'context')).toMatchObject({
      transport: { env: { CONTEXT_KEY: '${env:CONTEXT_KEY}', CONTEXT_HOME: '${env:CONTEXT_HOME}' } },
    });
    expect(await server('codex', 'figma')).toMatchObject({
      disabled: true,
      transport: {
        headers: {
          'X-Region': '${env:FIGMA_X_REGION}',
          'X-Account': '${env:FIGMA_ACCOUNT}',
          Authorization: 'Bearer ${env:FIGMA_TOKEN}',
        },
      },
    });
    expect(await losses('codex', 'with space')).toEqual([expect.stringContaining('mystery')]);
  });
});

describe('configurations that are wrong', () => {
  it.each([
    ['home/.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": oops\n  }\n}', 3, 10],
    ['home/.codex/config.toml', 'a = 1\nb = = 2\n', 2, 5],
    ['home/.codex/config.toml', '[mcp_servers.a]\ncommand = "node\nargs = []', 2, 11],
    ['home/.codex/config.toml', 'a = ["x\\"y", \'z\r\n', 1, 14],
    ['home/.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x"', 1, 37],
  ])('%s broken: its line and column, and the others are read', async (file, text, line, column) => {
    const { pathOf } = fixtureMachine('linux');
    const configs = await discover('linux', { [file]: text });
    const broken = configs.find(({ path }) => path === pathOf(file));
    expect(broken).toMatchObject({
      servers: [],
      findings: [{ code: 'config_syntax', severity: 'error', range: { start: { line, column } } }],
    });
    expect(configs).toHaveLength((await discover('linux')).length);
  });

  it.each([
    ['a server that is no object', '{"mcpServers": {"a": "npx x"}}', /mcpServers\.a/],
    ['no command and no URL', '{"mcpServers": {"a": {"args": []}}}', /neither a command nor a URL/],
    ['arguments that are no texts', '{"mcpServers": {"a": {"command": "x", "args": "y"}}}', /args/],
    ['an env that is a list', '{"mcpServers": {"a": {"command": "x", "env": ["planted"]}}}', /env/],
    ['servers in a list', '{"mcpServers": []}', /names with servers/],
    ['a file that is a list', '[]', /The file must hold/],
    ['nested too deep', `{"mcpServers": ${'['.repeat(200_000)}`, /not valid JSON/],
  ])('%s: an error that names the place, and the servers beside it stay', async (_what, text, message) => {
    const configs = await discover('linux', { 'project/.cursor/mcp.json': text });
    const config = configs.find(({ path }) => path.endsWith('pegs/.cursor/mcp.json'));
    expect(config?.findings.map((finding) => finding.severity)).toContain('error');
    expect(config?.findings.map((finding) => finding.message).join()).toMatch(message);
    expect(JSON.stringify(config)).not.toContain('planted');
  });

  it('tells which of two entries of one name is not read, and which of two maps', async () => {
    const text =
      '{"mcpServers": {"old": {"command": "x"}},\n "mcpServers": {"a": {"command": "first"},\n  "b": {"command": "x"},\n  "a": {"command": "last"}}}';
    const configs = await discover('linux', { 'home/.cursor/mcp.json': text });
    const config = configs.find(({ client }) => client === 'cursor');
    expect(config?.servers.map(({ name, transport }) => [name, transport])).toEqual([
      ['a', expect.objectContaining({ command: 'last' })],
      ['b', expect.objectContaining({ command: 'x' })],
    ]);
    expect(config?.findings.map(({ code, message, range }) => [code, message, range?.start])).toEqual([
      ['server_repeated', expect.stringContaining('The key "mcpServers" is there again'), { line: 1, column: 2 }],
      ['server_repeated', expect.stringContaining('Only the last server'), { line: 2, column: 17 }],
    ]);
  });

  it('thousands of servers and inputs, each with its place, take no time', () => {
    const names = Array.from({ length: 8000 }, (_, i) => `s${i}`);
    const servers = Object.fromEntries(names.map((name) => [name, { command: 'x', args: ['y'], odd: 1 }]));
    const text = JSON.stringify({ servers, inputs: names.map((id) => ({ id })) }, null, 1);
    const reader = clients.find(({ client }) => client === 'vscode');
    const read = reader?.read(text, { path: 'mcp.json', scope: 'user', project: null });
    const line = (words: string) => text.slice(0, text.indexOf(words)).split('\n').length;
    expect(read?.servers.at(-1)?.findings[0]?.range?.start).toEqual({ line: line('"s7999": {'), column: 3 });
    expect(read?.findings.at(-1)?.range?.start.line).toBe(line('"id": "s7999"') - 1);
  }, 60_000);

  it('an empty file has no servers; keys we do not know are told', async () => {
    const empty = await discover('linux', { 'home/.cursor/mcp.json': '' });
    expect(empty.find(({ client }) => client === 'cursor')).toMatchObject({ servers: [], findings: [] });
    const stray = await discover('linux', { 'home/.cursor/mcp.json': '{"mcpServers": {}, "extra": 1}' });
    expect(stray.find(({ client }) => client === 'cursor')?.findings[0]?.message).toContain('extra');
  });

  it('no key of a server is dropped silently: it is a field, or named in a finding', async () => {
    const carried = ['command', 'args', 'env', 'cwd', 'type', 'disabled', 'url', 'serverUrl', 'headers'];
    const key = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => !carried.includes(one));
    const extra = fc.dictionary(key, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });
    const readers = clients.filter(({ client }) => client !== 'codex' && client !== 'vscode');
    fc.assert(
      fc.property(extra, fc.constantFrom(...readers), (keys, definition) => {
        const text = JSON.stringify({ mcpServers: { a: { command: 'x', ...keys } } });
        const { servers } = definition.read(text, { path: 'x.json', scope: 'user', project: null });
        const told = servers.flatMap(({ findings }) => findings.map(({ message }) => message)).join('\n');
        for (const name of Object.keys(keys)) expect(told).toContain(name);
      }),
    );
    const idle = JSON.stringify({
      mcpServers: { a: { url: 'https://h/', args: ['x'], env: {} }, b: { command: 'x', url: 'y' } },
    });
    const config = (await discover('linux', { 'home/.cursor/mcp.json': idle })).find(
      ({ client }) => client === 'cursor',
    );
    expect(config?.servers.map(({ findings }) => findings.map(({ message }) => message))).toEqual([
      [expect.stringContaining('args, env')],
      [expect.stringContaining('has url')],
    ]);
  });

  it.each([
    ['env_vars = [{ name = "A", source = "local" }]', 'env_vars'],
    ['env_http_headers = { X = 1 }', 'env_http_headers'],
    ['bearer_token_env_var = 12345678901234567890', 'bearer_token_env_var'],
    ['bearer_token = "planted"', 'bearer_token'],
    ['type = 12345678901234567890', 'type'],
  ])('Codex: %s is told as loss', (line, key) => {
    const reader = clients.find(({ client }) => client === 'codex');
    const text = `[mcp_servers.a]\nurl = "https://h/"\n${line}\n`;
    const read = reader?.read(text, { path: 'config.toml', scope: 'user', project: null });
    expect(read?.servers[0]?.findings).toMatchObject([{ code: 'config_loss', message: expect.stringContaining(key) }]);
    expect(JSON.stringify(read)).not.toContain('planted');
  });

  it('any text and any JSON gives servers of the contract or findings, and never throws', () => {
    const entry = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record(
        {
          command: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
          url: fc.oneof(fc.webUrl(), fc.string(), fc.jsonValue({ maxDepth: 1 })),
          args: fc.oneof(fc.array(fc.string()), fc.jsonValue({ maxDepth: 1 })),
          env: fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.jsonValue({ maxDepth: 1 })),
          headers: fc.dictionary(fc.string(), fc.string()),
          type: fc.jsonValue({ maxDepth: 1 }),
        },
        { requiredKeys: [] },
      ),
    );
    const map = fc.oneof(fc.dictionary(fc.string(), entry), fc.jsonValue({ maxDepth: 1 }));
    const file = fc
      .record(
        {
          mcpServers: map,
          servers: map,
          inputs: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ id: fc.jsonValue({ maxDepth: 1 }), type: fc.jsonValue({ maxDepth: 1 }) })),
          ),
          mcp: fc.jsonValue(),
          projects: fc.dictionary(fc.string(), map),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value));
    const paths = ['.mcp.json', '.claude.json', 'settings.json', 'config.toml'];
    fc.assert(
      fc.property(
        fc.oneof(file, fc.string()),
        fc.constantFrom(...clients),
        fc.constantFrom(...paths),
        (text, reader, path) => {
          const { servers, findings } = reader.read(text, { path, scope: 'user', project: null });
          const config = { client: reader.client, scope: 'user' as const, path, servers, findings };
          expect(discoveredConfigSchema.safeParse(config).error).toBeUndefined();
        },
      ),
      { numRuns: casesOf(400) },
    );
  });

  it('names that no variable or header can have, and addresses that are not http, are told as loss', async () => {
    const text = JSON.stringify({
      mcpServers: {
        a: { command: 'x', env: { 'my key': 'planted', GOOD: 'planted' } },
        b: { url: 'wss://h/', headers: { 'two words': 'planted' } },
      },
    });
    const config = (await discover('linux', { 'home/.cursor/mcp.json': text })).find(
      ({ client }) => client === 'cursor',
    );
    expect(config?.servers.map(({ transport }) => transport)).toMatchObject([
      { env: { GOOD: '${env:GOOD}' } },
      { headers: {} },
    ]);
    const told = config?.servers.map(({ findings }) => findings.map(({ message }) => message).join('\n'));
    expect(told?.[0]).toContain('"my key"');
    expect(told?.[1]).toMatch(/"two words"[\s\S]*wss:/);
    expect(JSON.stringify(config)).not.toContain('planted');
  });

  it('a server called __proto__ is a server', async () => {
    const text = '{"mcpServers": {"__proto__": {"command": "x", "env": {"constructor": "planted"}}}}';
    const config = (await discover('linux', { 'home/.cursor/mcp.json': text })).find(
      ({ client }) => client === 'cursor',
    );
    expect(config?.servers).toMatchObject([
      { name: '__proto__', transport: { env: { constructor: '${env:constructor}' } } },
    ]);
    expect(JSON.stringify(config)).not.toContain('planted');
  });
});

describe('a client configuration given to import', () => {
  const files = [
    ['claude_desktop_config.json', 'linux', 'home/.config/Claude/claude_desktop_config.json', 'Claude Desktop'],
    ['.mcp.json', 'linux', 'project/.mcp.json', 'Claude Code'],
    ['.claude.json', 'linux', 'home/.claude.json', 'Claude Code'],
    ['.cursor/mcp.json', 'linux', 'home/.cursor/mcp.json', 'Cursor'],
    ['.vscode/mcp.json', 'linux', 'home/.config/Code/User/mcp.json', 'VS Code'],
    ['anything.json', 'linux', 'home/.config/Code/User/mcp.json', 'VS Code'],
    ['mcp_config.json', 'linux', 'home/.codeium/windsurf/mcp_config.json', 'Windsurf'],
    ['config.toml', 'linux', 'home/.codex/config.toml', 'Codex'],
    ['copied.json', 'win32', 'project/.mcp.json', 'is a client configuration with'],
  ] as const;

  it.each(files)('%s is recognised, and no secret of it is told', async (name, platform, fixture, title) => {
    const { files: on, pathOf } = fixtureMachine(platform);
    const error = clientConfigError(await on.readText(pathOf(fixture)), name);
    expect(error).toMatchObject({ code: 'unrecognised_format', message: expect.stringContaining(title) });
    expect(error?.hint).toContain(`pegboard import ${name}`);
    expect(JSON.stringify([error?.message, error?.hint, error?.data])).not.toContain('planted');
  });

  it.each([
    ['[mcp_servers.a]\ncommand = "node\n', 'invalid_toml', /^config\.toml:2:11: not valid TOML: /],
    ['model = "x"\n', 'unrecognised_format', /^config\.toml names no server/],
  ])('TOML without a server is called TOML and not JSON: %j', async (text, code, message) => {
    const services = await testServices();
    await services.workspace.open({ path: workspaceFolder([]) });
    const plan = services.catalog.planImport({ files: [{ name: 'config.toml', text }] });
    await expect(plan).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(plan).rejects.toMatchObject({ hint: expect.not.stringContaining('JSON') });
  });

  it('gives the command of each server, quoted for a shell', () => {
    const text = JSON.stringify({
      mcpServers: {
        control: { command: 'a\u001b[2J', args: ["it's\n"] },
        'my server': { command: 'run it', args: ["it's", '$HOME'], env: { KEY: 'planted', OTHER: '${MINE}' } },
      },
    });
    const commands = clientConfigError(text, 'x.json')?.data?.servers;
    expect(commands).toEqual([
      { name: 'control', command: "pegboard import --mcp --name control -- $'a\\x1b[2J' $'it\\'s\\x0a'" },
      {
        name: 'my server',
        command:
          "pegboard import --mcp --name my-server --env KEY --env 'OTHER=${env:MINE}' -- 'run it' 'it'\\''s' '$HOME'",
      },
    ]);
  });

  it('is read in the form of those that are found, without a value', async () => {
    const text = JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['x'], env: { KEY: 'planted' } } } });
    const config = (await readGivenServers(text, 'x.json'))?.config;
    expect(config).toMatchObject({
      client: 'generic',
      path: 'x.json',
      servers: [
        { name: 'files', status: 'not started', variables: ['KEY'], transport: { env: { KEY: '${env:KEY}' } } },
      ],
    });
    expect(JSON.stringify(config)).not.toContain('planted');
  });

  it.each(['{"a": 1}', '{"servers": 3}', '', 'not = [', '[]', '{"mcpServers": {}}'])('%s is none', async (text) => {
    expect(clientConfigError(text, 'x.json')).toBeNull();
    expect(await readGivenServers(text, 'x.json')).toBeNull();
  });
});

it('every id of a client has its definition', () => {
  expect(clients.map(({ client }) => client).sort()).toEqual([...clientIdSchema.options].sort());
});
