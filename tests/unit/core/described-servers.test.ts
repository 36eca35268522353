import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { clientConfigError } from '#core/client-configs/recognise-config.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { isPegboardError } from '#shared/errors.ts';
import { asPegboardError } from '../../support/as-pegboard-error.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { servicesWith, workspaceFolder, write } from '../../support/workspace.ts';
import { zipFile } from '../../support/zip-file.ts';

const folder = join(import.meta.dirname, '../../fixtures/described');
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

async function read(file: string, { path = `/bundles/${file}`, platform }: { path?: string; platform?: 'win32' } = {}) {
  const where = platform && { machine: { platform, home: '/home/u' }, files: nodeFiles };
  const given = await readGivenServers(textOf(file), path, where);
  if (!given) throw new Error(`${file} is not recognised.`);
  const servers = given.config.servers.map(({ name, transport, disabled }) => [name, transport, disabled] as const);
  return { ...given, servers, told: given.config.findings.map(({ message }) => message) };
}

describe('an entry of an MCP registry', () => {
  it('becomes the servers that it can be reached as; the first is meant', async () => {
    const { servers, describe: noteOf } = await read('server-npm.json');
    expect(servers).toEqual([
      [
        'weather',
        {
          type: 'stdio',
          command: 'npx',
          args: [
            '-y',
            '--loglevel',
            'error',
            '@example/weather-mcp@1.2.0',
            'serve',
            '--region',
            'eu',
            '${env:DATA_FOLDER}',
          ],
          env: {
            WEATHER_API_KEY: '${env:WEATHER_API_KEY}',
            UNITS: '${env:UNITS:-metric}',
            NODE_OPTIONS: '--max-old-space-size=512',
          },
          cwd: null,
        },
        false,
      ],
      ['weather-uvx', { type: 'stdio', command: 'uvx', args: ['weather-mcp@1.2.0'], env: {}, cwd: null }, true],
      [
        'weather-docker',
        {
          type: 'stdio',
          command: 'docker',
          args: ['run', '-i', '--rm', '-e', 'WEATHER_API_KEY', 'docker.io/example/weather:1.2.0'],
          env: { WEATHER_API_KEY: '${env:WEATHER_API_KEY}' },
          cwd: null,
        },
        true,
      ],
    ]);
    expect(noteOf('WEATHER_API_KEY')).toEqual({ description: 'Key of the weather service.', secret: true });
    expect(noteOf('DATA_FOLDER')).toEqual({ description: 'Where data is kept.', secret: false });
  });

  it('says with the line what it does not carry over', async () => {
    const { config } = await read('server-npm.json');
    expect(config.findings.map(({ message, severity, range }) => [range?.start.line, severity, message])).toEqual([
      [22, 'info', 'PROXY of weather is optional and is left out. Add it to the source if you need it.'],
      [17, 'info', '--cache of weather is optional and is left out. Add it to the source if you need it.'],
      [27, 'warning', 'packages[2] asks for the program "sh"; docker is used in its place.'],
      [28, 'warning', 'packages[3] is a bundle; download it and import the file to use it.'],
      [29, 'warning', 'packages[4] comes from the registry "cargo", and Pegboard cannot start packages from it.'],
      [30, 'warning', 'packages[5] has no identifier that could be the name of a package.'],
    ]);
  });

  it('with addresses has variables in address and headers, and the old transport last', async () => {
    const { servers } = await read('server-remote.json');
    expect(servers).toEqual([
      [
        'analytics',
        {
          type: 'http',
          url: 'https://${env:TENANT}.analytics.example.com/mcp',
          headers: { Authorization: 'Bearer ${env:API_TOKEN}', 'X-Region': '${env:ANALYTICS_X_REGION:-eu-west-1}' },
        },
        false,
      ],
      ['analytics-remote', { type: 'http', url: 'https://analytics.example.com/sse', headers: {} }, true],
    ]);
  });

  it('may be one of a list that a registry answers with', async () => {
    const { servers } = await read('registry-answer.json');
    expect(servers.map(([name, , disabled]) => [name, disabled])).toEqual([
      ['one', false],
      ['one-2', false],
    ]);
  });
});

describe('a server card', () => {
  it('gives the address, and a variable for what signs in', async () => {
    const { servers } = await read('server-card.json');
    expect(servers).toEqual([
      [
        'books',
        {
          type: 'http',
          url: 'https://books.example.com/mcp',
          headers: { Authorization: '${env:BOOKS_AUTHORIZATION}' },
        },
        false,
      ],
    ]);
  });

  it('of the earlier form gives its address and copies no token', async () => {
    const given = await read('early-card.json');
    expect(given.servers).toEqual([
      ['town-library', { type: 'http', url: 'https://library.example/mcp', headers: {} }, false],
    ]);
    expect(given.told).toEqual(['town-library asks you to sign in. Pegboard does not copy the sign-in from the card.']);
    expect(JSON.stringify([given.config, given.config.servers.map((server) => given.valuesOf(server))])).not.toContain(
      'planted',
    );
  });

  it('with definitions of tools is a captured list', () => {
    const list = { serverInfo: { name: 's' }, url: 'https://a.example/mcp', tools: [{ name: 't', inputSchema: {} }] };
    expect(parseCapturedTools(JSON.stringify(list), 'x.json')[0]?.tools).toHaveLength(1);
  });
});

describe('the manifest of a bundle', () => {
  it('gives the command with the options of the user as variables, and no sensitive default', async () => {
    const { servers, told, describe: noteOf, ...rest } = await read('manifest.json');
    expect(servers).toEqual([
      [
        'notes',
        {
          type: 'stdio',
          command: 'node',
          args: [
            '/bundles/server/index.js',
            '--limit',
            '${env:LIMIT:-10}',
            '${env:HOME}/Notes',
            '/srv/notes',
            '${env:NOTES_PATH}',
          ],
          env: { API_KEY: '${env:API_KEY}', MODE: '${env:MODE:-plain}', DATA: '${env:DATA}' },
          cwd: null,
        },
        false,
      ],
    ]);
    expect(noteOf('API_KEY')).toEqual({ description: 'API key: Key of the service.', secret: true });
    expect(JSON.stringify([rest.config, rest.config.servers.map((server) => rest.valuesOf(server))])).not.toContain(
      'planted',
    );
    expect(told).toEqual([
      'The bundle starts in other ways on win32; those are left out.',
      'notes says that it has 2 tools: add_note, find_notes. The import asks the server for their definitions.',
      'folders takes several values. Its defaults are taken over; edit the arguments of the source to change them.',
      'THEME of notes is optional and is left out. Add it to the source if you need it.',
    ]);
  });

  it('is read for the platform that it would start on', async () => {
    const { servers } = await read('manifest.json', { platform: 'win32' });
    expect(servers[0]?.[1]).toMatchObject({ command: 'node.exe', env: { MODE: '${env:MODE:-windows}' } });
  });

  it('has a variable for its folder where that is not known', async () => {
    for (const path of ['manifest.json', '/bundles/notes.mcpb']) {
      const { servers, describe: noteOf } = await read('manifest.json', { path });
      expect(servers[0]?.[1]).toMatchObject({ args: expect.arrayContaining(['${env:NOTES_BUNDLE}/server/index.js']) });
      expect(noteOf('NOTES_BUNDLE').description).toBe('Folder in which the bundle notes is unpacked');
    }
    expect((await read('binary-manifest.json')).servers[0]?.[1]).toMatchObject({
      command: '/bundles/server/box',
      args: ['--config', '/bundles/box.json'],
    });
  });
});

describe('an OpenAPI document', () => {
  it('is not searched for servers, however long it is', async () => {
    const api = { openapi: '3.1.0', info: {}, mcpServers: { a: { command: 'x' } } };
    expect(await readGivenServers(JSON.stringify(api), 'api.json')).toBeNull();
    const config = { mcpServers: { openapi: { command: 'x', args: ['"openapi": "3.'] } } };
    expect((await readGivenServers(JSON.stringify(config), 'x.json'))?.config.servers).toHaveLength(1);
  });
});

describe('a file that is nearly a known form', () => {
  const refusal = (value: unknown): string => {
    try {
      parseCapturedTools(JSON.stringify(value), 'x.json');
    } catch (error) {
      return asPegboardError(error).message;
    }
    throw new Error('It is not refused.');
  };

  it.each([
    [{ paths: { '/a': {} } }, 'looks like an OpenAPI document, but does not say its version in `openapi`'],
    [{ manifest_version: '0.3', name: 'x' }, 'looks like the manifest of an MCP bundle, but has no object in `server`'],
    [{ mcpServers: {} }, 'looks like a client configuration, but has no server in `mcpServers`'],
    [{ tools: 'dynamic' }, 'looks like a tools/list result, but has no list in `tools`'],
    [{ asyncapi: '3.0.0' }, 'is an AsyncAPI document, which describes messages'],
  ])('says what it looks like and what it lacks: %j', (value, reason) => {
    expect(refusal(value)).toContain(`does not contain a list of tools. It ${reason}.`);
  });

  it('says why a described server cannot be started', () => {
    expect(clientConfigError(textOf('no-command.json'), 'no-command.json')).toMatchObject({
      message: 'no-command.json is the manifest of an MCP bundle without a server that can be started.',
      hint: 'empty has no command in server.mcp_config.',
    });
    const none = JSON.stringify({ name: 'a/b', version: '1', packages: [] });
    expect(clientConfigError(none, 'server.json')?.hint).toBe(
      'It needs an address in `remotes`, or a package that can be started.',
    );
  });
});

describe('the doors of an import', () => {
  it('show the plan of a described server and start nothing', async () => {
    const root = workspaceFolder([{ name: 'a.b' }]);
    write(root, 'in/server.json', textOf('server-npm.json'));
    const { code, result } = await runCli(['import', '--dry-run', 'in/server.json'], { cwd: root });
    expect(code).toBe(1);
    expect(result.servers).toMatchObject([
      { name: 'weather', state: 'not_started', missing: ['DATA_FOLDER', 'WEATHER_API_KEY'] },
      { name: 'weather-uvx', state: 'left_out' },
      { name: 'weather-docker', state: 'left_out' },
    ]);
    expect(JSON.stringify(result.findings)).toContain('PROXY of weather is optional');
  });

  it('take a bundle as a file', async () => {
    const root = workspaceFolder([{ name: 'a.b' }]);
    const bundle = join(temporaryFolder(), 'notes.mcpb');
    writeFileSync(bundle, zipFile([{ name: 'manifest.json', content: textOf('manifest.json') }]));
    const { result } = await runCli(['import', '--dry-run', bundle], { cwd: root });
    expect(result.servers).toMatchObject([{ name: 'notes', missing: expect.arrayContaining(['NOTES_BUNDLE']) }]);
  });

  it('take every form from stdin', async () => {
    const root = workspaceFolder([{ name: 'a.b' }]);
    const api = readFileSync(join(folder, '../openapi/library-3.0.yaml'), 'utf8');
    const read = await runCli(['import', '--dry-run', '-'], { cwd: root, stdin: api });
    expect(read.result).toMatchObject({ source: 'Town-Library', written: false });
    const card = await runCli(['import', '--dry-run', '-'], { cwd: root, stdin: textOf('server-card.json') });
    expect(card.result.servers).toMatchObject([{ name: 'books', missing: ['BOOKS_AUTHORIZATION'] }]);
  });

  it('review what the app was given, with its values out of the answer', async () => {
    const services = await servicesWith([]);
    const review = await services.discovery.review({
      origin: { kind: 'text', name: 'manifest.json', text: textOf('manifest.json') },
    });
    expect(review.servers.map(({ name }) => name)).toEqual(['notes']);
    expect(review.variables.find(({ name }) => name === 'API_KEY')).toMatchObject({ secret: true, available: [] });
    expect(JSON.stringify(review)).not.toContain('planted');
  });
});

describe('a mutated description', () => {
  it.each(files)('is read or refused with a clear error: %s', async (file) => {
    const original: unknown = JSON.parse(textOf(file));
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        '',
        0,
        true,
        [],
        {},
        'x',
        '${user_config.a}',
        '{a}',
        [[{}]],
        { toString: 1 },
        { $ref: 1 },
      ),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(200), odd), { minLength: 1, maxLength: 4 }), async (changes) => {
        const text = JSON.stringify(changes.reduce<unknown>((value, [at, put]) => replaced(value, at, put), original));
        const given = await readGivenServers(text, `/x/${file}`);
        for (const { name, transport } of given?.config.servers ?? []) {
          expect(name).not.toBe('');
          expect(JSON.stringify(transport)).not.toMatch(/user_config|__dirname|planted/);
        }
        try {
          parseCapturedTools(text, file);
        } catch (error) {
          if (!isPegboardError(error)) throw error;
        }
      }),
      { numRuns: 80 },
    );
  });
});

/** A copy with the value at a position in it, counted from the outside, replaced. */
function replaced(value: unknown, at: number, put: unknown): unknown {
  let left = at;
  const walk = (one: unknown): unknown => {
    left -= 1;
    if (left === -1) return put;
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value);
}
