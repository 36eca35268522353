import type { Failure } from '../campaign/area.ts';
import { environmentSecret } from '../mutate/values.ts';
import type { CommandRun } from '../sandbox/run-command.ts';
import { type Contents, changedPaths } from '../sandbox/sandbox.ts';

/** What may never reach a terminal: control characters, and those that turn the direction of a text. */
const controlling = /(?!\r\n|[\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export interface RunCheck {
  readonly run: CommandRun;
  readonly before: Contents;
  readonly after: Contents;
  /** Secrets beside the one of the environment, which stand in files that the case wrote. */
  readonly secrets?: readonly string[];
  /** Whether the command may write when it succeeds. */
  readonly mayWrite: boolean;
}

/** Everything that no run may do, whatever it read. */
export function checkRun({ run, before, after, secrets = [], mayWrite }: RunCheck): Failure[] {
  const failures: Failure[] = [];
  const said = `${run.stdout}\n${run.stderr}`;
  const command = `pegboard ${run.args.join(' ')}`;
  if (run.code === 70) failures.push({ kind: 'internal error', detail: firstLines(run.stderr) });
  for (const secret of [environmentSecret.value, ...secrets]) {
    if (said.includes(secret)) failures.push({ kind: 'secret shown', detail: `${secret} by ${command}` });
  }
  if (run.args.includes('human') && controlling.test(said)) {
    const at = said.search(controlling);
    const shown = JSON.stringify(said.slice(Math.max(0, at - 40), at + 20));
    failures.push({ kind: 'terminal controlled', detail: `${command} printed ${shown}` });
  }
  const changed = changedPaths(before, after);
  const isRefused = run.code >= 2;
  if (changed.length > 0 && (isRefused || !mayWrite))
    failures.push({
      kind: 'changed file',
      detail: `${command} (exit code ${run.code}) changed ${changed.slice(0, 5).join(', ')}`,
    });
  const strays = [...after.keys()].filter((path) => /\.(tmp|old)$/.test(path) && !before.has(path));
  if (strays.length > 0) failures.push({ kind: 'file left behind', detail: `${command} left ${strays.join(', ')}` });
  for (const path of changed) {
    const text = after.get(path) ?? '';
    if (text.includes(environmentSecret.value)) failures.push({ kind: 'secret shown', detail: `in the file ${path}` });
  }
  return failures;
}

/** The stack that `PEGBOARD_DEBUG` prints, in short. */
function firstLines(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !line.startsWith('{'));
  return (lines.length > 0 ? lines : [stderr]).slice(0, 4).join('\n').slice(0, 800);
}
