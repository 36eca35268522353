import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asPegboardError } from '../support/as-pegboard-error.ts';
import { isAlive } from '../support/processes.ts';
import { connectTo } from '../support/rpc-client.ts';
import { runCli } from '../support/run-cli.ts';
import { pegboardBin, serveApp } from '../support/serve-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, workspaceFolder, write } from '../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];
const captured = JSON.stringify({ tools: [{ name: 'echo', description: 'Echo', inputSchema: { type: 'object' } }] });
const yaml = `${searchOn}skills:
  enabled: true
  scope_mode: global
  skill_packs: [{name: own, path: packs/own, format: yaml}]
`;

/** Puts a pipe that nobody writes to in the place of a file. */
function pipeAt(root: string, path: string): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  rmSync(full, { force: true });
  expect(spawnSync('mkfifo', [full]).status).toBe(0);
}

describe.runIf(process.platform !== 'win32')('a pipe in the place of a file', () => {
  it.each([
    { path: 'pegboard.yaml', args: ['tools'], code: 2, says: 'pegboard.yaml is a pipe or a device' },
    { path: 'pegboard.yaml', args: ['doctor'], code: 1, says: 'pegboard.yaml is a pipe or a device' },
    { path: 'sources/test.jsonl', args: ['tools'], code: 0, says: 'test.jsonl is a pipe or a device' },
    { path: 'packs/own/a.skill.yaml', args: ['skills', 'list'], code: 0, says: '' },
    { path: 'packs/own/pack.yaml', args: ['skills', 'list'], code: 0, says: '' },
    { path: 'evals/q.jsonl', args: ['eval'], code: 2, says: 'q.jsonl is a pipe or a device' },
    { path: '.pegboard/sources.json', args: ['sources'], code: 0, says: '' },
    { path: 'scenarios/a.scenario.yaml', args: ['simulate', 'scenarios/a.scenario.yaml'], code: 2, says: 'is a pipe' },
  ])('is refused at once: $path for $args', async ({ path, args, code, says }) => {
    const cwd = workspaceFolder(tools, yaml);
    write(cwd, 'packs/own/pack.yaml', 'name: own\n');
    pipeAt(cwd, path);
    const run = await runCli(args, { cwd });
    expect([run.code, run.stdout + run.stderr]).toEqual([code, expect.stringContaining(says)]);
  });

  it('is refused for a golden trace, and for a trace that is a link', async () => {
    const cwd = workspaceFolder(tools, yaml);
    await runCli(['init'], { cwd: join(cwd, 'sources') });
    const folder = join(cwd, 'sources');
    const args = ['simulate', 'scenarios/echo.scenario.yaml'];
    expect((await runCli([...args, '--update'], { cwd: folder })).code).toBe(0);
    const trace = join(folder, 'scenarios/echo.trace.json');
    const text = readFileSync(trace, 'utf8');
    pipeAt(folder, 'scenarios/echo.trace.json');
    for (const more of [[], ['--update']]) {
      const run = await runCli([...args, ...more], { cwd: folder });
      expect([run.code, run.error]).toMatchObject([
        2,
        { code: 'not_a_file', message: expect.stringContaining('pipe') },
      ]);
    }
    // What lies outside of the workspace is not read, nor told.
    rmSync(trace);
    const outside = write(cwd, 'outside.json', text.replace(/"[^"]*"/, '"kept to myself"'));
    spawnSync('ln', ['-s', outside, trace]);
    for (const more of [[], ['--update']]) {
      const run = await runCli([...args, ...more], { cwd: folder });
      expect([run.code, run.error]).toMatchObject([
        2,
        { code: 'not_a_file', message: expect.stringContaining('link') },
      ]);
      expect(run.stdout + run.stderr).not.toContain('kept to myself');
    }
  });

  it('is refused, and so is a socket, where a file would be written', async () => {
    const cwd = workspaceFolder(tools, yaml);
    const services = await testServices();
    await services.workspace.open({ path: cwd });
    pipeAt(cwd, 'evals/golden.jsonl');
    const add = { type: 'add', file: 'evals/golden.jsonl', query: 'a query', relevant: [['files.read']] } as const;
    await expect(services.evaluation.edit(add)).rejects.toMatchObject({ code: 'not_a_file' });
    rmSync(join(cwd, 'evals/golden.jsonl'));
    const server = createServer().listen(join(cwd, 'evals/golden.jsonl'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    await expect(services.evaluation.edit(add)).rejects.toMatchObject({ code: 'not_a_file' });
  });

  it('stops no later change of the app, and the app ends when it is told to', async () => {
    const cwd = workspaceFolder(tools, yaml);
    const services = await testServices({ watch: true });
    await services.workspace.open({ path: cwd });
    renameSync(join(cwd, 'pegboard.yaml'), join(cwd, 'kept.yaml'));
    pipeAt(cwd, 'pegboard.yaml');
    const edit = () => services.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    await expect(edit()).rejects.toMatchObject({ code: 'not_a_file', hint: expect.any(String) });
    rmSync(join(cwd, 'pegboard.yaml'));
    writeFileSync(join(cwd, 'pegboard.yaml'), readFileSync(join(cwd, 'kept.yaml')));
    expect((await edit()).written).toBe(true);

    pipeAt(cwd, 'pegboard.yaml');
    const served = spawn(process.execPath, [pegboardBin, 'serve', '--no-open', '--workspace', cwd], { stdio: 'pipe' });
    const [code] = await once(served, 'close');
    expect(code).toBe(2);
  });

  it('does not keep a served app from ending at the first SIGTERM', async () => {
    const cwd = workspaceFolder(tools, yaml);
    const served = await serveApp({ workspace: cwd, env: { ...process.env, PEGBOARD_HOME: temporaryFolder() } });
    const client = await connectTo(served.url);
    pipeAt(cwd, 'pegboard.yaml');
    // A change waits for the file; so does whatever follows the news about it.
    const change = client.catalog.applyImport({ files: [{ name: 'gh.json', text: captured }] });
    expect(await change.catch((error) => asPegboardError(error))).toMatchObject({ code: 'not_a_file' });
    await served.close();
    expect(isAlive(served.pid)).toBe(false);
  });

  it('is read to its end where somebody names one', async () => {
    const cwd = workspaceFolder(tools, yaml);
    pipeAt(cwd, 'gh.json');
    spawn('sh', ['-c', `printf '%s' '${captured}' > gh.json`], { cwd });
    expect((await runCli(['import', 'gh.json'], { cwd })).code).toBe(0);
    expect((await runCli(['tools'], { cwd })).stdout).toContain('gh.echo');
  });
});
