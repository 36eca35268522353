import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { pluginForms } from '../../../src-shared/domain/plugin-forms.ts';
import { keysOf } from '../../../src-shared/tables.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ids = keysOf(pluginForms);
const mcpServer = resolve(import.meta.dirname, '../../fixtures/mcp-servers');
const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Deploys a service. Use it for releases.\n---\nRun it.\n`;

function write(root: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

/** A workspace with a pack and these sources. */
function workspaceWith(given: readonly { readonly name: string; readonly mcp: object }[]): string {
  const sources = given.map(({ name, mcp }) => ({ name, path: `sources/${name}.json`, format: 'tools_list', mcp }));
  const lists = given.map(({ name }) => [`sources/${name}.json`, { tools: [{ name: 'find', inputSchema: {} }] }]);
  const config = { sources, skills: { skill_packs: [{ name: 'house', path: 'packs/house', format: 'skill-md' }] } };
  return write(temporaryFolder(), {
    ...Object.fromEntries(lists),
    'pegboard.yaml': stringify(config),
    'packs/house/deploy/SKILL.md': skill('deploy'),
  });
}

const live = [
  {
    name: 'tickets',
    mcp: { command: 'npx', args: ['-y', 'tickets'], env: { TICKETS_TOKEN: `\${env:TICKETS_TOKEN}` } },
  },
  {
    name: 'search',
    mcp: { url: 'https://search.example/mcp', headers: { Authorization: `Bearer \${env:SEARCH_TOKEN}` } },
  },
];

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe('pegboard export plugin', () => {
  for (const as of ids) {
    it(`writes packs and sources as ${pluginForms[as]}, which its own checks and those of no other form accept`, async () => {
      const cwd = workspaceWith(live);
      const args = [
        'export',
        'plugin',
        '--as',
        as,
        '--name',
        'ops',
        '--pack',
        'house',
        '--source',
        'tickets',
        '--source',
        'search',
      ];
      const more = ['--plugin-version', '1.0.0', '--description', 'Ops.', '--author', 'Ops', '--out', 'out'];
      const { code, stdout } = await runCli([...args, ...more], { cwd });
      expect(code, stdout).toBe(0);
      const again = await runCli([...args, ...more], { cwd });
      expect(again.result).toMatchObject({ up_to_date: true, written: false });
      const checked = await runCli(['plugins', 'validate', 'out'], { cwd });
      expect(checked.result).toMatchObject({
        plugins: [{ name: 'ops', form: as, skills: ['deploy'], servers: ['tickets', 'search'] }],
      });
      expect(checked.code, checked.stdout).toBe(0);
      expect(readFileSync(join(cwd, 'out/skills/deploy/SKILL.md'), 'utf8')).toContain('Run it.');
    });
  }

  it('writes references to secrets in the words of each form', async () => {
    const cwd = workspaceWith(live);
    for (const as of ids) {
      const args = [
        'export',
        'plugin',
        '--as',
        as,
        '--name',
        'ops',
        '--source',
        'tickets',
        '--source',
        'search',
        '--out',
        as,
      ];
      expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
    }
    expect(read(join(cwd, 'claude-code/.mcp.json'))).toEqual({
      mcpServers: {
        tickets: { command: 'npx', args: ['-y', 'tickets'], env: { TICKETS_TOKEN: `\${TICKETS_TOKEN}` } },
        search: {
          type: 'http',
          url: 'https://search.example/mcp',
          headers: { Authorization: `Bearer \${SEARCH_TOKEN}` },
        },
      },
    });
    expect(read(join(cwd, 'codex/.mcp.json'))).toEqual({
      mcpServers: {
        tickets: { command: 'npx', args: ['-y', 'tickets'], env_vars: ['TICKETS_TOKEN'] },
        search: { url: 'https://search.example/mcp', bearer_token_env_var: 'SEARCH_TOKEN' },
      },
    });
    expect(read(join(cwd, 'agent-plugins/mcp.json'))).toMatchObject({
      mcpServers: {
        tickets: { type: 'stdio', command: 'npx', args: ['-y', 'tickets'] },
        search: { type: 'streamable-http', url: 'https://search.example/mcp' },
      },
    });
    expect(JSON.stringify(read(join(cwd, 'agent-plugins/mcp.json')))).not.toContain('TOKEN');
  });

  it('leaves out a source with a literal secret, names the place, and exports the others', async () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(23)}AA`;
    const leaky = { name: 'leaky', mcp: { command: 'npx', args: ['leaky', '--api-key', key] } };
    const cwd = workspaceWith([...live, leaky]);
    const args = [
      'export',
      'plugin',
      '--as',
      'claude-code',
      '--name',
      'ops',
      '--source',
      'leaky',
      '--source',
      'tickets',
    ];
    const { code, stdout } = await runCli([...args, '--out', 'out'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('sources.2.mcp.args.2');
    expect(stdout).not.toContain(key);
    expect(Object.keys(read(join(cwd, 'out/.mcp.json')).mcpServers as object)).toEqual(['tickets']);
  });

  it('writes a catalog of plugins that its checks read', async () => {
    const cwd = workspaceWith(live);
    for (const as of ['claude-code', 'codex']) {
      const args = [
        'export',
        'plugin',
        '--as',
        as,
        '--name',
        'ops',
        '--pack',
        'house',
        '--marketplace',
        'team',
        '--out',
        as,
      ];
      expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
      const { result } = await runCli(['plugins', 'validate', as], { cwd });
      expect(result).toMatchObject({ plugins: [{ name: 'ops', form: as, root: `${as}/plugins/ops` }] });
    }
    const none = [
      'export',
      'plugin',
      '--as',
      'agent-plugins',
      '--name',
      'ops',
      '--pack',
      'house',
      '--marketplace',
      'team',
    ];
    expect(await runCli([...none, '--out', 'x'], { cwd })).toMatchObject({ code: 2 });
  });

  it('keeps skills with the files beside them byte for byte, through each form and back into a workspace', async () => {
    const cwd = workspaceWith([]);
    const logo = Uint8Array.from([0, 255, 1, 254]);
    write(cwd, {
      'packs/house/deploy/scripts/run.sh': '#!/bin/sh\necho\n',
      'packs/house/deploy/references/deep/note.md': 'é\r\n',
    });
    writeFileSync(join(cwd, 'packs/house/deploy/logo.png'), logo);
    for (const as of ids) {
      const args = ['export', 'plugin', '--as', as, '--name', 'ops', '--pack', 'house', '--out', as];
      expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
      const other = workspaceWith([]);
      expect((await runCli(['import', join(cwd, as)], { cwd: other })).code).toBe(0);
      const [before, after] = [join(cwd, 'packs/house/deploy'), join(other, 'packs/ops/deploy')];
      const files = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();
      expect(files(after)).toEqual(files(before));
      for (const file of ['SKILL.md', 'scripts/run.sh', 'references/deep/note.md', 'logo.png'])
        expect(readFileSync(join(after, file)).equals(readFileSync(join(before, file))), file).toBe(true);
    }
  });

  it('refuses a plugin without content, unknown sources and names that no form takes', async () => {
    const cwd = workspaceWith(live);
    const base = ['export', 'plugin', '--as', 'codex', '--out', 'out'];
    expect((await runCli([...base, '--name', 'ops'], { cwd })).error).toMatchObject({ code: 'nothing_to_convert' });
    expect((await runCli([...base, '--name', 'ops', '--source', 'x'], { cwd })).error).toMatchObject({
      code: 'source_not_found',
    });
    expect((await runCli([...base, '--name', 'a.b', '--pack', 'house'], { cwd })).error).toMatchObject({
      code: 'usage',
    });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });
});

describe('pegboard import of a plugin', () => {
  /** A plugin with a skill and a server that starts from its own folder. */
  function pluginIn(folder: string): string {
    return write(folder, {
      'plugin.json': { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', name: 'deploy.tools' },
      'skills/deploy/SKILL.md': skill('deploy'),
      'skills/deploy/scripts/run.sh': '#!/bin/sh\necho\n',
      'skills/broken/SKILL.md': 'no front matter',
      'server.mjs': `import ${JSON.stringify(join(mcpServer, 'calls.mjs'))};`,
      'mcp.json': {
        $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
        mcpServers: {
          local: {
            type: 'stdio',
            command: 'node',
            args: [`\${PLUGIN_ROOT}/server.mjs`],
            env: { LEVEL: 'debug', HOME_OF_DATA: `\${PLUGIN_DATA}/x` },
          },
          wrong: { type: 'stdio' },
        },
      },
    });
  }

  it('shows servers and skills first, and writes nothing with --dry-run', async () => {
    const cwd = workspaceWith([]);
    const plugin = pluginIn(temporaryFolder());
    const { result } = await runCli(['import', plugin, '--dry-run'], { cwd });
    expect(result).toMatchObject({
      servers: [{ name: 'local', state: 'ready' }],
      plugin: {
        name: 'deploy.tools',
        form: 'agent-plugins',
        pack: { path: 'packs/deploy-tools', skills: ['deploy'] },
      },
    });
    expect(existsSync(join(cwd, 'packs/deploy-tools'))).toBe(false);
  });

  it('writes nothing without consent', async () => {
    const cwd = workspaceWith([]);
    const before = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    const { error } = await runCli(['import', pluginIn(temporaryFolder())], { cwd });
    expect(error).toMatchObject({ code: 'consent_required' });
    expect(existsSync(join(cwd, 'packs/deploy-tools'))).toBe(false);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(before);
  });

  it('copies the skills as a pack byte for byte, and imports the tools of its servers', async () => {
    const cwd = workspaceWith([]);
    const plugin = pluginIn(temporaryFolder());
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const run = await runCli(['import', join(plugin, 'plugin.json'), '--yes'], { cwd, env });
    expect(run.result).toMatchObject({ servers: [{ name: 'local', state: 'imported' }] });
    // A server and a skill of the plugin are left out.
    expect(run.code).toBe(1);
    const config = parse(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')) as { skills: object; sources: unknown[] };
    expect(config.skills).toEqual({
      skill_packs: [
        { name: 'house', path: 'packs/house', format: 'skill-md' },
        { name: 'deploy-tools', path: 'packs/deploy-tools', format: 'skill-md' },
      ],
    });
    expect(config.sources).toMatchObject([
      {
        name: 'local',
        mcp: {
          command: 'node',
          args: [join(plugin, 'server.mjs')],
          env: { LEVEL: `\${env:LEVEL:-debug}`, PLUGIN_ROOT: `\${env:PLUGIN_ROOT:-${plugin}}` },
        },
      },
    ]);
    expect(existsSync(join(env.PEGBOARD_HOME, 'plugin-data/deploy.tools'))).toBe(true);
    const pack = join(cwd, 'packs/deploy-tools');
    expect(readdirSync(pack)).toEqual(['deploy']);
    expect(readFileSync(join(pack, 'deploy/SKILL.md'), 'utf8')).toBe(skill('deploy'));
    expect(readFileSync(join(pack, 'deploy/scripts/run.sh'), 'utf8')).toBe('#!/bin/sh\necho\n');
  });

  it('refuses folders without a plugin, plugins that no client loads, and catalogs of several', async () => {
    const cwd = workspaceWith([]);
    expect((await runCli(['import', temporaryFolder()], { cwd })).error).toMatchObject({ code: 'unrecognised_format' });
    const broken = write(temporaryFolder(), { 'plugin.json': { name: 'p' } });
    expect((await runCli(['import', broken], { cwd })).error).toMatchObject({ code: 'invalid_input' });
    const catalog = write(temporaryFolder(), {
      '.claude-plugin/marketplace.json': {
        name: 'm',
        plugins: [
          { name: 'a', source: './a' },
          { name: 'b', source: './b' },
        ],
      },
      'a/.claude-plugin/plugin.json': { name: 'a' },
      'b/.claude-plugin/plugin.json': { name: 'b' },
    });
    expect((await runCli(['import', catalog], { cwd })).error).toMatchObject({ code: 'usage' });
  });
});
