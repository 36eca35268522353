import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const done = vi.hoisted((): string[] => []);

/** The file system as it is; renames and what is put on the disk are noted in their order. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      done.push(`rename ${to}`);
    },
    open: async (path: string, ...rest: [string?, number?]) => {
      const handle = await real.open(path, ...rest);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        done.push(`sync ${path}`);
      };
      return handle;
    },
  };
});

describe('a file that was replaced', () => {
  it.skipIf(process.platform === 'win32')(
    'is there after a power loss: its folder is put on the disk after the rename',
    async () => {
      // Files share a process with others: what they loaded has the real file system.
      vi.resetModules();
      const { nodeFiles } = await import('#core/files/node-files.ts');
      const folder = temporaryFolder();
      const [first, second] = [join(folder, 'a'), join(folder, 'below/b')];
      await nodeFiles.writeAll([
        { path: first, text: 'new' },
        { path: second, text: 'new' },
      ]);
      const [text, otherText, ...then] = done;
      expect([text, otherText]).toEqual([
        expect.stringMatching(/^sync .*\.tmp$/),
        expect.stringMatching(/^sync .*\.tmp$/),
      ]);
      expect(then).toEqual([`rename ${first}`, `rename ${second}`, `sync ${folder}`, `sync ${join(folder, 'below')}`]);
    },
  );
});
