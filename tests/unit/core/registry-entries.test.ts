import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { clientConfigError } from '#core/client-configs/recognise-config.ts';
import { asPegboardError } from '../../support/as-pegboard-error.ts';

async function read(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  const given = await readGivenServers(text, 'server.json');
  return {
    servers: given?.config.servers.map(({ name, transport, disabled }) => {
      const how =
        transport.type === 'stdio' ? [transport.command, ...transport.args] : [transport.url, transport.headers];
      return [name, ...how, ...(disabled ? ['off'] : [])];
    }),
    told: given?.config.findings.map(({ message, range }) => [range?.start.line, message]),
    given,
  };
}

const refusal = (value: unknown) => clientConfigError(JSON.stringify(value), 'server.json');
const entry = (more: object) => ({ name: 'org.example/pier', description: 'Boats at a pier.', ...more });

describe('an entry of an MCP registry as people write it', () => {
  it('of 2025-07-09 has its names in snake case, and its image without a tag', async () => {
    const { servers, given } = await read(
      readFileSync(join(import.meta.dirname, '../../fixtures/described/server-2025-07.json'), 'utf8'),
    );
    expect(servers).toEqual([
      ['tides', 'dnx', '--yes', 'Example.Tides@0.3.0-beta', '--', 'mcp'],
      [
        'tides-docker',
        ...['docker', 'run', '-i', '--rm', '--mount', 'type=bind,src=${env:CHARTS},dst=/charts'],
        ...['example/tides:0.3.0', '/charts', 'off'],
      ],
      ['tides-remote', 'https://tides.example/sse', {}, 'off'],
    ]);
    expect(given?.describe('CHARTS')).toEqual({ description: 'Folder of sea charts.', secret: false });
  });

  it('needs no version where its packages name their registry', async () => {
    const early = entry({ packages: [{ registry_name: 'pypi', name: 'pier-mcp', version: '1.0.0' }] });
    expect((await read(early)).servers).toEqual([['pier', 'uvx', 'pier-mcp@1.0.0']]);
    const mixed = entry({ packages: [{ registryType: 'npm', name: 'pier-mcp', version: 'latest' }] });
    expect((await read(mixed)).servers).toEqual([['pier', 'npx', '-y', 'pier-mcp@latest']]);
  });

  it('may be the only one of a list, with places in that list', async () => {
    const packages = [
      { registryType: 'npm', identifier: 'pier-mcp' },
      { registryType: 'cargo', identifier: 'pier' },
    ];
    const { servers, told } = await read([entry({ version: '1.0.0', packages }), { other: true }]);
    expect(servers).toEqual([['pier', 'npx', '-y', 'pier-mcp']]);
    expect(told).toEqual([
      [11, '[0].packages[1] comes from the registry "cargo", and Pegboard cannot start packages from it.'],
    ]);
  });

  it('keeps a variable that it marks by `required`, which is not in the form', async () => {
    const environmentVariables = [
      { name: 'PIER_URL', description: 'Where the pier is.', required: true },
      { name: 'PIER_COLOUR', required: false },
    ];
    const { given, told } = await read(
      entry({ version: '1', packages: [{ registryType: 'npm', identifier: 'pier-mcp', environmentVariables }] }),
    );
    expect(given?.config.servers[0]?.transport).toMatchObject({ env: { PIER_URL: '${env:PIER_URL}' } });
    expect(told?.map(([, message]) => message)).toEqual([
      'PIER_COLOUR of pier is optional and is left out. Add it to the source if you need it.',
    ]);
  });

  it('has an address that begins with a variable, or an image with a digest', async () => {
    const variables = { baseUrl: { description: 'Address of the pier.', isRequired: true } };
    const remotes = [{ type: 'streamable-http', url: '{baseUrl}/mcp', variables }];
    expect((await read(entry({ version: '1', remotes }))).servers).toEqual([['pier', '${env:BASEURL}/mcp', {}]]);
    const packages = [{ registryType: 'oci', identifier: 'ghcr.io/o/pier:v1@sha256:0f00', version: '1' }];
    expect((await read(entry({ version: '1', packages }))).servers).toEqual([
      ['pier', 'docker', 'run', '-i', '--rm', 'ghcr.io/o/pier:v1@sha256:0f00'],
    ]);
  });

  it('with names of its tools is still the way to their server', async () => {
    const remotes = [{ type: 'streamable-http', url: 'https://pier.example/mcp' }];
    for (const tools of [['moor'], [{ name: 'moor', description: 'Moors a boat.' }]]) {
      expect((await read(entry({ version: '1', remotes, tools }))).servers).toEqual([
        ['pier', 'https://pier.example/mcp', {}],
      ]);
    }
  });
});

describe('an entry that nothing can be started of', () => {
  const starts = (one: object) => refusal(entry({ version: '1', packages: [one] }))?.hint;

  it('says what its package lacks', () => {
    expect(starts({ type: 'pypi', name: 'pier-mcp' })).toBe(
      'packages[0] does not say in `registryType` which registry it comes from.',
    );
    expect(starts({ registryType: 'pypi', identifier: 'git+https://code.example/pier' })).toBe(
      'packages[0] has no identifier that could be the name of a package.',
    );
    expect(starts({ registryType: 'npm', identifier: 'pier', transport: { type: 'http' } })).toBe(
      'packages[0] starts a server that is reached over "http"; start it yourself and import its address.',
    );
  });

  it.each([
    { url: 'https://pier.example/mcp' },
    { url: 'https://pier.example/mcp', transport: 'sse', version: '1' },
    { server: { url: 'https://pier.example' }, homepage: 'https://pier.example' },
    { transports: [{ type: 'stdio', command: 'npx' }], homepage: 'https://pier.example' },
    { remotes: { 'https://pier.example': { transport: 'http' } } },
  ])('says which lists it needs where its address is in a field of its own: %j', (more) => {
    try {
      parseCapturedTools(JSON.stringify(entry(more)), 'server.json');
    } catch (error) {
      expect(asPegboardError(error).message).toBe(
        'server.json does not contain a list of tools. It looks like an entry of an MCP registry, but has no list in `remotes` or `packages`.',
      );
      return;
    }
    throw new Error('It is not refused.');
  });
});
