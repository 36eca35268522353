import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexDatabase, experimentSchema as schema } from '#core/db/open-database.ts';
import { ExperimentFiles } from '#core/experiments/store/experiment-files.ts';
import { ExperimentStore } from '#core/experiments/store/experiment-store.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { experimentSchema } from '#shared/domain/experiment.ts';
import { recordingLogger } from '../../../contract/recording-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

function begin(store: ExperimentStore, id: string, minute: number): void {
  const started = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const head = { id, name: 'x', started, ended: null, state: 'done', stopped_by: null } as const;
  const experiment = experimentSchema.parse({});
  const rest = { model: 'scripted agents', arms: ['all'], tasks: 0, repetitions: 1 };
  store.begin({ experiment, workspace: { text: '', tools: {} }, head: { ...head, ...rest } }, [], []);
}

async function kept(count: number) {
  const [userDataDir, root] = [temporaryFolder(), temporaryFolder()];
  const files = new ExperimentFiles({ userDataDir, files: nodeFiles, logger: recordingLogger() });
  const ids = Array.from({ length: count }, () => randomUUID() as string);
  await files.create(root, ids[0] ?? '', async (store) => begin(store, ids[0] ?? '', 0));
  const [workspace = ''] = readdirSync(join(userDataDir, 'experiments'));
  const folder = join(userDataDir, 'experiments', workspace);
  for (const [minute, id] of ids.entries()) {
    if (minute === 0) continue;
    const path = join(folder, `${id}.db`);
    const store = new ExperimentStore(openIndexDatabase(path, schema), path);
    begin(store, id, minute);
    store.close();
  }
  return { files, root, folder, ids };
}

it('the oldest experiment goes when there are more than fifty', async () => {
  const { files, root, ids } = await kept(51);
  const id = randomUUID();
  await files.create(root, id, async (store) => begin(store, id, 100));
  const listed = (await files.list(root)).map((run) => run.id);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toBe(id);
  expect(listed).not.toContain(ids[0]);
  expect(listed).not.toContain(ids[1]);
  expect(listed).toContain(ids[2]);
});

it('a file that is damaged or of nobody is left out, and the others are listed', async () => {
  const { files, root, folder, ids } = await kept(2);
  const [first = '', second = ''] = ids;
  writeFileSync(join(folder, `${first}.db`), 'not a database, and long enough to be read as one'.repeat(100));
  writeFileSync(join(folder, 'notes.db'), 'mine');
  expect((await files.list(root)).map((run) => run.id)).toEqual([second]);
  await expect(files.read(root, first, () => null)).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(files.read(root, randomUUID(), () => null)).rejects.toMatchObject({ code: 'unknown_run' });
  expect(await files.remove(root, first)).toBe(true);
  expect(await files.remove(root, first)).toBe(false);
  expect(readdirSync(folder).some((name) => name.startsWith(first))).toBe(false);
});
