import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { writeTogether } from '#core/workspace/pending-writes.ts';
import { folderContents } from '../../support/folder-contents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('removes a file also where nothing is written, and the folders of its skill, but no folder beside the pack', async () => {
  const root = temporaryFolder();
  const put = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'text');
  };
  put('sources/a.skills/p/goes/SKILL.md');
  put('sources/a.skills/p/stays/SKILL.md');
  put('lists/old.json');
  const folder = { root, cacheDir: join(root, '.pegboard'), files: nodeFiles };
  await writeTogether(folder, [], [{ from: join(root, 'sources/a.skills/p/goes/SKILL.md'), to: null }]);
  expect(existsSync(join(root, 'sources/a.skills/p/goes'))).toBe(false);
  await writeTogether(folder, [], [{ from: join(root, 'sources/a.skills/p/stays/SKILL.md'), to: null }]);
  await writeTogether(folder, [], [{ from: join(root, 'lists/old.json'), to: null }]);
  expect([existsSync(join(root, 'sources/a.skills')), existsSync(join(root, 'lists'))]).toEqual([true, true]);
  expect(Object.keys(folderContents(root))).toEqual([]);
});
