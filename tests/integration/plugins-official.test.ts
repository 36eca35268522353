import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

/**
 * The programs that load these plugins, when they are installed: `PEGBOARD_CLAUDE` and `PEGBOARD_CODEX` are their full paths. They are
 * large and not free software, so they are not dependencies of Pegboard.
 */
const { PEGBOARD_CLAUDE: claude, PEGBOARD_CODEX: codex } = process.env;

/** A plugin, exported from a workspace with a skill, its files and two servers; in a catalog where its form has one. */
async function exported(as: 'claude-code' | 'codex' | 'agent-plugins'): Promise<string> {
  const cwd = temporaryFolder();
  for (const folder of ['sources', 'packs/house/deploy/scripts']) mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, 'sources/list.json'), JSON.stringify({ tools: [{ name: 'find', inputSchema: {} }] }));
  writeFileSync(join(cwd, 'packs/house/deploy/scripts/run.sh'), 'echo\n');
  const skill = '---\nname: deploy\ndescription: Deploys a service. Use it for releases.\n---\nRun it.\n';
  writeFileSync(join(cwd, 'packs/house/deploy/SKILL.md'), skill);
  const list = { path: 'sources/list.json', format: 'tools_list' };
  const tickets = {
    command: 'npx',
    args: ['-y', 'tickets'],
    env: { TICKETS_TOKEN: `\${env:TICKETS_TOKEN}`, LEVEL: 'debug' },
  };
  const search = { url: 'https://search.example/mcp', headers: { Authorization: `Bearer \${env:SEARCH_TOKEN}` } };
  const config = {
    sources: [
      { name: 'tickets', ...list, mcp: tickets },
      { name: 'search', ...list, mcp: search },
    ],
    skills: { skill_packs: [{ name: 'house', path: 'packs/house', format: 'skill-md' }] },
  };
  writeFileSync(join(cwd, 'pegboard.yaml'), stringify(config));
  const content = ['--name', 'ops', '--pack', 'house', '--source', 'tickets', '--source', 'search'];
  const about = [
    '--plugin-version',
    '1.0.0',
    '--description',
    'Runs the service.',
    '--author',
    'Ops',
    '--license',
    'MIT',
  ];
  const out = join(cwd, 'out');
  const [catalog, folder] = as === 'agent-plugins' ? [[], join(out, 'plugins/ops')] : [['--marketplace', 'team'], out];
  const { code, stdout } = await runCli(
    ['export', 'plugin', '--as', as, ...content, ...about, ...catalog, '--out', folder],
    { cwd },
  );
  expect(code, stdout).toBe(0);
  return out;
}

/** Every file below a folder, by its path. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));

for (const [name, path] of Object.entries({ PEGBOARD_CLAUDE: claude, PEGBOARD_CODEX: codex })) {
  if (path === undefined)
    process.stdout.write(`Not run: ${name} is not set, so no program loads an exported plugin here.\n`);
}

describe.skipIf(claude === undefined)('Claude Code, as it is installed here', () => {
  it('accepts an exported plugin and its catalog, warnings included', async () => {
    const out = await exported('claude-code');
    const env = { ...process.env, HOME: temporaryFolder() };
    for (const path of [join(out, 'plugins/ops'), out]) {
      const { stdout } = await run(claude ?? '', ['plugin', 'validate', '--strict', path], { env });
      expect(stdout).toContain('Validation passed');
    }
  });

  it('installs an exported plugin from its catalog, with the skill, its files and both servers', async () => {
    const out = await exported('claude-code');
    const home = temporaryFolder();
    const env = { ...process.env, HOME: home };
    await run(claude ?? '', ['plugin', 'marketplace', 'add', out], { env });
    await run(claude ?? '', ['plugin', 'install', 'ops@team'], { env });
    const { stdout } = await run(claude ?? '', ['plugin', 'list'], { env });
    expect(stdout).toMatch(/ops@team[\s\S]*enabled/);
    const { stdout: details } = await run(claude ?? '', ['plugin', 'details', 'ops@team'], { env });
    for (const part of ['deploy', 'tickets', 'search']) expect(details).toContain(part);
    expect(filesIn(join(home, '.claude/plugins')).join('\n')).toContain('deploy/scripts/run.sh');
  });
});

describe.skipIf(codex === undefined)('Codex, as it is installed here', () => {
  /** Installs the plugin of a catalog in an empty home: its files, and the servers that Codex then lists. */
  async function installed(catalog: string) {
    const home = temporaryFolder();
    const env = { ...process.env, HOME: home, CODEX_HOME: home };
    await run(codex ?? '', ['plugin', 'marketplace', 'add', catalog], { env });
    await run(codex ?? '', ['plugin', 'add', 'ops@team'], { env });
    const { stdout } = await run(codex ?? '', ['mcp', 'list', '--json'], { env });
    const servers = JSON.parse(stdout) as { name: string; transport: Record<string, unknown> }[];
    expect(servers.map(({ name }) => name).sort()).toEqual(['search', 'tickets']);
    expect(filesIn(join(home, 'plugins')).join('\n')).toContain('skills/deploy/scripts/run.sh');
    return servers.find(({ name }) => name === 'tickets')?.transport;
  }

  it('installs an exported plugin from its catalog, and lists its servers', async () => {
    expect(await installed(await exported('codex'))).toMatchObject({
      command: 'npx',
      args: ['-y', 'tickets'],
      env_vars: ['TICKETS_TOKEN'],
    });
  });

  it('installs an exported plugin of the form Agent Plugins', async () => {
    const out = await exported('agent-plugins');
    mkdirSync(join(out, '.agents/plugins'), { recursive: true });
    const plugin = {
      name: 'ops',
      source: { source: 'local', path: './plugins/ops' },
      policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
      category: 'Productivity',
    };
    writeFileSync(
      join(out, '.agents/plugins/marketplace.json'),
      JSON.stringify({ name: 'team', interface: { displayName: 'team' }, plugins: [plugin] }),
    );
    expect(await installed(out)).toMatchObject({ command: 'npx', args: ['-y', 'tickets'] });
  });
});
