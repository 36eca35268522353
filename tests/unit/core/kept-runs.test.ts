import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { keptRuns } from '#core/planner/kept-runs.ts';
import type { KeptRun } from '#shared/domain/kept-run.ts';
import { firstAnswerIsLate } from '../../support/late-answer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const runsIn = (userDataDir: string, files = nodeFiles) => keptRuns({ userDataDir, files, logger: silentLogger });

const run = (second: number): KeptRun => ({
  id: crypto.randomUUID(),
  at: new Date(second * 1000).toISOString(),
  path: 'scenarios/echo.scenario.yaml',
  title: 'echo',
  profile: null,
  live: false,
  steps: 3,
  tokens: null,
  result: 'Cancelled',
  outcome: 'cancelled',
});

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('kept runs', () => {
  it('are there in the next process, the newest first, in files that nobody else can read', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const [first, second] = [run(1), run(2)];
    await runsIn(home).keep({ workspace, run: first, film: 'one' });
    await runsIn(home).keep({ workspace, run: second, film: 'two' });
    const runs = runsIn(home);
    expect(await runs.list({ workspace })).toEqual([second, first]);
    expect(await runs.film({ workspace, id: first.id })).toBe('one');
    const kept = filesBelow(join(home, 'runs'));
    expect(kept).toHaveLength(4);
    for (const { parentPath, name } of kept) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
  });

  it('are gone when they were removed last, though the folder was found for the removal first', async () => {
    const [workspace, one] = [temporaryFolder(), run(1)];
    const runs = runsIn(temporaryFolder(), firstAnswerIsLate('realPath'));
    const kept = runs.keep({ workspace, run: one, film: 'one' });
    expect(await runs.remove({ workspace, id: one.id })).toEqual({ removed: true });
    await kept;
    expect(await runs.list({ workspace })).toEqual([]);
  });

  it('of a workspace are no other workspace’s, however its path is written', async () => {
    const [home, workspace, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const runs = runsIn(home);
    const one = run(1);
    await runs.keep({ workspace: `${workspace}/.`, run: one, film: 'one' });
    expect(await runs.list({ workspace })).toEqual([one]);
    expect(await runs.list({ workspace: other })).toEqual([]);
    expect(await runs.film({ workspace: other, id: one.id })).toBeNull();
    expect(await runs.remove({ workspace: other, id: one.id })).toEqual({ removed: false });
    expect(await runs.list({ workspace })).toHaveLength(1);
  });

  it('go when they are removed', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const runs = runsIn(home);
    const one = run(1);
    await runs.keep({ workspace, run: one, film: 'one' });
    expect(await runs.remove({ workspace, id: one.id })).toEqual({ removed: true });
    expect(await runs.list({ workspace })).toEqual([]);
    expect(await runs.film({ workspace, id: one.id })).toBeNull();
    expect(filesBelow(join(home, 'runs'))).toEqual([]);
  });

  it('are fifty at most, and no more than 64 MB: the oldest go', async () => {
    const [home, many, large] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const runs = runsIn(home);
    for (let i = 0; i < 52; i++) await runs.keep({ workspace: many, run: run(i), film: 'x' });
    const listed = await runs.list({ workspace: many });
    expect(listed).toHaveLength(50);
    expect(listed.at(-1)?.at).toBe(new Date(2000).toISOString());

    const film = 'x'.repeat(7 * 1024 * 1024);
    for (let i = 0; i < 10; i++) await runs.keep({ workspace: large, run: run(i), film });
    expect(await runs.list({ workspace: large })).toHaveLength(9);
  });

  it('leave out a file that is no run', async () => {
    const [home, workspace] = [temporaryFolder(), temporaryFolder()];
    const runs = runsIn(home);
    await runs.keep({ workspace, run: run(1), film: 'one' });
    const [folder = ''] = readdirSync(join(home, 'runs'));
    writeFileSync(join(home, 'runs', folder, 'odd.json'), '{"id": 1}');
    expect(await runs.list({ workspace })).toHaveLength(1);
  });
});
