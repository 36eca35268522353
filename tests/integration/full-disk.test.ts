import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { configured, mcpJson } from '../support/server-configs.ts';
import { fillDisk, noSmallDisk, smallDisk } from '../support/small-disk.ts';
import { testServices, workspaceFolder, write } from '../support/workspace.ts';

const list = (count: number) =>
  JSON.stringify({
    tools: Array.from({ length: count }, (_, i) => ({
      name: `tool_${i}`,
      description: 'Reads a text file. '.repeat(10),
      inputSchema: { type: 'object' },
    })),
  });

/** A workspace on a disk that is full, and its files but for what Pegboard can make again. */
function fullWorkspace() {
  const cwd = smallDisk(1024);
  write(cwd, 'sources/test.json', list(20));
  write(cwd, 'more.json', list(40));
  write(
    cwd,
    '.mcp.json',
    mcpJson({ old: configured(fixtureServer('oldest'), { env: { API_TOKEN: 'planted-on-disk' } }) }),
  );
  write(cwd, 'evals/golden.jsonl', '{"query": "read", "relevant": ["test.tool_1"]}\n');
  const source = '{name: test, path: sources/test.json, format: tools_list}';
  write(
    cwd,
    'pegboard.yaml',
    `tool_search: {enabled: true, default_loading_mode: deferred}\nsources:\n  - ${source}\n`,
  );
  const makeRoom = fillDisk(cwd);
  const files = () =>
    Object.fromEntries(Object.entries(folderContents(cwd)).filter(([path]) => !/^\.(?:pegboard|filler)/.test(path)));
  return { cwd, files, makeRoom };
}

describe.skipIf(noSmallDisk !== null)(
  `a disk without room${noSmallDisk === null ? '' : ` (not tested: ${noSmallDisk})`}`,
  () => {
    it.each([
      { args: ['import', 'more.json'] },
      { args: ['import', '.mcp.json', '--yes', '--env-from-file'] },
      { args: ['import', '--mcp', '--name', 'live', '--', ...fixtureServer('oldest')] },
      { args: ['sources', 'rename', 'test', 'other'] },
      { args: ['sources', 'remove', 'test'] },
      { args: ['sources', 'disable', 'test'] },
      { args: ['eval', 'add', 'a query', 'test.tool_2'] },
      { args: ['eval', '--junit', 'report.xml'] },
    ])('under the workspace: $args says so and leaves every file as it was', async ({ args }) => {
      const { cwd, files, makeRoom } = fullWorkspace();
      const before = files();
      const run = await runCliProcess(args, { cwd });
      const told = run.stdout + run.stderr;
      expect([run.code, told]).not.toEqual([70, told]);
      expect(run.code, told).not.toBe(0);
      expect(told).toContain('disk_full');
      expect(files()).toEqual(before);
      makeRoom();
      const again = await runCliProcess(args, { cwd });
      expect([again.code, again.stderr]).toEqual([0, again.stderr]);
    });

    it('under the workspace: searching goes on without an index on the disk', async () => {
      const { cwd, files } = fullWorkspace();
      const before = files();
      const run = await runCliProcess(['search', 'reads a text file'], { cwd });
      expect([run.code, run.stderr]).toEqual([0, run.stderr]);
      expect(run.stdout).toContain('test.tool_');
      expect(files()).toEqual(before);
    });

    it('under the workspace: an edit of the configuration is refused in the app, and works when there is room', async () => {
      const { cwd, files, makeRoom } = fullWorkspace();
      const before = files();
      const services = await testServices();
      await services.workspace.open({ path: cwd });
      const edit = () =>
        services.config.edit({ changes: [{ path: ['tool_search', 'enabled'], value: false }] } as never);
      await expect(edit()).rejects.toMatchObject({ code: 'disk_full' });
      expect(files()).toEqual(before);
      makeRoom();
      await edit();
      expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toContain('enabled: false');
    });

    it('under the user’s own data: drafts and kept values say so, those before stay, and the workspace is not touched', async () => {
      const home = smallDisk(1024);
      const root = workspaceFolder([{ name: 'files.read' }]);
      const services = await testServices({ userDataDir: home });
      await services.workspace.open({ path: root });
      const draft = (text: string) =>
        services.drafts.put({ workspace: root, id: 'profile:a', title: 'a', path: null, text, base_hash: null });
      await services.sources.keepValue({ name: 'FIRST', value: 'planted-first-value-1' });
      await draft('mine');
      const makeRoom = fillDisk(home);
      const before = folderContents(home);
      await expect(services.sources.keepValue({ name: 'SECOND', value: 'x'.repeat(9000) })).rejects.toMatchObject({
        code: 'disk_full',
      });
      await expect(draft('y'.repeat(9000))).rejects.toMatchObject({ code: 'disk_full' });
      expect(folderContents(home)).toEqual(before);
      makeRoom();
      await draft('newer');
      expect((await services.sources.keptValues()).map(({ name }) => name)).toEqual(['FIRST']);
    });

    it('under the user’s own data: an import says so where the consent to its server cannot be kept', async () => {
      const home = smallDisk(1024);
      const cwd = workspaceFolder([{ name: 'files.read' }]);
      fillDisk(home);
      const env = { PEGBOARD_HOME: home };
      const run = await runCliProcess(['import', '--mcp', '--name', 'live', '--', ...fixtureServer('oldest')], {
        cwd,
        env,
      });
      expect([run.code, run.error.code, run.error.message]).toEqual([1, 'disk_full', run.error.message]);
      const search = await runCli(['search', 'files'], { cwd, env });
      expect([search.code, search.stderr]).toEqual([0, search.stderr]);
    });
  },
);
