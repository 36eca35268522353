import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { ImportFacts } from '#core/sources/import-facts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-facts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fact = { at: '2026-01-02T03:04:05.000Z', protocol_version: '2026-03-26', server: null, stale: false };

it('imports that two processes note at the same moment are all noted', async () => {
  // Each has its own instance, as a process has.
  const processes = [new ImportFacts(nodeFiles), new ImportFacts(nodeFiles)];
  const names = Array.from({ length: 12 }, (_, n) => `source-${n}`);
  await Promise.all(names.map((name, n) => processes[n % 2]?.note(folder, name, fact)));
  expect(Object.keys((await processes[0]?.read(folder)) ?? {}).sort()).toEqual([...names].sort());
});

it('a folder that is gone is not made again', async () => {
  const gone = join(folder, 'gone');
  await new ImportFacts(nodeFiles).note(gone, 'a', fact);
  expect(await nodeFiles.exists(gone)).toBe(false);
});
