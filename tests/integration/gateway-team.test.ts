import { expect, it, onTestFinished, vi } from 'vitest';
import { describeWithPostgres } from '../support/postgres.ts';
import { Team } from '../support/team/team.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const size = { processes: 2, callers: 8, personas: 4, tools: 80, upstreams: 5 };

/** `npm run bench:team -- --kills` does the same to a large team for minutes. */
describeWithPostgres('a team whose processes, store and network fail', (database) => {
  it('never shows the view of another persona, and loses nothing that was acknowledged', async () => {
    const place = { root: temporaryFolder(), env: { PEGBOARD_HOME: temporaryFolder() } };
    let isOver = false;
    const team = await Team.start(place, size, database);
    onTestFinished(async () => {
      isOver = true;
      await team.close();
    });
    const { evidence, operator, processes } = team;
    const loading = team.load('all', () => isOver);
    const answered = () => [...evidence.answered.values()].reduce((sum, count) => sum + count, 0);
    // Each disturbance comes while callers are served, however slow the machine is.
    const served = (more = 30) => {
      const before = answered();
      return vi.waitFor(() => expect(answered()).toBeGreaterThan(before + more), { timeout: 100_000, interval: 20 });
    };
    const disturbances = [
      () => team.kill(0),
      () => team.restartStore('at once', 200),
      () => team.cutNetwork('cut', 500),
      // Longer than a statement may take: what was sent meanwhile arrives after the gateway gave up.
      () => team.cutNetwork('silence', 3500),
      () => operator.approveNext(),
    ];
    for (const disturb of disturbances) {
      operator.replaceCatalog();
      await served();
      await disturb();
    }
    await operator.approveNext();
    await served();
    isOver = true;
    await loading;
    const proof = await team.prove();
    expect(evidence.violations()).toEqual([]);
    // Everything was tried.
    expect([operator.version, operator.approved.size, operator.tokens.size]).toEqual([5, 2, 2]);
    expect(processes.lives.map(({ life, ends }) => [life, ends])).toEqual([
      ['0.1', 'killed'],
      ['1.2', 'told'],
      ['0.3', 'told'],
    ]);
    expect(processes.problems().get('The store does not answer.')).toBeGreaterThan(0);
    expect(proof.stored).toBeGreaterThan(100);
  }, 600_000);
});
