import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { realServer } from '../support/mcp-servers.ts';
import { openAiReply, openAiStream } from '../support/model-answers.ts';
import { modelService } from '../support/model-services.ts';
import { call } from '../support/planner.ts';
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

/** The package as users get it: packed, and installed below a folder of its own. */
interface Installation {
  readonly file: string;
  readonly prefix: string;
  readonly package: string;
  remove(): void;
}

async function install(): Promise<Installation> {
  const root = mkdtempSync(join(tmpdir(), 'pegboard-test-'));
  const [packed, prefix] = [join(root, 'packed'), join(root, 'prefix')];
  for (const folder of [packed, prefix]) mkdirSync(folder);
  const npm = (args: readonly string[], cwd: string) =>
    run('npm', args, { cwd, env: { ...process.env, npm_config_cache: join(root, 'npm') }, maxBuffer: 64 * megabyte });
  await npm(['pack', '--ignore-scripts', '--pack-destination', packed], clone);
  const [tarball = ''] = readdirSync(packed);
  const file = join(packed, tarball);
  await npm(['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', file], root);
  const remove = () => rmSync(root, { recursive: true, force: true });
  return { file, prefix, package: join(prefix, 'lib/node_modules/pegboard'), remove };
}

describe.skipIf(process.platform === 'win32')('the npm package, installed away from the clone', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await install();
  }, 600_000);
  afterAll(() => installation?.remove());

  it('takes the first steps of the README: init, import, search, the app and an MCP client', async () => {
    const { file, prefix, package: installed } = installation;
    const [home, folder] = [temporaryFolder(), temporaryFolder()];

    // The budgets: 11 MB to download, 120 MB installed. The README tells both sizes.
    const [download, onDisk] = [statSync(file).size / megabyte, sizeOf(installed) / megabyte];
    process.stdout.write(`package: ${download.toFixed(1)} MB packed, ${onDisk.toFixed(0)} MB installed\n`);
    expect(download).toBeLessThan(11);
    expect(onDisk).toBeLessThan(120);
    const licences = ['LICENSE', 'out/main/licenses.md', 'out/renderer/licenses.md'];
    const docs = ['README.md', 'docs/guide/index.md', 'docs/reference/command-line.md', 'docs/pictures/home.png'];
    const library = ['types/pegboard.d.ts', 'examples/search-your-tools.mjs'];
    for (const text of [...licences, ...docs, ...library]) expect(existsSync(join(installed, text)), text).toBe(true);
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

  describe('as a library', () => {
    it('searches tools in memory, from a program of either kind of module', async () => {
      const { stdout } = await runExample('search-your-tools.mjs', { args: ['book a meeting'] });
      expect(stdout).toMatch(/^\d\.\d\d {2}calendar\.book {2}\(name 9–13, description 0–4/);
      expect(stdout).toContain('A model gets: tool_search, tool_get\n');
      const german = await runExample('search-your-tools.mjs', { args: ['Besprechung buchen'] });
      expect(german.stdout).toMatch(/^\d\.\d\d {2}calendar\.book /);
      const require = 'const { createSearch } = require("pegboard"); console.log(typeof createSearch)';
      expect((await runExample('required.cjs', { text: require })).stdout).toBe('function\n');
    });

    it('does what the page about it begins with', async () => {
      const page = readFileSync(join(clone, 'docs/reference/library.md'), 'utf8');
      const text = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
      const { stdout } = await runExample('page.mjs', { text });
      expect(stdout).toMatch(/^mail\.send (0\.5|1)\n2 \{"tools":\[\{"name":"calendar\.book"/);
    });

    it('opens a workspace with the skills that are shipped', async () => {
      const folder = temporaryFolder();
      writeFileSync(
        join(folder, 'pegboard.yaml'),
        'skills: {enabled: true, scope_mode: global, skill_packs: [{name: core, path: "shipped:core"}]}\n',
      );
      const text = `import { createSkills, openWorkspace } from 'pegboard';
        const skills = await createSkills(await openWorkspace(${JSON.stringify(folder)}));
        console.log((await skills.list()).total, skills.findings.length);
        await skills.close();`;
      expect((await runExample('skills.mjs', { text })).stdout).toMatch(/^[1-9]\d* 0\n$/);
    });

    it('runs an agent with a model and tools of the AI SDK', async () => {
      const replies = [call('tool_search', { query: 'convert to Fahrenheit' }), call('to_fahrenheit', { celsius: 17 })];
      const { url, requests } = await modelService((response, attempt) =>
        openAiStream([replies[attempt - 1] ?? call('final_response', { answer: '62.6 °F' })])(response, attempt),
      );
      const { stdout } = await runExample('agent-with-ai-sdk.mjs', { env: { OPENAI_BASE_URL: url } });
      expect(stdout.split('\n')).toEqual([
        expect.stringMatching(/^1\. tool_search: result .*"to_fahrenheit"/),
        '2. to_fahrenheit: result {"result":62.6}',
        '3. final_response: final ',
        '62.6 °F',
        '',
      ]);
      expect(requests).toHaveLength(3);
    });

    it('runs an agent with the tools of a real MCP server and a model client of its own', async () => {
      const replies = [call('everything.get-sum', { a: 20, b: 22 })];
      const { url } = await modelService((response, attempt) =>
        openAiReply(replies[attempt - 1] ?? call('final_response', { answer: 'It is 42.' }))(response, attempt),
      );
      const { stdout } = await runExample('agent-over-mcp.mjs', {
        args: realServer('everything'),
        env: { OPENAI_BASE_URL: url },
      });
      expect(stdout).toMatch(/^\d+ tokens, and [1-9]\d* tools to be found\neverything\.get-sum: .*42.*\nIt is 42\.\n$/);
    });
  });

  /** Runs an example of the repository, or a program of its own, in a project that has the installed package. */
  async function runExample(
    name: string,
    { args = [], env = {}, text }: { args?: readonly string[]; env?: Record<string, string>; text?: string } = {},
  ) {
    const project = temporaryFolder();
    const modules = join(project, 'node_modules');
    mkdirSync(modules);
    symlinkSync(installation.package, join(modules, 'pegboard'));
    for (const other of ['ai', '@ai-sdk', '@modelcontextprotocol', 'zod'])
      symlinkSync(join(clone, 'node_modules', other), join(modules, other));
    const program = join(project, name);
    writeFileSync(program, text ?? readFileSync(join(clone, 'examples', name), 'utf8'));
    const result = await run(process.execPath, [program, ...args], {
      cwd: project,
      env: { PATH: '/usr/bin:/bin', HOME: project, ...env },
    });
    expect(result.stderr).toBe('');
    return result;
  }
});
