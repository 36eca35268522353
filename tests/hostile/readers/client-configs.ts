import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DocumentFormat, mutateDocument } from '../mutate/document.ts';
import { projectFolder } from '../sandbox/run-command.ts';
import type { Reader } from './reader.ts';

const fixtures = join(projectFolder, 'tests/fixtures/client-configs/linux');

/** What other programs keep about their servers, as the fixtures of all clients have it, with planted secrets. */
const seeds = ['home', 'project'].flatMap((side) =>
  readdirSync(join(fixtures, side), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(fixtures.length + 1))
    .sort()
    .map((path) => ({ side, path: path.slice(side.length + 1), text: readFileSync(join(fixtures, path), 'utf8') })),
);

const formatOf = (path: string): DocumentFormat => (path.endsWith('.toml') ? 'toml' : 'json');

/** Whether the change took away the flag that the seed has before a word: then nothing tells that the word is a secret. */
function isBare(secret: string, seed: string, changed: Buffer): boolean {
  const flag = new RegExp(`"--[a-z-]+",\\s*"${secret}"`);
  return flag.test(seed) && !flag.test(changed.toString('latin1'));
}

/** Configurations of other programs, found where they are or given as a file. No value of a secret may be shown. */
export const clientConfigs: Reader = {
  name: 'client configurations',
  cases: 1700,
  make: (random, { root }) => {
    const { side, path, text } = random.pick(seeds);
    const bytes = mutateDocument(text, formatOf(path), { random, keepPlaces: true });
    const secrets = [...new Set(text.match(/planted-[a-z0-9-]+/g) ?? [])].filter(
      (secret) => !isBare(secret, text, bytes),
    );
    const human = random.chance(0.4) ? ['--format', 'human'] : [];
    const isGiven = random.chance(0.4);
    const given = `input/${basename(path)}`;
    return {
      files: [{ path: isGiven ? given : `${side === 'home' ? 'home' : 'workspace'}/${path}`, bytes }],
      commands: [
        { args: isGiven ? ['import', '--dry-run', join(root, given), ...human] : ['import', '--discover', ...human] },
      ],
      secrets,
    };
  },
};
