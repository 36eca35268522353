import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [processes, files] = [4, 60];

/** Opens one new file after the other, each at the moment when the other processes open it too. */
const script = `
  const { openIndexDatabase, useSchema } = await import('#core/db/open-database.ts');
  const [folder, begin, files] = process.argv.slice(1);
  for (let i = 0; i < Number(files); i++) {
    while (Date.now() < Number(begin) + 25 * i);
    try {
      openIndexDatabase(folder + '/' + i + '.db', useSchema).close();
    } catch (error) {
      console.log(i + ': ' + error.message);
    }
  }`;

it('processes that open a new database at the same moment all get it', async () => {
  const folder = temporaryFolder();
  // A process that is late opens what is there by then; those that are in time meet.
  const begin = String(Date.now() + 1500);
  const failures = await Promise.all(
    Array.from({ length: processes }, async () => {
      const given = ['--input-type=module', '-e', script, folder, begin, String(files)];
      const child = spawn(process.execPath, given, {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      expect(child.exitCode).toBe(0);
      return said;
    }),
  );
  expect(failures.join('')).toBe('');
});
