import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readGivenServers } from '#core/client-configs/given-servers.ts';

const schemas = join(import.meta.dirname, '../../fixtures/schemas');
const described = join(import.meta.dirname, '../../fixtures/described');
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

/** The published check of the manifest of a bundle, by its version. */
const checks = new Map(
  readdirSync(schemas).flatMap((name) => {
    const version = /^mcpb-manifest-(.+)\.schema\.json$/.exec(name)?.[1];
    return version === undefined
      ? []
      : [[version, new Ajv({ strict: false, validateFormats: false }).compile(readJson(join(schemas, name)))] as const];
  }),
);

describe(`the published schemas of MCPB manifests, ${[...checks.keys()].join(', ')}`, () => {
  it('accept the manifests that our tests read', () => {
    for (const name of ['manifest.json', 'binary-manifest.json']) {
      const manifest = readJson(join(described, name));
      const check = checks.get(String(manifest.manifest_version ?? manifest.dxt_version));
      expect([name, check?.(manifest), check?.errors]).toEqual([name, true, null]);
    }
  });

  const whole = (version: string, type: string) => ({
    ...(version === '0.1' ? { dxt_version: version } : { manifest_version: version }),
    name: 'notes',
    version: '1.0.0',
    description: 'Notes.',
    author: { name: 'Somebody' },
    server: { type, entry_point: 'main', mcp_config: { command: 'node', args: [`\${__dirname}/main`] } },
  });
  const types = (version: string) => ['node', 'python', 'binary', ...(version === '0.4' ? ['uv'] : [])];
  const cases = [...checks.keys()].flatMap((version) => types(version).map((type) => [version, type] as const));

  it.each(cases)('accept in %s what we read as a server of the type %s', async (version, type) => {
    const manifest = whole(version, type);
    const check = checks.get(version);
    expect([check?.(manifest), check?.errors]).toEqual([true, null]);
    const given = await readGivenServers(JSON.stringify(manifest), '/bundles/manifest.json');
    expect(given?.config.servers.map(({ name }) => name)).toEqual(['notes']);
  });

  it.each([...checks.keys()])('refuse in %s a manifest without a server, and so do we', async (version) => {
    const { server: _, ...manifest } = whole(version, 'node');
    expect(checks.get(version)?.(manifest)).toBe(false);
    const given = await readGivenServers(JSON.stringify(manifest), '/bundles/manifest.json').catch(() => null);
    expect(given?.config.servers ?? []).toEqual([]);
  });
});

describe('the schemas of server.json, 2025-07-09 and 2025-12-11 (their rules, rewritten: no npm package has them)', () => {
  const checkOf = (version: string) =>
    new Ajv({ strict: false }).compile(readJson(join(schemas, `server-json-${version}.schema.json`)));

  it.each([
    ['server-2025-07.json', '2025-07-09'],
    ['server-npm.json', '2025-12-11'],
    ['server-remote.json', '2025-12-11'],
  ])('accept %s, which our tests read', (name, version) => {
    const check = checkOf(version);
    expect([check(readJson(join(described, name))), check.errors]).toEqual([true, null]);
  });

  it('refuse an entry with the fields of another version', () => {
    expect(checkOf('2025-12-11')(readJson(join(described, 'server-2025-07.json')))).toBe(false);
    const { version: _, ...entry } = readJson(join(described, 'server-npm.json'));
    expect(checkOf('2025-12-11')(entry)).toBe(false);
  });
});
