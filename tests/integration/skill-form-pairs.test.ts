import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { skillsToCopy } from '#core/plugins/import-plugin.ts';
import { readPlugin } from '#core/plugins/read-plugin.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { type PluginFormId, pluginForms } from '#shared/domain/plugin-forms.ts';
import { keysOf } from '#shared/tables.ts';
import { folderContents } from '../support/folder-contents.ts';
import { gatewayOf, hostAt } from '../support/gateway.ts';
import { everySkillFile } from '../support/gateway-skills.ts';
import { skillServices } from '../support/skill-workspace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Skills as folders, written in a form and read from it into folders again; both are full paths. */
type Form = (folder: string) => Promise<string>;

const noPack = '  skill_packs: [{name: team, path: packs/team, format: skill-md}]\n';

/** A workspace with the skills of a folder in its pack `team`, taken in as the app does it. */
async function taken(folder: string) {
  const services = await skillServices({ skills: noPack, files: { 'packs/team/pack.yaml': 'name: team\n' } });
  const input = { pack: 'team', from: { path: folder } };
  const { plan_hash } = await services.skillEditor.importSkills({ ...input, plan_hash: null });
  await services.skillEditor.importSkills({ ...input, plan_hash });
  return services;
}

const throughPlugin =
  (as: PluginFormId): Form =>
  async (folder) => {
    const services = await taken(folder);
    const target = join(temporaryFolder(), 'plugin');
    const content = {
      kind: 'plugin',
      as,
      name: 'ops',
      version: '1.0.0',
      packs: ['workspace:team'],
      sources: [],
    } as const;
    const { revision } = await services.exports.plan({ target, content });
    await services.exports.apply({ request: { target, content }, revision, decisions: {}, commit: null });
    const [plugin] = await readPlugin(target, nodeFiles);
    if (!plugin) throw new Error(`${as} cannot be read.`);
    const workspace = temporaryFolder();
    const { path, copy } = await skillsToCopy(plugin, { name: 'ops', workspace, files: nodeFiles });
    await copy();
    return join(workspace, path);
  };

const forms: Readonly<Record<string, Form>> = {
  folder: async (folder) => join((await taken(folder)).root, 'packs/team'),
  pack: async (folder) => {
    const [pack, out] = [temporaryFolder(), temporaryFolder()];
    await convertSkills({ path: folder, to: 'yaml', out: pack, overwrite: false }, nodeFiles);
    await convertSkills({ path: pack, to: 'skill-md', out, overwrite: false }, nodeFiles);
    return out;
  },
  ...Object.fromEntries(keysOf(pluginForms).map((form) => [form, throughPlugin(form)])),
  'served over MCP': async (folder) => {
    const served = await everySkillFile(await hostAt(await gatewayOf(await taken(folder))));
    const out = temporaryFolder();
    for (const [uri, latin1] of served) {
      const [, ...parts] = uri
        .replace(/^skill:\/\//, '')
        .split('/')
        .map(decodeURIComponent);
      mkdirSync(dirname(join(out, ...parts)), { recursive: true });
      writeFileSync(join(out, ...parts), latin1, 'latin1');
    }
    return out;
  },
};

/** Bytes of a program or a picture, or a text. Hidden characters of a text are not served, which other tests show. */
const fileBytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from([0, ...bytes])),
  fc.stringMatching(/^[a-z \n]{0,60}$/).map((text) => new TextEncoder().encode(text)),
);

/** Skills with front matter as people write it, and any bytes beside it. */
const skillFolders = fc
  .uniqueArray(fc.constantFrom('one', 'two-words', 'x3'), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({
          name: fc.constant(name),
          quote: fc.constantFrom('', '"', "'"),
          gap: fc.constantFrom(' ', '   '),
          end: fc.constantFrom('', '\n', '\n\n'),
          crlf: fc.boolean(),
          files: fc.dictionary(
            fc.constantFrom('scripts/run.sh', 'references/a b.md', 'ünï.txt', 'logo.png', 'deep/er/x'),
            fileBytes,
            { noNullPrototype: true },
          ),
        }),
      ),
    ),
  );

type SkillFolders = typeof skillFolders extends fc.Arbitrary<infer Value> ? Value : never;

function written(skills: SkillFolders): string {
  const root = temporaryFolder();
  for (const { name, quote, gap, end, crlf, files } of skills) {
    const text = `---\n# who\nname:${gap}${quote}${name}${quote}\ndescription: Does it.\n---\n\n1. Do it.${end}`;
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, 'SKILL.md'), crlf ? text.replaceAll('\n', '\r\n') : text);
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name, path)), { recursive: true });
      writeFileSync(join(root, name, path), bytes);
    }
  }
  return root;
}

/** What stands below a folder, without the file of the pack; a form without folders keeps the SKILL.md only. */
function skillsIn(folder: string, keepsFiles: boolean): Record<string, string> {
  const all = Object.entries(folderContents(folder)).filter(([path]) => path !== 'pack.yaml');
  return Object.fromEntries(all.filter(([path]) => keepsFiles || basename(path) === 'SKILL.md'));
}

const pairs = Object.keys(forms).flatMap((from) => Object.keys(forms).map((to) => [from, to] as const));

describe('skills that go through two forms', () => {
  it.each(pairs)('are the same to the byte: %s, then %s', { timeout: 120_000 }, async (from, to) => {
    await fc.assert(
      fc.asyncProperty(skillFolders, async (skills) => {
        const first = written(skills);
        const last = await forms[to]?.((await forms[from]?.(first)) ?? '');
        const keepsFiles = from !== 'pack' && to !== 'pack';
        expect(skillsIn(last ?? '', keepsFiles)).toEqual(skillsIn(first, keepsFiles));
      }),
      { numRuns: 1 },
    );
  });
});
