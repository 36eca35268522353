import fc from 'fast-check';
import type { PluginBundle, PluginMetadata, PluginServer } from '../../src-main/core/plugins/plugin-bundle.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.isWellFormed());
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const path = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const variable = fc
  .stringMatching(/^[A-Z][A-Z0-9_]{0,9}$/)
  .filter((name) => !/^(?:CLAUDE_)?PLUGIN_(?:ROOT|DATA)$/.test(name));
const reference = fc.oneof(
  variable.map((name) => `\${env:${name}}`),
  fc.tuple(variable, word).map(([name, fallback]) => `\${env:${name}:-${fallback}}`),
);
/** A text without a `${` that would mean something in one of the forms. */
const plain = line.filter((text) => !text.includes('$'));
const placed = fc
  .tuple(fc.constantFrom('PLUGIN_ROOT', 'PLUGIN_DATA'), path)
  .map(([folder, below]) => `\${${folder}}/${below}`);
const text = fc.oneof({ weight: 4, arbitrary: plain }, placed, reference);
const headerValue = fc.stringMatching(/^[ -#%-~]{1,20}$/);
const folder = fc.oneof(fc.constantFrom(`\${PLUGIN_ROOT}`, `\${PLUGIN_DATA}`), placed);

/** Variables that a server gets under their own names, beside plain values. */
const passedOn = fc
  .tuple(
    fc.uniqueArray(variable, { maxLength: 2 }),
    fc.dictionary(variable, plain, { maxKeys: 2, noNullPrototype: true }),
  )
  .map(([names, values]) => ({ ...values, ...Object.fromEntries(names.map((name) => [name, `\${env:${name}}`])) }));

const stdio = fc.record({
  type: fc.constant('stdio' as const),
  command: fc.oneof(
    word,
    path.map((below) => `\${PLUGIN_ROOT}/${below}`),
    path.map((below) => `/opt/${below}`),
  ),
  args: fc.array(text, { maxLength: 3 }),
  env: fc.oneof(fc.dictionary(variable, text, { maxKeys: 3, noNullPrototype: true }), passedOn),
  cwd: maybe(folder),
});
const remote = fc.record({
  type: fc.constantFrom('http' as const, 'sse' as const),
  url: fc.tuple(word, path).map(([host, below]) => `https://${host}.example/${below}`),
  headers: fc.dictionary(
    fc.constantFrom('Authorization', 'X-Tenant', 'X-Key'),
    fc.oneof(
      headerValue,
      reference,
      variable.map((name) => `Bearer \${env:${name}}`),
    ),
    { maxKeys: 3, noNullPrototype: true },
  ),
});

const server: fc.Arbitrary<PluginServer> = fc.record({
  name: fc.oneof({ weight: 5, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/) }, line),
  transport: fc.oneof(stdio, remote),
});

const metadata: fc.Arbitrary<PluginMetadata> = fc.record({
  name: fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom('-', '.').map((sign) => parts.join(sign))),
  title: maybe(line),
  version: maybe(
    fc.oneof(
      fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.')),
      line,
    ),
  ),
  description: maybe(line),
  author: maybe(fc.record({ name: maybe(line), email: maybe(line), url: maybe(line) })),
  homepage: maybe(line),
  repository: maybe(line),
  license: maybe(line),
  keywords: fc.array(line, { maxLength: 3 }),
  extensions: fc.dictionary(
    word.map((name) => `com.${name}`),
    fc.dictionary(word, line, { noNullPrototype: true }),
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  ),
});

/** Bundles of every kind that the model knows, also such as no form can write in full. */
export const pluginBundles: fc.Arbitrary<PluginBundle> = fc.record({
  metadata,
  skills: fc.uniqueArray(word, { maxLength: 3 }).chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.array(fc.tuple(word, line), { maxLength: 2 }).map((others) => ({
          folder: name,
          files: [
            { path: 'SKILL.md', text: `---\nname: ${name}\ndescription: Does ${name}.\n---\nUse it.\n` },
            ...[...new Map(others)].map(([file, content]) => ({ path: `references/${file}.md`, text: content })),
          ],
        })),
      ),
    ),
  ),
  servers: fc.uniqueArray(server, { maxLength: 4, selector: ({ name }) => name }),
});
