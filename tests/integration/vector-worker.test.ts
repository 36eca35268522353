import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import type { Services } from '#core/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { builtWorkers, names, search, testServices, workspaceFolder, write } from '../support/workspace.ts';

const many = Array.from({ length: 2100 }, (_, i) => ({
  name: `files.read_${i}`,
  description: `Read the text file number ${i}.`,
}));
const forecast = { name: 'weather.forecast', description: 'Get the weather of the next days for a city.' };

/** No word of it is in the tool that it means. */
const query = 'umbrella and raincoat';

async function opened(root: string, workers: URL | undefined): Promise<Services> {
  const services = await testServices({ workers });
  await services.workspace.open({ path: root });
  return services;
}

const found = async (services: Services) => names(await search(services, { query }));
const fileOf = (root: string) => readFileSync(join(root, '.pegboard/tool_vectors.bin'));

it('words answer while a thread makes the vectors of a large catalog, a restart reads them, and a host without threads finds the same', async () => {
  const root = workspaceFolder([...many, forecast]);
  const services = await opened(root, builtWorkers);
  // The thread has not even started when the first search is answered.
  expect(await found(services)).toEqual([]);
  await vi.waitFor(async () => expect((await found(services))[0]).toBe(forecast.name), { timeout: 30_000 });
  await vi.waitFor(() => expect(fileOf(root).toString('latin1', 0, 4)).toBe('PBT1'), { timeout: 30_000 });
  const first = fileOf(root);
  await services.close();

  const again = await opened(root, builtWorkers);
  await vi.waitFor(async () => expect((await found(again))[0]).toBe(forecast.name), { timeout: 30_000 });
  expect(fileOf(root).equals(first)).toBe(true);
  await again.close();

  const alone = await opened(root, undefined);
  expect((await found(alone))[0]).toBe(forecast.name);
  expect(fileOf(root).equals(first)).toBe(true);
  await alone.close();
});

it('a thread that crashes costs time only: the vectors are made without it', async () => {
  const folder = temporaryFolder();
  write(folder, 'package.json', '{"type": "module"}');
  write(folder, 'index-worker.js', `await import(${JSON.stringify(new URL('index-worker.js', builtWorkers).href)});\n`);
  write(folder, 'vector-worker.js', 'throw new Error("no memory");\n');
  const services = await opened(workspaceFolder([...many, forecast]), pathToFileURL(`${folder}/`));
  await vi.waitFor(async () => expect((await found(services))[0]).toBe(forecast.name), { timeout: 30_000 });
  await services.close();
});
