import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { experimentSchema, openIndexDatabase } from '#core/db/open-database.ts';
import type { Services } from '#core/services.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { agentService } from '../support/agent-service.ts';
import { casesOf } from '../support/depth.ts';
import { atOnce, experimentProcess, settingsAt } from '../support/experiment-process.ts';
import { experimentWorkspace, refundSolution } from '../support/experiment-workspace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testServices } from '../support/workspace.ts';

/** `PEGBOARD_KILLS=100 npx vitest run --project integration tests/integration/experiment-kill.test.ts` kills more often. */
const kills = Number(process.env.PEGBOARD_KILLS ?? casesOf(30));

/** Trials and report without what a clock says and what the experiment is called. */
async function results(services: Services, id: string) {
  const trials = await services.experiments.trials({ id });
  const { run, arms, comparisons, notes, ...report } = await services.experiments.report({ id });
  const untimed = arms.map(({ metrics: { ms: _, ...metrics }, ...arm }) => ({ ...arm, metrics }));
  return {
    trials: trials.map((trial) => ({ ...trial, ms: 0 })),
    report: { ...report, arms: untimed, comparisons: comparisons.filter(({ metric }) => metric !== 'ms') },
    trialsOfRun: run.trials,
  };
}

/** Replies that are on the disk. */
function keptReplies(userDataDir: string): number {
  const root = join(userDataDir, 'experiments');
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
  const file = names.find((name) => name.endsWith('.db'));
  if (file === undefined) return 0;
  const database = openIndexDatabase(join(root, file), experimentSchema);
  const count = Number(database.prepare('SELECT count(reply) FROM replies').pluck().get());
  database.close();
  return count;
}

it('goes on where a killed run ended, asks for no kept answer again, and comes to the same report', async () => {
  const [folder, userDataDir] = [experimentWorkspace(4 + Math.ceil(kills / 2)), temporaryFolder()];
  const { url, asked, idle } = await agentService(refundSolution);
  const random = seededRandom(Number(process.env.PROPERTY_SEED ?? 7));
  let id: string | null = null;
  let state = '';
  /** Runs the process until it ends, or kills it after some requests; how many requests brought no new reply. */
  const live = async (requests: number): Promise<number> => {
    const before = { asked: asked.length, kept: keptReplies(userDataDir) };
    const { child, ended } = experimentProcess({ folder, userDataDir, url, id }, (said) => {
      ({ id, state } = said);
    });
    while (asked.length < before.asked + requests && child.exitCode === null) await setTimeout(1);
    await setTimeout(random() * 20);
    if (requests < Infinity) child.kill('SIGKILL');
    await ended;
    await idle();
    return asked.length - before.asked - (keptReplies(userDataDir) - before.kept);
  };
  // Two requests are under way when the process is killed; every other one brought a reply that is kept.
  for (let i = 0; i < kills; i++) {
    expect(await live(1 + Math.floor(random() * 8))).toBeLessThanOrEqual(atOnce);
  }
  expect(state).toBe('running');
  const services = await testServices({ userDataDir });
  await services.workspace.open({ path: folder });
  const killed = await services.experiments.list();
  expect(killed).toMatchObject([{ id, state: 'stopped', stopped_by: 'Pegboard ended before the experiment did.' }]);
  expect(await live(Infinity)).toBe(0);
  expect(state).toBe('done');
  const [run] = await services.experiments.list();
  let whole = '';
  for await (const event of services.experiments.run({ settings: settingsAt(url), consent: false }))
    whole = event.run.id;
  expect(await results(services, run?.id ?? '')).toEqual(await results(services, whole));
}, 900_000);
