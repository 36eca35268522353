import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../src-main/core/files/node-files.ts';
import type { PluginBundle, PluginLoss } from '../../../../src-main/core/plugins/plugin-bundle.ts';
import { readPlugin } from '../../../../src-main/core/plugins/read-plugin.ts';
import { writePlugin } from '../../../../src-main/core/plugins/write-plugin.ts';
import { type PluginFormId, pluginForms } from '../../../../src-shared/domain/plugin-forms.ts';
import { keysOf } from '../../../../src-shared/tables.ts';
import { pluginBundles } from '../../../support/plugin-bundles.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ids = keysOf(pluginForms);
const schemas = resolve(import.meta.dirname, '../../../fixtures/schemas');
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(schemas, `agent-plugins-1.0.0-${name}.schema.json`), 'utf8')) as object;
const ajv = new Ajv2020({ strict: false });
const publishedManifest = ajv.compile(schemaOf('plugin'));
const publishedServers = ajv.compile(schemaOf('mcp'));

/** A bundle written in a form, and read again. */
async function throughForm(bundle: PluginBundle, form: PluginFormId) {
  const written = writePlugin(bundle, form);
  const root = temporaryFolder();
  for (const { path, text } of written.files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const [read, ...others] = await readPlugin(root, nodeFiles);
  expect(others).toEqual([]);
  return { written, root, read };
}

/** What a form says that it keeps of a bundle: everything that no loss names. */
function kept({ metadata, skills, servers }: PluginBundle, losses: readonly PluginLoss[]) {
  const has = (name: string, field: string) => losses.some((loss) => loss.name === name && loss.field === field);
  const author =
    metadata.author && Object.values(metadata.author).some((value) => value !== null) ? metadata.author : null;
  const fields = Object.entries({ ...metadata, author }).filter(([field]) => !has(metadata.name, field));
  const byName = [...servers].filter(({ name }) => !has(name, 'server')).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    metadata: Object.fromEntries(fields),
    skills: [...skills]
      .map(({ folder, files }) => ({ folder, files: files.filter(({ path }) => path === 'SKILL.md') }))
      .sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    servers: byName.map(({ name, transport }) => ({
      name,
      transport: Object.fromEntries(
        Object.entries(transport).filter(([field]) => !has(name, field) && !has(name, 'text')),
      ),
    })),
  };
}

/** The same after a form, without what its losses name. */
function keptOf(bundle: PluginBundle | null | undefined, before: PluginBundle, losses: readonly PluginLoss[]) {
  if (!bundle) throw new Error('The form cannot read what it wrote.');
  const renamed = losses.map((loss) =>
    loss.name === before.metadata.name ? { ...loss, name: bundle.metadata.name } : loss,
  );
  return kept(bundle, renamed);
}

describe('plugins come back from each form', () => {
  for (const form of ids) {
    it(`keeps everything in ${form} that the losses do not name`, async () => {
      await fc.assert(
        fc.asyncProperty(pluginBundles, async (bundle) => {
          const { written, read } = await throughForm(bundle, form);
          expect(keptOf(read?.bundle, bundle, written.losses)).toEqual(kept(bundle, written.losses));
          expect(read?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        }),
        { numRuns: 25 },
      );
    });
  }
});

describe('plugins go from one form to another', () => {
  for (const from of ids) {
    for (const to of ids.filter((id) => id !== from)) {
      it(`keeps everything from ${from} in ${to} that the losses do not name`, async () => {
        await fc.assert(
          fc.asyncProperty(pluginBundles, async (bundle) => {
            const first = (await throughForm(bundle, from)).read?.bundle;
            if (!first) throw new Error('The form cannot read what it wrote.');
            const { written, read } = await throughForm(first, to);
            expect(keptOf(read?.bundle, first, written.losses)).toEqual(kept(first, written.losses));
          }),
          { numRuns: 12 },
        );
      });
    }
  }
});

describe('Agent Plugins 1.0.0', () => {
  it('writes only what the published schemas accept', async () => {
    await fc.assert(
      fc.property(pluginBundles, (bundle) => {
        for (const { path, text } of writePlugin(bundle, 'agent-plugins').files) {
          if (path === 'plugin.json') expect(publishedManifest(JSON.parse(text)), text).toBe(true);
          if (path === 'mcp.json') expect(publishedServers(JSON.parse(text)), text).toBe(true);
        }
      }),
    );
  });

  it('refuses every manifest that the published schema refuses, but for fields that clients ignore', async () => {
    const $schema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('my-plugin', 'My', 'a--b', 'a..b', 'a.b', '-a', ''),
    );
    const field = fc.constantFrom(
      'name',
      'version',
      'author',
      'keywords',
      'license',
      'extensions',
      'homepage',
      '__proto__',
      'x',
    );
    const manifests = fc.dictionary(field, value, { maxKeys: 3, noNullPrototype: true });
    const root = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(manifests, fc.boolean(), async (fields, isNamed) => {
        const manifest = { $schema, ...(isNamed ? { name: 'my-plugin' } : {}), ...fields };
        await writeFile(join(root, 'plugin.json'), JSON.stringify(manifest));
        const [read] = await readPlugin(root, nodeFiles);
        // Clients ignore unknown fields, and extensions that are not an object.
        const { extensions, ...rest } = JSON.parse(JSON.stringify(manifest)) as Record<string, unknown>;
        const isObject = typeof extensions === 'object' && extensions !== null && !Array.isArray(extensions);
        const known = Object.entries(rest).filter(([key]) => key !== 'x' && key !== '__proto__');
        const judged = Object.fromEntries([...known, ...(isObject ? [['extensions', extensions] as const] : [])]);
        expect(read?.bundle !== null, JSON.stringify(manifest)).toBe(publishedManifest(judged));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses every server that the published schema refuses, and keeps the others', async () => {
    const root = temporaryFolder();
    await writeFile(
      join(root, 'plugin.json'),
      JSON.stringify({ $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', name: 'p' }),
    );
    const $schema = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('stdio', 'sse', 'streamable-http', 'node', './bin/x', './x'),
    );
    const field = fc.constantFrom('type', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'other');
    const entry = fc
      .dictionary(field, value, { maxKeys: 3, noNullPrototype: true })
      .chain((fields) =>
        fc.constantFrom(
          fields,
          { type: 'stdio', command: 'node', ...fields },
          { type: 'sse', url: 'https://a.example/', ...fields },
        ),
      );
    await fc.assert(
      fc.asyncProperty(entry, async (fields) => {
        const good = { type: 'stdio', command: 'node' };
        const document = JSON.parse(JSON.stringify({ $schema, mcpServers: { good, odd: fields } })) as {
          mcpServers: object;
        };
        await writeFile(join(root, 'mcp.json'), JSON.stringify(document));
        const [read] = await readPlugin(root, nodeFiles);
        const names = read?.bundle?.servers.map(({ name }) => name);
        expect(names).toContain('good');
        // The schema says less than the text of the specification: what it refuses is refused.
        if (!publishedServers(document)) expect(names).toEqual(['good']);
      }),
      { numRuns: 200 },
    );
  });
});
