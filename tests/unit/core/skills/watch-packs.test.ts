import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { write } from '../../../support/workspace.ts';

const skill = (name: string, title = 'T') =>
  `name: pack.p.${name}\ntitle: ${title}\ntrigger: Do ${name}.\nsteps: [S.]\n`;

it('an edited, added or removed skill, folder or pack shows without a restart, and whoever waits is told', async () => {
  const services = await skillServices(
    {
      skills: '  skill_packs:\n    - {name: p, path: packs/p}\n    - {name: later, path: more/deep/later}\n',
      files: { 'packs/p/a.skill.yaml': skill('a') },
    },
    { watch: true },
  );
  const { list } = skillTools(services);
  const stop = new AbortController();
  const reports = services.skills.watch({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await reports.return();
  });
  const names = async () => (await list()).skills.map(({ name, title }) => `${name} ${title}`);
  /** Until the packs are as expected: only what the stream tells makes it look. */
  const see = async (expected: readonly string[]) => {
    for (;;) {
      expect((await reports.next()).done).toBe(false);
      if (JSON.stringify(await names()) === JSON.stringify(expected)) return;
    }
  };
  const { root } = services;
  await see(['pack.p.a T']);
  write(root, 'packs/p/a.skill.yaml', skill('a', 'Edited'));
  await see(['pack.p.a Edited']);
  write(root, 'packs/p/b.skill.yaml', skill('b'));
  await see(['pack.p.a Edited', 'pack.p.b T']);
  // A folder that is empty when it is seen first, and a file in it later.
  mkdirSync(join(root, 'packs/p/sub'));
  await see(['pack.p.a Edited', 'pack.p.b T']);
  write(root, 'packs/p/sub/c.skill.yaml', skill('c'));
  await see(['pack.p.a Edited', 'pack.p.b T', 'pack.p.c T']);
  rmSync(join(root, 'packs/p/sub'), { recursive: true });
  await see(['pack.p.a Edited', 'pack.p.b T']);
  // A pack that was not there at all, below folders that were not there.
  mkdirSync(join(root, 'more/deep'), { recursive: true });
  await see(['pack.p.a Edited', 'pack.p.b T']);
  write(root, 'more/deep/later/x.skill.yaml', 'name: pack.later.x\ntrigger: X.\nsteps: [S.]\n');
  await see(['pack.later.x undefined', 'pack.p.a Edited', 'pack.p.b T']);
  // A pack that leaves the configuration, and one whose folder goes.
  write(root, 'pegboard.yaml', 'skills:\n  enabled: true\n  skill_packs:\n    - {name: p, path: packs/p}\n');
  await see(['pack.p.a Edited', 'pack.p.b T']);
  rmSync(join(root, 'packs/p/b.skill.yaml'));
  await see(['pack.p.a Edited']);
}, 20_000);

it('skills that are still read when the app ends are let go: nothing is opened behind it', async () => {
  const services = await skillServices({
    skills: '  skill_packs:\n    - {name: p, path: packs/p}\n',
    files: { 'packs/p/a.skill.yaml': skill('a') },
  });
  const { list } = skillTools(services);
  const asked = [list(), list()];
  await services.close();
  for (const answer of await Promise.allSettled(asked))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
}, 20_000);
