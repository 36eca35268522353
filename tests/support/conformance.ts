import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from './mcp-servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Revisions of the protocol that the suite knows scenarios for. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

export interface SuiteRun {
  /** 0 when every scenario passed or failed as it was expected to. */
  readonly code: number | null;
  readonly output: string;
  readonly scenarios: readonly string[];
}

const suite = join(projectFolder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs all scenarios that the official suite has for a revision against a server or a client. */
export async function runSuite(
  kind: 'server' | 'client',
  revision: Revision,
  under: readonly string[],
): Promise<SuiteRun> {
  const expected = expectedFailuresFile(revision);
  // The suite runs its clients beside each other: on a busy machine each of them has the time of all.
  const time = ['--timeout', '110000'];
  const args = [kind, ...under, '--suite', 'all', '--spec-version', revision, '--expected-failures', expected, ...time];
  return runTool(args);
}

async function runTool(args: readonly string[]): Promise<SuiteRun> {
  const child = spawn(process.execPath, [suite, ...args], {
    cwd: temporaryFolder(),
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done) => child.on('close', done));
  const scenarios = [...output.matchAll(/^[✓✗] ([\w/-]+): \d+ passed/gm)].map(([, name = '']) => name);
  return { code, output, scenarios };
}

/** Runs one scenario of an extension, which no suite of a revision has. */
export function runExtension(kind: 'server' | 'client', scenario: string, under: readonly string[]): Promise<SuiteRun> {
  return runTool([kind, ...under, '--scenario', scenario, '--force', '--timeout', '110000']);
}

function expectedFailuresFile(revision: Revision): string {
  return join(projectFolder, `tests/fixtures/conformance/${revision}.yaml`);
}

export interface ExpectedFailure {
  /** `<scenario>` or `<scenario>:<check>`. */
  readonly entry: string;
  readonly scenario: string;
  /** Why it cannot pass. */
  readonly reason: string;
}

/** What is expected to fail, each with its reason, which stands behind it in its line. */
export function expectedFailures(revision: Revision, kind: 'server' | 'client'): readonly ExpectedFailure[] {
  const text = readFileSync(expectedFailuresFile(revision), 'utf8');
  const entries = (parse(text) as Record<string, string[] | null>)[kind] ?? [];
  return entries.map((entry) => {
    const line = text.split('\n').find((each) => each.startsWith(`  - ${entry} #`)) ?? '';
    return { entry, scenario: entry.split(':', 1)[0] ?? '', reason: line.split(' # ')[1] ?? '' };
  });
}
