import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from './temporary-folder.ts';

const clone = resolve(import.meta.dirname, '../..');

const stepSchema = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.string()).optional(),
});
const entrySchema = z.strictObject({
  description: z.string(),
  default: z.string().optional(),
  value: z.string().optional(),
});

/** What GitHub's reference of the metadata file allows for a composite action, as far as ours uses it. */
const actionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(z.string(), entrySchema.omit({ value: true })),
  outputs: z.record(z.string(), entrySchema.omit({ default: true }).required()),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(stepSchema) }),
});
export type Action = z.infer<typeof actionSchema>;

/** The `action.yml` of the clone. */
export function readAction(): Action {
  return actionSchema.parse(parse(readFileSync(join(clone, 'action.yml'), 'utf8')));
}

export interface ActionRun {
  /** Exit code of the last step that ran. */
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** What the job shows. */
  readonly summary: string;
  /** What all steps printed. */
  readonly log: string;
  /** Names of the steps that ran. */
  readonly ran: readonly string[];
}

interface RunOptions {
  /** The checked-out repository. */
  readonly workspace: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** `github.…` of the event: dotted names. */
  readonly github?: Readonly<Record<string, string>>;
  /** Kept over several runs: what was installed is there already. */
  readonly temp?: string;
  /** Names of steps that an earlier run with this `temp` did, and whose work is there. */
  readonly done?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs every `run:` step of the action in bash as GitHub's runner does: a file with the script, `-eo pipefail`, inputs and results of
 * steps filled in where an expression names them, files for outputs and for the summary. Steps with `uses` are left out.
 */
export function runAction({
  workspace,
  inputs,
  github = {},
  temp = temporaryFolder(),
  done = [],
  env = {},
}: RunOptions): ActionRun {
  const action = readAction();
  const values = new Map<string, string>([
    ...Object.entries(github).map(([key, value]) => [`github.${key}`, value] as const),
    ['runner.temp', temp],
  ]);
  for (const [name, { default: given = '' }] of Object.entries(action.inputs)) {
    values.set(`inputs.${name}`, inputs[name] ?? filled(given, values));
  }
  const files = temporaryFolder();
  const [output, summary] = [join(files, 'output'), join(files, 'summary.md')];
  writeFileSync(summary, '');
  let code = 0;
  let log = '';
  const ran: string[] = [];
  for (const [at, step] of action.runs.steps.entries()) {
    if (step.run === undefined || code !== 0 || done.includes(step.name)) continue;
    if (step.if !== undefined && filled(step.if, values) === '') continue;
    const script = join(files, `step-${at}.sh`);
    mkdirSync(dirname(script), { recursive: true });
    writeFileSync(script, step.run);
    writeFileSync(output, '');
    const given = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, text]) => [key, filled(text, values)]));
    const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ RUNNER_TEMP: temp, GITHUB_ACTION_PATH: clone, GITHUB_WORKSPACE: workspace },
        ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
        ...env,
        ...given,
      },
    });
    code = result.status ?? 255;
    log += result.stdout + result.stderr;
    ran.push(step.name);
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) values.set(`steps.${step.id}.outputs.${name}`, value);
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, values)] as const);
  return { code, log, ran, outputs: Object.fromEntries(outputs), summary: readFileSync(summary, 'utf8') };
}

/** A text with its expressions evaluated: names, `a || b`, `a && b`, `a != ''`. Fails for any other expression. */
function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => evaluated(expression, values));
}

function evaluated(expression: string, values: ReadonlyMap<string, string>): string {
  const [first = '', ...others] = expression.split(' || ');
  if (others.length > 0) return evaluated(first, values) || evaluated(others.join(' || '), values);
  const [left = '', ...right] = expression.split(' && ');
  if (right.length > 0) return evaluated(left, values) === '' ? '' : evaluated(right.join(' && '), values);
  const [, name = '', not] = /^([a-z][\w.-]+)( != '')?$/.exec(expression) ?? [];
  if (name === '') throw new Error(`The runner of this test does not know the expression ${expression}.`);
  const value = values.get(name) ?? '';
  return not && value !== '' ? 'true' : value;
}
