import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UserFile } from '#core/db/user-file.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { recordingLogger } from '../../contract/recording-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Files of one folder, as processes have one each, and what they logged. */
function filesIn(userDataDir: string) {
  const logger = recordingLogger();
  const make = () =>
    new UserFile<readonly number[]>({
      ...{ userDataDir, name: 'numbers', schema: z.array(z.number()), empty: [], files: nodeFiles, logger },
      unreadable: 'The numbers cannot be read.',
    });
  return { make, logger };
}

describe('a file of the user', () => {
  it('takes the changes of all who have it, one after the other', async () => {
    const { make } = filesIn(temporaryFolder());
    const all = Array.from({ length: 6 }, make);
    const numbers = Array.from({ length: 30 }, (_, i) => i);
    await Promise.all(numbers.map((i) => all[i % 6]?.change((before) => [...before, i])));
    const [first] = all;
    expect((await first?.read())?.toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('is read after what was asked before, in the order in which it was asked', async () => {
    const file = filesIn(temporaryFolder()).make();
    const late = file.change(async (before) => {
      await new Promise((end) => setTimeout(end, 20));
      return [...before, 1];
    });
    const next = file.change((before) => [...before, 2]);
    expect(await file.read()).toEqual([1, 2]);
    await Promise.all([late, next]);
  });

  it('is neither locked nor made for a change that changes nothing', async () => {
    const folder = temporaryFolder();
    await filesIn(folder)
      .make()
      .change(() => null);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays as it is where a change fails, and the next one is made', async () => {
    const file = filesIn(temporaryFolder()).make();
    await file.change(() => [1]);
    await expect(file.change(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await file.change((before) => [...before, 2]);
    expect(await file.read()).toEqual([1, 2]);
  });

  it('counts as empty where it cannot be read, and is put aside by the next change, not by one of nothing', async () => {
    const folder = temporaryFolder();
    const { make, logger } = filesIn(folder);
    const file = make();
    writeFileSync(file.path, '["a-secret"');
    expect(await file.read()).toEqual([]);
    await file.change(() => null);
    expect(readFileSync(file.path, 'utf8')).toBe('["a-secret"');
    await file.change((before) => [...before, 1]);
    expect([await file.read(), readFileSync(`${file.path}.damaged`, 'utf8')]).toEqual([[1], '["a-secret"']);
    const said = logger.lines.join('\n');
    expect(said).toContain('The numbers cannot be read.');
    expect(said).not.toContain('a-secret');
  });

  it.skipIf(process.platform === 'win32')('is for its user only, also when somebody opened it', async () => {
    const { make, logger } = filesIn(temporaryFolder());
    const file = make();
    await file.change(() => [1]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    chmodSync(file.path, 0o644);
    expect(await file.read()).toEqual([1]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(logger.lines.join('\n')).toContain('Other users of this computer could read a file of yours.');
  });
});
