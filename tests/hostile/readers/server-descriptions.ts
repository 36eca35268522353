import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipFile } from '../../support/zip-file.ts';
import { mutateBytes } from '../mutate/bytes.ts';
import { mutateDocument } from '../mutate/document.ts';
import { projectFolder } from '../sandbox/run-command.ts';
import type { Reader } from './reader.ts';

const fixtures = join(projectFolder, 'tests/fixtures/described');
const seeds = readdirSync(fixtures)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(fixtures, name), 'utf8') }));

/** Registry entries, server cards and bundles: their plan is shown, and no secret of theirs. */
export const serverDescriptions: Reader = {
  name: 'server descriptions',
  cases: 200,
  make: (random, { root }) => {
    const { name, text } = random.pick(seeds);
    const changed = mutateDocument(text, 'json', { random, keepPlaces: true });
    const isBundle = random.chance(0.3);
    const archive = () => zipFile([{ name: 'manifest.json', content: changed.toString('utf8') }]);
    const bytes = isBundle ? mutateBytes(archive(), random) : changed;
    const file = isBundle ? 'bundle.mcpb' : name;
    const human = random.chance(0.4) ? ['--format', 'human'] : [];
    return {
      files: [{ path: `input/${file}`, bytes }],
      commands: [{ args: ['import', '--dry-run', join(root, 'input', file), ...human] }],
      secrets: isBundle ? [] : [...new Set(text.match(/planted-[a-z0-9-]+/g) ?? [])],
    };
  },
};
