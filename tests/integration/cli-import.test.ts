import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContents } from '../support/folder-contents.ts';
import { type CliRun, runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder, write } from '../support/workspace.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures/client-configs/linux');

interface Found {
  readonly client: string;
  readonly path: string;
  readonly servers: readonly { readonly name: string; readonly status: string }[];
  readonly findings: readonly { readonly code: string }[];
}

/** A home directory and a project with the fixtures in them. The variables say where they are, on any platform. */
function computer(): { cwd: string; home: string; env: Record<string, string> } {
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  cpSync(join(fixtures, 'home'), home, { recursive: true });
  cpSync(join(fixtures, 'project'), cwd, { recursive: true });
  const config = join(home, '.config');
  const none = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', CLINE_MCP_SETTINGS_PATH: '' };
  return { cwd, home, env: { ...none, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: config, APPDATA: config } };
}

const configsOf = (run: CliRun) => run.result.configs as readonly Found[];

/** Every file of a folder with its contents. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

describe.runIf(process.platform !== 'darwin')('pegboard import --discover', () => {
  it('lists the configurations of this computer and this folder, starts and writes nothing, tells no secret', async () => {
    const { cwd, home, env } = computer();
    const before = [contents(home), contents(cwd)];
    const run = await runCliProcess(['import', '--discover'], { cwd, env });
    expect([run.code, run.result.schema, run.stderr]).toEqual([0, 'pegboard.discover/1', '']);
    expect(new Set(configsOf(run).map(({ client }) => client)).size).toBe(7);
    expect(configsOf(run).find(({ path }) => path === join(cwd, '.mcp.json'))?.servers).toHaveLength(3);
    const statuses = configsOf(run).flatMap(({ servers }) => servers.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set(['not started']));
    expect(run.stdout).not.toMatch(/planted|0123456789abcdef/);
    expect([contents(home), contents(cwd)]).toEqual(before);
  });

  it('writes a table for people', async () => {
    const { cwd, env } = computer();
    const run = await runCliProcess(['import', '--discover', '--format', 'human'], { cwd, env });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(
      /Claude Desktop \(user\) .*claude_desktop_config\.json\n {2}github +stdio +not started +npx -y .* needs GITHUB_TOKEN/,
    );
    expect(run.stdout).toMatch(/weather +stdio +not started \(disabled\)/);
    expect(run.stdout).toContain('Nothing was started.');
    expect(run.stderr).toMatch(/warning: .*envFile/);
    expect(run.stderr).not.toContain('info:');
    expect(run.stdout + run.stderr).not.toMatch(/planted/);
  });

  it('offers no import of Pegboard itself, which a client starts', async () => {
    const { cwd, home, env } = computer();
    const pegboard = { command: 'npx', args: ['-y', 'pegboard', 'mcp', '--workspace', cwd] };
    writeFileSync(
      join(home, '.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { pegboard, other: { command: 'x' } } }),
    );
    const listed = configsOf(await runCliProcess(['import', '--discover'], { cwd, env }));
    const servers = listed.find(({ path }) => path === join(home, '.cursor/mcp.json'))?.servers;
    expect(servers).toMatchObject([
      { name: 'pegboard', import_command: null },
      { name: 'other', import_command: 'pegboard import --mcp --name other -- x' },
    ]);
    await runCliProcess(['init'], { cwd, env });
    const run = await runCliProcess(['import', '--discover', '--except', 'other', '--dry-run', '--format', 'human'], {
      cwd,
      env,
    });
    expect(run.stdout).toMatch(/ pegboard +starts Pegboard for this workspace/);
  });

  it('says where it looked when there is nothing', async () => {
    const home = temporaryFolder();
    const env = { ...computer().env, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home, APPDATA: home };
    const run = await runCliProcess(['import', '--discover', '--format', 'human'], { cwd: temporaryFolder(), env });
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/No client configuration.*Windsurf/)]);
  });

  it('reads on past a broken file, and fails with its line and column', async () => {
    const { cwd, home, env } = computer();
    writeFileSync(join(home, '.cursor/mcp.json'), '{\n  "mcpServers": {,}\n}');
    const run = await runCliProcess(['import', '--discover', '--format', 'human'], { cwd, env });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/error: .*\.cursor[\\/]mcp\.json:2:18: not valid JSON/);
    expect(run.stdout).toContain('Windsurf');
  });

  it('spells out control characters of names', async () => {
    const { cwd, home, env } = computer();
    writeFileSync(
      join(home, '.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { 'a\u001b[2Jb': { command: 'x', bad: 1 } } }),
    );
    const run = await runCliProcess(['import', '--discover', '--format', 'human'], { cwd, env });
    expect(run.stdout).toContain('a\\u{1b}[2Jb');
    expect(run.stdout + run.stderr).not.toContain('\u001b');
  });

  it.runIf(process.platform !== 'win32')('follows no link out of the project, and reads no device', async () => {
    const { cwd, home, env } = computer();
    const outside = write(temporaryFolder(), 'secret.json', '{"mcpServers": {"outside": {"command": "x"}}}');
    const project = temporaryFolder();
    symlinkSync(outside, join(project, '.mcp.json'));
    symlinkSync(join(cwd, '.codex'), join(project, '.codex'));
    mkdirSync(join(project, '.cursor'));
    symlinkSync('../inside.json', join(project, '.cursor/mcp.json'));
    write(project, 'inside.json', '{"mcpServers": {"inside": {"command": "x"}}}');
    const endless = join(home, '.codeium/windsurf/mcp_config.json');
    rmSync(endless);
    symlinkSync('/dev/zero', endless);
    const run = await runCliProcess(['import', '--discover'], { cwd: project, env });
    const found = configsOf(run).filter(({ path }) => path.startsWith(project) || path === endless);
    expect(found.map(({ servers, findings }) => [servers.length, findings[0]?.code])).toEqual([
      [0, 'link_leaves_project'],
      [1, undefined],
      [0, 'not_a_file'],
      [0, 'link_leaves_project'],
    ]);
    expect(run.stdout).not.toContain('"outside"');
  });
});

describe('pegboard import of a client configuration', () => {
  it.each(['.mcp.json', '.codex/config.toml', '.cursor/mcp.json'])(
    '%s: the plan with every server; nothing is started without --yes',
    async (file) => {
      const cwd = workspaceFolder([]);
      cpSync(join(fixtures, 'project'), cwd, { recursive: true });
      const before = folderContents(cwd);
      const run = await runCli(['import', file, '--dry-run'], { cwd });
      expect(run.result).toMatchObject({ schema: 'pegboard.import-servers/1', file });
      expect(run.result.servers).not.toEqual([]);
      expect(run.stderr + run.stdout).not.toContain('planted');
      expect(folderContents(cwd)).toEqual(before);
    },
  );

  it('several files at once are lists of tools: a configuration among them is named', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, '.mcp.json', '{"mcpServers": {"a": {"command": "node"}}}');
    write(cwd, 'tools.json', '{"tools": [{"name": "a", "inputSchema": {}}]}');
    const run = await runCli(['import', 'tools.json', '.mcp.json'], { cwd });
    expect([run.code, run.result.added]).toEqual([1, ['tools.a']]);
    expect(run.result.findings).toContainEqual(
      expect.objectContaining({
        code: 'file_left_out',
        message: expect.stringContaining('Left out: it is a client configuration (Claude Code) with 1 server: a.'),
        hint: expect.stringContaining('pegboard import .mcp.json'),
      }),
    );
  });

  it('several files of which some cannot be read: the others are imported, and each of these has its place', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'good.json', '{"tools": [{"name": "a", "description": "Reads.", "inputSchema": {}}]}');
    write(cwd, 'bad.json', '{\n "tools": [\n  {"name": "a" "b"}\n]}');
    const before = folderContents(cwd);
    const files = ['good.json', 'bad.json', 'gone.json'];
    const strict = await runCli(['import', '--strict', ...files], { cwd });
    expect([strict.code, strict.error.code]).toEqual([2, 'invalid_input']);
    expect(strict.error.message).toMatch(/^Nothing was imported\. .*bad\.json: Left out: not valid JSON/);
    const none = await runCli(['import', 'bad.json', 'gone.json'], { cwd });
    expect([none.code, none.error.message]).toEqual([
      2,
      expect.stringMatching(/^Nothing was imported\. .*gone\.json.*bad\.json:3:16: not valid JSON: comma expected\./),
    ]);
    expect(folderContents(cwd)).toEqual(before);
    const run = await runCli(['import', ...files, '--format', 'human'], { cwd });
    expect([run.code, run.stdout]).toEqual([
      1,
      expect.stringMatching(/good: 1 added\nImported\. 2 files were left out\./),
    ]);
    expect(run.stderr).toMatch(/error: bad\.json:3:16: Left out: not valid JSON: comma expected\. /);
    expect(run.stderr).toMatch(/error: gone\.json: Left out: There is no file at .*gone\.json\./);
    const again = await runCli(['import', '--check', ...files], { cwd });
    expect(again.code).toBe(1);
    expect(again.result.findings).toMatchObject([{ path: 'gone.json' }, { path: 'bad.json' }]);
  });

  it('a file is named, or --discover is given, not both', async () => {
    const both = await runCli(['import', '--discover', 'x.json'], { cwd: temporaryFolder() });
    expect([both.code, both.error.code]).toEqual([2, 'usage']);
    const run = await runCli(['import'], { cwd: workspaceFolder([]) });
    expect([run.code, run.error.code, run.error.hint]).toEqual([2, 'usage', expect.stringContaining('--discover')]);
  });
});

describe('pegboard import --check and --dry-run', () => {
  const text = (...tools: object[]) => JSON.stringify({ tools });
  const echo = { name: 'echo', description: 'Say it back', inputSchema: { type: 'object', properties: { text: {} } } };
  const drifted = {
    ...echo,
    description: 'Say it back, and mail it',
    inputSchema: { type: 'object', required: ['to'] },
  };

  async function imported(): Promise<string> {
    const cwd = workspaceFolder([]);
    write(cwd, 'gh.json', text(echo));
    await runCli(['import', 'gh.json'], { cwd });
    return cwd;
  }

  it('exits with 0 when every source is as it was', async () => {
    const cwd = await imported();
    const run = await runCli(['import', '--check', 'gh.json'], { cwd });
    expect([run.code, run.result.changed, run.result.written]).toEqual([0, [], false]);
  });

  it.each([
    ['changed', [drifted]],
    ['added', [echo, { ...echo, name: 'two' }]],
    ['removed', [{ ...echo, name: 'two' }]],
  ])('exits with 1 when a tool was %s, and writes nothing', async (key, tools) => {
    const cwd = await imported();
    const before = contents(join(cwd, 'sources'));
    write(cwd, 'gh.json', text(...tools));
    const run = await runCli(['import', '--check', 'gh.json'], { cwd });
    expect(run.code).toBe(1);
    expect(run.result[key]).not.toEqual([]);
    expect(run.result).toMatchObject({ schema: 'pegboard.import/1', written: false });
    expect(contents(join(cwd, 'sources'))).toEqual(before);
  });

  it('exits with 1 on a conflict and on a source that is new', async () => {
    const cwd = await imported();
    write(cwd, 'twice.json', text(echo, echo));
    write(cwd, 'new.json', text(echo));
    expect((await runCli(['import', '--check', 'twice.json'], { cwd })).code).toBe(1);
    expect((await runCli(['import', '--check', 'new.json'], { cwd })).code).toBe(1);
  });

  it('tells in json and for people what differs', async () => {
    const cwd = await imported();
    write(cwd, 'gh.json', text(drifted));
    const json = await runCli(['import', '--dry-run', 'gh.json'], { cwd });
    expect(json.result).toMatchObject({
      changed: ['gh.echo'],
      changed_details: [{ tool: 'gh.echo', severity: 'breaking', hash_before: expect.any(String) }],
    });
    const human = await runCli(['import', '--dry-run', 'gh.json', '--format', 'human'], { cwd });
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/~ gh\.echo {2}[0-9a-f]{12} → [0-9a-f]{12}/);
    expect(human.stdout).toMatch(/breaking +argument text \(any\) was removed/);
    expect(human.stdout).toMatch(/notable +description: .*added[\s\S]*\+ .*mail it/);
  });
});
