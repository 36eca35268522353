import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { readEntered } from './entered.ts';
import type { Mutant } from './places.ts';
import type { MutationRun } from './vitest.config.ts';

/** `unseen`: no test runs the function or loads the source. `broken`: the run failed before the mutant was loaded, so it says nothing. */
export type Outcome = 'killed' | 'survived' | 'timeout' | 'unseen' | 'broken';

export interface TestRun {
  readonly outcome: Outcome;
  /** Milliseconds that each test file took, for those that ended. */
  readonly times: ReadonlyMap<string, number>;
  /** The first test that failed, or the end of what the run printed. */
  readonly by: string;
  /** For each test file the marked functions that began in it. */
  readonly entered: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface RunTestsOptions {
  /** The folder whose tests run; vitest is that of this project. */
  readonly root: string;
  readonly tests: readonly string[];
  /** Null runs the tests on the sources as they are. */
  readonly mutant: Mutant | null;
  /** Sources whose functions are marked. */
  readonly marked?: readonly string[];
  /**
   * Milliseconds from the start of the tests (with a mutant, from the moment it was loaded) after which the run and every process
   * that it started are ended.
   */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

const project = resolve(import.meta.dirname, '../..');

/**
 * Runs tests in a process of their own until the first fails. The process has its own temporary folder, so that a run that is
 * ended leaves nothing behind.
 */
export async function runTests({ root, tests, mutant, marked, limit, signal }: RunTestsOptions): Promise<TestRun> {
  signal?.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-mutant-'));
  try {
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    const seen = join(folder, 'seen');
    const report = join(folder, 'report.json');
    const noted = join(folder, 'entered');
    const run: MutationRun = { root, tests, mutant, seen, marked: marked ? { sources: marked, file: noted } : null };
    const config = resolve(import.meta.dirname, 'vitest.config.ts');
    const isLoaded = () => mutant === null || existsSync(seen);
    const ended = await spawnGroup(
      [
        join(project, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        config,
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      { PEGBOARD_MUTATION_RUN: JSON.stringify(run), TMPDIR: temporary, CI: '1' },
      { limit, signal, isLoaded },
    );
    signal?.throwIfAborted();
    const results = existsSync(report) ? readReport(readFileSync(report, 'utf8')) : [];
    const times = new Map(results.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]));
    const by = results.length > 0 ? firstFailure(results) : ended.printed.slice(-2000);
    return {
      outcome: outcomeOf(ended, isLoaded()),
      times,
      by,
      entered: existsSync(noted) ? readEntered(noted) : new Map(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ended {
  readonly status: number | null;
  readonly isLate: boolean;
  readonly printed: string;
}

function outcomeOf({ status, isLate }: Ended, isLoaded: boolean): Outcome {
  if (!isLoaded) return status === 0 ? 'unseen' : 'broken';
  if (isLate) return 'timeout';
  return status === 0 ? 'survived' : 'killed';
}

async function spawnGroup(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { limit, signal, isLoaded }: { limit: number; signal: AbortSignal | undefined; isLoaded: () => boolean },
): Promise<Ended> {
  // A group of its own, so that an endless loop in a worker ends too.
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let isLate = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  let loaded: number | null = null;
  const timer = setInterval(() => {
    if (isLoaded()) loaded ??= performance.now();
    if (loaded === null || performance.now() - loaded < limit) return;
    isLate = true;
    end();
  }, 100);
  signal?.addEventListener('abort', end);
  try {
    const status = await new Promise<number | null>((done, failed) => {
      child.on('error', failed);
      child.on('close', done);
    });
    return { status, isLate, printed };
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', end);
    // A worker may outlive the process that started it.
    end();
  }
}

interface FileResult {
  readonly name: string;
  readonly message: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

function readReport(text: string): readonly FileResult[] {
  return (JSON.parse(text) as { testResults: FileResult[] }).testResults;
}

function firstFailure(results: readonly FileResult[]): string {
  for (const { name, message, assertionResults } of results) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return failed.fullName;
    if (message) return `${name}: ${message.slice(0, 200)}`;
  }
  return '';
}
