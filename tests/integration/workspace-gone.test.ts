import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { searchRequestSchema } from '#shared/domain/search-request.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { connectTo } from '../support/rpc-client.ts';
import { serveApp } from '../support/serve-app.ts';
import { skillTools } from '../support/skill-workspace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { builtWorkers, names, search, searchOn, testServices, workspaceFolder } from '../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];
const captured = JSON.stringify({ tools: [{ name: 'echo', description: 'Echo', inputSchema: { type: 'object' } }] });
const withSkills = `${searchOn}skills: {enabled: true, scope_mode: global}\n`;

/** The first summary of the stream that fits. */
async function until(
  stream: AsyncGenerator<WorkspaceSummary | null>,
  fits: (summary: WorkspaceSummary) => boolean,
): Promise<WorkspaceSummary> {
  for await (const summary of stream) if (summary && fits(summary)) return summary;
  throw new Error('the stream ended');
}

const isGone = ({ findings }: WorkspaceSummary) => findings[0]?.code === 'workspace_not_found';

/** A workspace below a folder that other things lie in too, and a copy of it. */
function twoCopies(): { root: string; copy: string } {
  const made = workspaceFolder(tools, withSkills);
  const [root, copy] = [join(temporaryFolder(), 'work/shop'), join(temporaryFolder(), 'copy')];
  cpSync(made, root, { recursive: true });
  cpSync(made, copy, { recursive: true });
  return { root, copy };
}

describe('a workspace whose folder is removed while it is open', () => {
  it('is said to be gone, is not made again, and goes on when it is back', async () => {
    const { root, copy } = twoCopies();
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    await services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    expect(names(await search(services, { query: 'echo' }))).toEqual(['gh.echo']);

    const gone = until(services.workspace.watch(), isGone);
    rmSync(join(root, '..'), { recursive: true });
    const [finding] = (await gone).findings;
    expect(finding?.message).toContain(`The folder ${root} does not exist.`);
    // What was read is shown, and nothing is written.
    expect(names(await search(services, { query: 'echo' }))).toEqual(['gh.echo']);
    const refused = { code: 'workspace_not_found', hint: expect.stringContaining('Restore it') };
    const query = { type: 'add', query: 'a query', relevant: [['files.read']] } as const;
    await expect(services.evaluation.edit(query)).rejects.toMatchObject(refused);
    await expect(services.catalog.applyImport({ files: [{ name: 'b.json', text: captured }] })).rejects.toMatchObject(
      refused,
    );
    await expect(services.skillEditor.newFolder({ name: 'p', copy_of: null })).rejects.toMatchObject(refused);
    await skillTools(services).list();
    expect(existsSync(join(root, '..'))).toBe(false);

    const back = until(services.workspace.watch(), (summary) => !isGone(summary) && summary.tools === 1);
    cpSync(copy, root, { recursive: true });
    await back;
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
    await services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    expect(names(await search(services, { query: 'echo' }))).toEqual(['gh.echo']);
    expect(existsSync(join(root, '.pegboard/tool_cache.db'))).toBe(true);
  });

  it('between the reading of pegboard.yaml and that of its sources has no state without them', async () => {
    const { root } = twoCopies();
    const files: Files = {
      ...nodeFiles,
      readText: (path, options) => {
        if (path.endsWith('.jsonl')) rmSync(root, { recursive: true, force: true });
        return nodeFiles.readText(path, options);
      },
    };
    await expect(loadWorkspace(root, files)).rejects.toMatchObject({ code: 'workspace_not_found' });
  });

  it('and put back at once goes on, with an index on the disk', async () => {
    const { root, copy } = twoCopies();
    const services = await testServices({ watch: true, workers: builtWorkers });
    await services.workspace.open({ path: root });
    expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
    for (let turn = 0; turn < 3; turn++) {
      rmSync(root, { recursive: true });
      cpSync(copy, root, { recursive: true });
      expect(names(await search(services, { query: 'text' }))).toEqual(['files.read']);
      expect(existsSync(join(root, '.pegboard/tool_cache.db'))).toBe(true);
      await services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
      expect(names(await search(services, { query: 'echo' }))).toEqual(['gh.echo']);
      expect(existsSync(join(root, '.pegboard/tool_cache.db'))).toBe(true);
    }
  });
});

describe('pegboard serve, started in a workspace', () => {
  it('goes on when the folder is removed and made anew', async () => {
    const { root, copy } = twoCopies();
    const env = { ...process.env, PEGBOARD_HOME: temporaryFolder() };
    const served = await serveApp({ workspace: undefined, env, cwd: root });
    onTestFinished(() => served.close());
    const client = await connectTo(served.url);
    const ask = async (query: string) =>
      (await client.search.toolSearch(searchRequestSchema.parse({ input: { query } }))).output.tools.map(
        ({ name }) => name,
      );
    expect(await ask('text')).toEqual(['files.read']);
    rmSync(root, { recursive: true });
    mkdirSync(root);
    cpSync(copy, root, { recursive: true });
    await client.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] } as never);
    expect(await ask('echo')).toEqual(['gh.echo']);
    // Each thread is started anew where it is first needed.
    const compared = await client.search.compare({ query: 'echo' });
    expect(compared.columns.length).toBeGreaterThan(0);
  });
});
