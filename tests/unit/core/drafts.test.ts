import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Drafts } from '#core/drafts/drafts.ts';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import type { PutDraftInput } from '#shared/domain/draft.ts';
import { PegboardError } from '#shared/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const draftsIn = (userDataDir: string, files: Files = nodeFiles) => {
  let time = 0;
  return new Drafts({ userDataDir, files, logger: silentLogger, now: () => (time += 1000) });
};

const draft = (workspace: string, more: Partial<PutDraftInput> = {}): PutDraftInput => ({
  workspace,
  id: 'pack:billing/skills.yaml',
  title: 'skills.yaml',
  path: 'packs/billing/skills.yaml',
  base_hash: 'h1',
  text: 'half a sent',
  ...more,
});

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('drafts', () => {
  it('are there in the next process, the last one first, in files that nobody else can read', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const before = draftsIn(home);
    await before.put(draft(workspace));
    await before.put(
      draft(workspace, { id: 'overlay:a.b', title: 'a.b', path: null, base_hash: null, text: '{"x":1}' }),
    );
    await before.put(draft(workspace, { text: 'half a sentence' }));
    const after = draftsIn(home);
    expect((await after.list({ workspace })).map(({ id, length }) => [id, length])).toEqual([
      ['pack:billing/skills.yaml', 15],
      ['overlay:a.b', 7],
    ]);
    expect(await after.read({ workspace, id: 'pack:billing/skills.yaml' })).toMatchObject({
      text: 'half a sentence',
      base_hash: 'h1',
    });
    const kept = filesBelow(join(home, 'drafts'));
    expect(kept).toHaveLength(2);
    for (const { parentPath, name } of kept) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
    expect(filesBelow(workspace)).toEqual([]);
  });

  it('are listed with those that are being written, as by a window that goes while the next one begins', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const slow: Files = {
      ...nodeFiles,
      realPath: (path) => setTimeout(20).then(() => nodeFiles.realPath(path)),
      writeAll: (writes) => setTimeout(50).then(() => nodeFiles.writeAll(writes)),
    };
    const drafts = draftsIn(home, slow);
    const putting = drafts.put(draft(workspace));
    expect((await drafts.list({ workspace })).map(({ length }) => length)).toEqual([11]);
    await putting;
  });

  it('of a workspace are no other workspace’s, however its path is written', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const drafts = draftsIn(home);
    await drafts.put(draft(`${workspace}/.`));
    expect(await drafts.list({ workspace })).toHaveLength(1);
    expect(await drafts.list({ workspace: temporaryFolder() })).toEqual([]);
  });

  it('go when they are saved or thrown away', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const drafts = draftsIn(home);
    const at = { workspace, id: 'pack:billing/skills.yaml' };
    await drafts.put(draft(workspace));
    expect(await drafts.drop(at)).toEqual({ dropped: true });
    expect(await drafts.drop(at)).toEqual({ dropped: false });
    expect(await drafts.read(at)).toBeNull();
    expect(filesBelow(join(home, 'drafts'))).toEqual([]);
  });

  it('keep the order of what was asked, however long the disk takes', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    let slow = Promise.withResolvers<void>();
    const first = slow;
    let turns = 3;
    const drafts = draftsIn(home, {
      ...nodeFiles,
      // The later it is asked, the sooner it answers.
      realPath: async (path) => {
        for (let left = turns--; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
        return path;
      },
      writeAll: async (writes) => {
        const wait = slow;
        slow = Promise.withResolvers();
        slow.resolve();
        await wait.promise;
        return nodeFiles.writeAll(writes);
      },
    });
    const puts = ['one', 'two', 'three'].map((text) => drafts.put(draft(workspace, { text })));
    first.resolve();
    await Promise.all(puts);
    expect(await drafts.read({ workspace, id: 'pack:billing/skills.yaml' })).toMatchObject({ text: 'three' });
  });

  it('are the old one when the disk is full, and says so', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    await draftsIn(home).put(draft(workspace));
    const full = draftsIn(home, {
      ...nodeFiles,
      writeAll: async () => Promise.reject(new PegboardError('disk_full', 'The disk is full.')),
    });
    await expect(full.put(draft(workspace, { text: 'more' }))).rejects.toMatchObject({ code: 'disk_full' });
    expect(await full.read({ workspace, id: 'pack:billing/skills.yaml' })).toMatchObject({ text: 'half a sent' });
  });

  it('are at most 200, and the 201st is refused rather than another lost', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const names = Array.from({ length: 200 }, (_, n) => `${n.toString(16).padStart(64, '0')}.json`);
    const drafts = draftsIn(home, { ...nodeFiles, list: async () => names });
    await expect(drafts.put(draft(workspace))).rejects.toMatchObject({ code: 'drafts_full' });
  });

  it('leave a damaged file alone, list the others, and clear away what a killed write left', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    await draftsIn(home).put(draft(workspace));
    const [kept] = filesBelow(join(home, 'drafts'));
    const folder = kept?.parentPath ?? '';
    const damaged = `${'ab'.repeat(32)}.json`;
    writeFileSync(join(folder, damaged), '{"id": "pack:x", "te');
    writeFileSync(join(folder, `.${kept?.name}.0000.tmp`), '{"id": "pa');
    expect((await draftsIn(home).list({ workspace })).map(({ id }) => id)).toEqual(['pack:billing/skills.yaml']);
    expect(readdirSync(folder).sort()).toEqual([damaged, kept?.name].sort());
    expect(readFileSync(join(folder, damaged), 'utf8')).toContain('pack:x');
  });
});
