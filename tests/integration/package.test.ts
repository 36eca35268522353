import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/rpc-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clone = resolve(import.meta.dirname, '../..');
const megabyte = 1024 * 1024;
const run = promisify(execFile);

/** Bytes of all files below a folder. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

/** A captured list of tools. */
const captured = JSON.stringify({
  tools: [
    { name: 'create_issue', description: 'Create an issue in a repository.', inputSchema: { type: 'object' } },
    { name: 'send_mail', description: 'Send a mail to a person.', inputSchema: { type: 'object' } },
  ],
});

describe.skipIf(process.platform === 'win32')('the npm package, installed away from the clone', () => {
  it('takes the first steps of the README: init, import, search, the app and an MCP client', async () => {
    const [packed, prefix, home, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const npm = (args: readonly string[], cwd: string) =>
      run('npm', args, { cwd, env: { ...process.env, npm_config_cache: join(home, 'npm') }, maxBuffer: 64 * megabyte });
    await npm(['pack', '--ignore-scripts', '--pack-destination', packed], clone);
    const [tarball = ''] = readdirSync(packed);
    const file = join(packed, tarball);
    await npm(['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', file], folder);

    // The budgets: 6 MB to download, 120 MB installed.
    const installed = join(prefix, 'lib/node_modules/pegboard');
    const [download, onDisk] = [statSync(file).size / megabyte, sizeOf(installed) / megabyte];
    process.stdout.write(`package: ${download.toFixed(1)} MB packed, ${onDisk.toFixed(0)} MB installed\n`);
    expect(download).toBeLessThan(6);
    expect(onDisk).toBeLessThan(120);
    for (const text of ['LICENSE', 'README.md', 'out/main/licenses.md', 'out/renderer/licenses.md'])
      expect(existsSync(join(installed, text)), text).toBe(true);
    expect(readdirSync(installed)).not.toContain('tests');

    const bin = join(prefix, 'bin/pegboard');
    expect(realpathSync(bin).startsWith(realpathSync(prefix))).toBe(true);
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, PEGBOARD_HOME: join(home, 'data') };
    const pegboard = async (...args: string[]) => (await run(bin, args, { cwd: folder, env })).stdout;
    expect((await pegboard('--version')).trim()).toBe(
      JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version,
    );
    await pegboard('init', '.');
    writeFileSync(join(folder, 'captured.json'), captured);
    await pegboard('import', 'captured.json');
    const found = JSON.parse(await pegboard('search', 'create an issue')) as { tools: { name: string }[] };
    expect(found.tools[0]?.name).toBe('captured.create_issue');
    // What is shipped beside the code is there: the skill packs and the guidance.
    expect(JSON.parse(await pegboard('doctor'))).toMatchObject({ schema: 'pegboard.doctor/1' });
    expect(sizeOf(join(installed, 'skill-packs'))).toBeGreaterThan(1000);
    expect(sizeOf(join(installed, 'guidance'))).toBeGreaterThan(1000);

    // Without Electron, `pegboard app` says so and serves the app: its page, its script and its calls.
    const app = spawn(bin, ['app', '--no-open'], { cwd: folder, env: { ...env, DISPLAY: '' } });
    onTestFinished(() => void app.kill());
    const ended = new Promise((end) => app.on('exit', end));
    let url = '';
    for await (const line of createInterface({ input: app.stdout })) {
      url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line)?.[0] ?? '';
      if (url !== '') break;
    }
    const page = await (await fetch(url)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? 'no script';
    expect((await fetch(new URL(script, url))).headers.get('content-type')).toContain('javascript');
    const app1 = await connectTo(url);
    expect((await app1.catalog.list()).map(({ name }) => name)).toEqual([
      'captured.create_issue',
      'captured.send_mail',
    ]);
    app.kill('SIGTERM');
    await ended;

    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({ command: bin, args: ['mcp'], cwd: folder, env });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('tool_search');
  });
});
