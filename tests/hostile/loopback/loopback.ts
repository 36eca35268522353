import type { Area, Failure } from '../campaign/area.ts';
import { limits } from '../campaign/limits.ts';
import { processFigures } from '../campaign/process-figures.ts';
import { environmentSecret } from '../mutate/values.ts';
import { Random } from '../random.ts';
import { changedPaths, Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { type Attack, attacks } from './attacks.ts';
import { send, serveTarget } from './target.ts';

/** The app on loopback against other pages, other programs, and clients that are none of ours. */
export const loopback: Area = {
  name: 'loopback',
  unit: 'attacks',
  cases: attacks.length,
  isEndless: false,
  idleMs: 200_000,
  open: async ({ seed, folder }) => ({
    run: async (index) => {
      const attack = attacks[index] as Attack;
      const sandbox = new Sandbox(`${folder}/${index}`, process.env.HOME ?? folder).make();
      writeBaseWorkspace(sandbox.workspace);
      const target = await serveTarget(sandbox);
      const before = sandbox.contents();
      const { tries, found } = await attack.run(target, new Random(`${seed}/loopback/${index}`));
      const failures = found
        .slice(0, 10)
        .map((detail): Failure => ({ kind: 'wrong answer', detail: `${attack.name}: ${detail}` }));
      const say = (kind: Failure['kind'], detail: string) =>
        failures.push({ kind, detail: `${attack.name}: ${detail}` });
      if ((await send(target, { path: '/' }))?.status !== 200) say('wrong answer', 'the app does not answer any more');
      const memory = processFigures(target.pid)?.memory ?? 0;
      if (memory > limits.memory) say('too much memory', `${Math.round(memory / 1024 ** 2)} MiB`);
      if (!(await target.stop())) say('process left behind', 'the app does not end');
      if (target.log().includes(target.token)) say('secret shown', 'the log holds the token');
      if (target.log().includes(environmentSecret.value)) say('secret shown', 'the log holds a secret');
      if (/unhandled|internal/i.test(target.log())) say('internal error', target.log().slice(0, 1000));
      const changed = changedPaths(before, sandbox.contents()).filter((path) => !path.startsWith(sandbox.user));
      if (changed.length > 0) say('changed file', changed.join(', '));
      return { failures, inputs: tries, steps: [attack.name] };
    },
    close: async () => undefined,
  }),
};
