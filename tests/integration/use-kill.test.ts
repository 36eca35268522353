import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexDatabase, useSchema } from '#core/db/open-database.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { folderOfUse } from '#core/use/use-store.ts';
import { readInProcess } from '../support/read-use-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder, write } from '../support/workspace.ts';

const events = 120_000;

it('goes on where a killed read ended, and counts nothing twice', async () => {
  const [logs, userDataDir] = [temporaryFolder(), temporaryFolder()];
  const folder = workspaceFolder([{ name: 'pages.read' }]);
  const line = (i: number) =>
    JSON.stringify({ time: 1.78e12 + i, session: `s${i % 50}`, tool: 'pages.read', ok: true });
  const path = write(logs, 'long.jsonl', `${Array.from({ length: events }, (_, i) => line(i)).join('\n')}\n`);
  const store = join(await folderOfUse(userDataDir, folder, nodeFiles), 'use.db');
  const kept = () => {
    if (!existsSync(store)) return { events: 0, offset: 0 };
    const database = openIndexDatabase(store, useSchema);
    const count = Number(database.prepare('SELECT count(*) FROM events').pluck().get());
    const offset = Number(database.prepare('SELECT max(offset) FROM files').pluck().get());
    database.close();
    return { events: count, offset };
  };
  const place = { folder, path, userDataDir };
  const { child, figures } = readInProcess('jsonl', place);
  await expect.poll(() => kept().events, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  expect(await figures).toBeNull();
  const killed = kept();
  expect(killed.events).toBeLessThan(events);
  expect(killed.offset).toBeGreaterThan(0);
  const rest = await readInProcess('jsonl', place).figures;
  expect(rest?.added).toBe(events - killed.events);
  expect(kept().events).toBe(events);
  expect((await readInProcess('jsonl', place).figures)?.added).toBe(0);
});
