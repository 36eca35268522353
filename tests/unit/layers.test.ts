import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const depcruise = resolve(project, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

interface Report {
  readonly modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[];
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { from: string; rule: { name: string } }[];
  };
}

/** Takes minutes on a busy machine: the limits below are against hanging only. */
async function cruise(folders: readonly string[], root?: string): Promise<Report> {
  const args = [depcruise, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const env = { ...process.env, ...(root ? { PEGBOARD_LAYERS_ROOT: root } : {}) };
  const options = { cwd: project, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout) as Report;
}

/** Everything that the sources whose path fits import, and what that imports in its turn. */
function reached({ modules }: Report, from: RegExp): readonly string[] {
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
  const found = new Set(modules.map(({ source }) => source).filter((source) => from.test(source)));
  for (const source of found) for (const { resolved } of imports.get(source) ?? []) found.add(resolved);
  return [...found];
}

describe('layers', () => {
  it('are kept by the sources, all of which are read, so that only the main process has SQLite and the planner (R19.02)', async () => {
    const report = await cruise(['src-shared', 'src-main', 'src-renderer']);
    expect(report.summary.violations).toEqual([]);
    // A parser that cannot read TypeScript finds a handful of modules and no violation.
    expect(report.summary.totalCruised).toBeGreaterThan(150);

    const database = /better-sqlite3|^(node:)?sqlite$|^src-main\/core\/db\//;
    const planner = /^src-main\/core\/planner\//;
    const main = reached(report, /^src-main\/hosts\/electron\/main\.ts$/);
    for (const what of [/better-sqlite3/, database, planner]) expect(main.some((path) => what.test(path))).toBe(true);
    // The page of the app, and what runs in its process before it.
    const page = reached(report, /^src-renderer\/|^src-main\/hosts\/electron\/preload\.ts$/);
    for (const part of ['src-renderer/', 'src-shared/', 'src-main/hosts/electron/preload.ts'])
      expect(page.some((path) => path.startsWith(part))).toBe(true);
    expect(page.filter((path) => database.test(path) || planner.test(path))).toEqual([]);
    expect(page.filter((path) => path.startsWith('src-main/'))).toEqual(['src-main/hosts/electron/preload.ts']);
  }, 600_000);

  it('are enforced: every forbidden import of the fixture is found', async () => {
    const { summary } = await cruise(['tests/fixtures/layers'], 'tests/fixtures/layers/');
    const found = summary.violations.map(
      ({ from, rule }) => `${rule.name}: ${from.replace('tests/fixtures/layers/', '')}`,
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'shared-is-isomorphic: src-shared/domain/uses-core.ts',
        'core-knows-no-host: src-main/core/uses-electron.ts',
        'electron-only-in-its-host: src-main/core/uses-electron.ts',
        'core-knows-no-host: src-main/core/uses-http.ts',
        'core-knows-no-host: src-main/core/uses-rpc.ts',
        'floor-base: src-main/core/files/uses-catalog.ts',
        'floor-tools: src-main/core/catalog/uses-workspace.ts',
        'floor-workspace: src-main/core/workspace/uses-skills.ts',
        'floor-find: src-main/core/skills/uses-planner.ts',
        'floor-agent: src-main/core/planner/uses-export.ts',
        'order-on-floor-tools: src-main/core/client-configs/uses-catalog.ts',
        'every-folder-has-a-floor: src-main/core/attic/uses-value.ts',
        'helpers-lie-below-the-floors: src-main/core/helper.ts',
        'nothing-knows-the-composition-root: src-main/core/export/uses-root.ts',
        'one-place-for-sqlite: src-main/core/search/uses-sqlite.ts',
        'one-place-for-mcp: src-main/core/search/uses-mcp.ts',
        'one-place-for-models: src-main/core/search/uses-model.ts',
        'one-place-for-front-matter: src-main/core/search/uses-front-matter.ts',
        'one-place-for-processes: src-main/core/search/uses-processes.ts',
        'one-place-for-files: src-main/core/search/uses-file-system.ts',
        'rpc-knows-no-host: src-main/rpc/uses-host.ts',
        'library-knows-the-core-only: src-main/library/uses-host.ts',
        'nothing-knows-the-library: src-main/hosts/http/uses-library.ts',
        'strings-are-text-alone: src-renderer/strings/uses-package.ts',
        'renderer-sees-shared-only: src-renderer/uses-core.ts',
        'renderer-has-no-node: src-renderer/uses-node.ts',
        'renderer-state-is-below: src-renderer/state/uses-ui.ts',
        'renderer-ui-is-below: src-renderer/ui/uses-platform.ts',
        'renderer-platform-is-below: src-renderer/platform/uses-documents.ts',
        'renderer-documents-is-below: src-renderer/documents/uses-feature.ts',
        'renderer-features-is-below: src-renderer/features/packs/uses-app.ts',
        'feature-alone: src-renderer/features/export/uses-packs.ts',
        'feature-catalog: src-renderer/features/catalog/uses-packs.ts',
      ]),
    );
    // An import that a rule allows is not a violation.
    expect(found.filter((each) => each.endsWith('/value.ts'))).toEqual([]);
  }, 600_000);
});
