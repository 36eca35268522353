import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../support/processes.ts';
import type { Area, CaseResult, Failure } from '../campaign/area.ts';
import { environmentSecret } from '../mutate/values.ts';
import { checkRun } from '../oracles/check-run.ts';
import { type CommandRun, projectFolder, runCommand } from '../sandbox/run-command.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { httpModes, serveHostileHttp } from './http-modes.ts';
import { type StdioMode, stdioModes } from './stdio-modes.ts';

const fixture = join(projectFolder, 'tests/fixtures/mcp-servers/hostile.mjs');

/** The secret in every writing that a server may give it back in. */
const echoes = [
  Buffer.from(environmentSecret.value).toString('base64').replace(/=+$/, ''),
  Buffer.from(environmentSecret.value).toString('hex'),
  [...environmentSecret.value].reverse().join(''),
];

/** Servers over stdio that misbehave, each imported from, some called; nothing they started may live on. */
export const stdioServers: Area = {
  name: 'stdio servers',
  unit: 'modes',
  cases: stdioModes.length,
  isEndless: false,
  lanes: 6,
  idleMs: 200_000,
  open: async ({ folder }) => ({
    run: (index) => runStdio(stdioModes[index] as StdioMode, newSandbox(folder, index)),
    close: async () => undefined,
  }),
};

/** Servers over HTTP that misbehave. */
export const httpServers: Area = {
  name: 'HTTP servers',
  unit: 'modes',
  cases: Object.keys(httpModes).length,
  isEndless: false,
  lanes: 6,
  idleMs: 200_000,
  open: async ({ folder }) => {
    const hostile = await serveHostileHttp();
    return {
      run: async (index) => {
        const mode = Object.keys(httpModes)[index] ?? '';
        const sandbox = newSandbox(folder, index);
        const waits = mode === 'never answers' || mode.startsWith('streams') ? '1' : '60';
        const header = ['--header', `Authorization: Bearer ${environmentSecret.value}`];
        const strays = hostile.strays.length;
        const result = await imported(sandbox, ['--url', hostile.url(mode), ...header, '--timeout', waits], false);
        const led = hostile.strays.slice(strays);
        const failures: Failure[] = [
          ...result.failures,
          ...(led.length > 0
            ? [{ kind: 'wrong answer', detail: `${mode}: followed to ${led.join(', ')}` } as const]
            : []),
        ];
        return { failures, steps: [mode, ...(result.steps ?? [])] };
      },
      close: async () => hostile.close(),
    };
  },
};

function newSandbox(folder: string, index: number): Sandbox {
  const sandbox = new Sandbox(join(folder, String(index)), process.env.HOME ?? folder).make();
  writeBaseWorkspace(sandbox.workspace);
  return sandbox;
}

async function runStdio(one: StdioMode, sandbox: Sandbox): Promise<CaseResult> {
  const pids = join(sandbox.root, 'pids');
  const env = ['--env', environmentSecret.name, '--env', `PIDS=${pids}`, '--timeout', String(one.seconds)];
  const result = await imported(sandbox, ['--mcp', ...env, '--', process.execPath, fixture, one.mode], one.works);
  const failures = [...result.failures];
  const steps = [one.mode, ...(result.steps ?? [])];
  if (one.isCalled) {
    const called = await checked(sandbox, ['call', 'bad.one', '--timeout', '2', '--yes'], true);
    failures.push(...called.failures);
    steps.push(`call → ${called.run.code}`);
  }
  for (const pid of existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []) {
    if (!(await isGone(pid))) {
      failures.push({ kind: 'process left behind', detail: `${one.mode}: process ${pid} lives on` });
      process.kill(pid, 'SIGKILL');
    }
  }
  return { failures: failures.map((failure) => ({ ...failure, detail: `${one.mode}: ${failure.detail}` })), steps };
}

/** Imports from a server, as json and then, where that was refused, as a person would read it. */
async function imported(sandbox: Sandbox, args: readonly string[], works: boolean): Promise<CaseResult> {
  const first = await checked(sandbox, ['import', '--name', 'bad', ...args], true);
  const failures = [...first.failures];
  const steps = [`import → ${first.run.code} ${first.run.stderr.split('\n')[0]?.slice(0, 300)}`];
  if (works && first.run.code > 1)
    failures.push({
      kind: 'wrong answer',
      detail: `it should work, and is refused: ${first.run.stderr.slice(0, 300)}`,
    });
  const human = first.run.code > 1 ? ['import', '--name', 'bad'] : ['tools', '--problems'];
  const rest = first.run.code > 1 ? args : [];
  const second = await checked(sandbox, ['--format', 'human', ...human, ...rest], first.run.code > 1);
  return { failures: [...failures, ...second.failures], steps: [...steps, `human → ${second.run.code}`] };
}

async function checked(
  sandbox: Sandbox,
  args: readonly string[],
  mayWrite: boolean,
): Promise<{ run: CommandRun; failures: Failure[] }> {
  const before = sandbox.contents();
  const run = await runCommand(sandbox, args);
  const after = sandbox.contents();
  // The typed header is in the command; only what came back counts.
  const shown = { ...run, args: args.filter((word) => !word.includes(environmentSecret.value)) };
  const failures = checkRun({ run: shown, before, after, secrets: echoes, mayWrite });
  for (const [path, text] of after) {
    if (before.get(path) === text || path.startsWith(sandbox.user)) continue;
    const echo = echoes.find((one) => text.includes(one));
    if (echo) failures.push({ kind: 'secret shown', detail: `${echo} in the file ${path}` });
  }
  return { run, failures };
}

/** Whether a process ends within some seconds; killing takes a moment on a busy machine. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (!isAlive(pid)) return true;
    await wait(50);
  }
  return false;
}
