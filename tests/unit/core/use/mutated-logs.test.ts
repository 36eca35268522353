import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexDatabase, useSchema } from '#core/db/open-database.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { folderOfUse } from '#core/use/use-store.ts';
import { Random } from '../../../hostile/random.ts';
import { mutatedLog, useLogSeeds } from '../../../hostile/readers/use-logs.ts';
import { casesOf } from '../../../support/depth.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { readUse } from '../../../support/use.ts';
import { plantedSecret } from '../../../support/use-logs.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const mutants = casesOf(2000);

it(`survives ${mutants} mutated logs, keeps nothing but its fields, and reads the good ones beside them`, async () => {
  const [logs, userDataDir] = [temporaryFolder(), temporaryFolder()];
  const root = workspaceFolder([{ name: 'pages.create' }, { name: 'pages.read' }]);
  const random = new Random('mutated logs of use');
  for (let i = 0; i < mutants; i++) {
    const { origin, name, bytes } = mutatedLog(random);
    mkdirSync(join(logs, origin, String(i)), { recursive: true });
    writeFileSync(join(logs, origin, String(i), name), bytes);
  }
  for (const { origin, name, text } of useLogSeeds) write(logs, `${origin}/good/${name}`, text);
  const services = await testServices({ userDataDir });
  await services.workspace.open({ path: root });
  for (const { origin } of useLogSeeds) await services.use.allow({ origin, paths: [join(logs, origin)] });
  const results = await readUse(services);
  expect(results.reduce((sum, { files }) => sum + files, 0)).toBe(mutants + useLogSeeds.length);
  for (const { origin, problem, added, broken, lines } of results.slice(1)) {
    expect({ origin, problem }).toEqual({ origin, problem: null });
    expect(added, origin).toBeGreaterThan(2);
    expect(broken, origin).toBeGreaterThan(0);
    expect(broken, origin).toBeLessThan(lines);
  }
  const report = await services.use.report({});
  expect(report.calls).toBeGreaterThan(0);
  expect(report.days.length).toBeLessThanOrEqual(400);
  const store = join(await folderOfUse(userDataDir, root, nodeFiles), 'use.db');
  const database = openIndexDatabase(store, useSchema);
  const rows = database.prepare('SELECT * FROM events').all() as {
    at: number;
    said: string | null;
    query: string | null;
  }[];
  database.close();
  for (const { at, said, query } of rows) {
    expect(at).toBeGreaterThanOrEqual(Date.UTC(2000, 0, 1));
    expect(said ?? 'name').toMatch(/^[^\s]{1,256}$/);
    expect((query ?? '').length).toBeLessThanOrEqual(4000);
  }
  const databases = [store, `${store}-wal`].filter((path) => existsSync(path));
  expect(databases.some((path) => readFileSync(path).includes(plantedSecret))).toBe(false);
  expect((await readUse(services)).map(({ added }) => added)).toEqual(results.map(() => 0));
}, 600_000);
