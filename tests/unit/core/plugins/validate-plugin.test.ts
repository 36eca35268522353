import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../../src-main/core/files/files.ts';
import { nodeFiles } from '../../../../src-main/core/files/node-files.ts';
import { validatePlugins } from '../../../../src-main/core/plugins/validate-plugin.ts';
import { runCli } from '../../../support/run-cli.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const $schema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
const $servers = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';
const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Deploys a service. Use it for releases.\n---\nRun \`scripts/run.sh\`.\n`;

/** A folder with these files; what is not text is written as JSON. */
function pluginOf(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

async function validated(root: string, files: Files = nodeFiles) {
  const { plugins, findings } = await validatePlugins(root, files);
  return {
    plugins,
    found: findings.map(({ code, severity, path = '' }) => `${severity} ${code} ${relative(root, path)}`),
    messages: findings.map(({ message }) => message).join('\n'),
  };
}

const whole = {
  'plugin.json': { $schema, name: 'deploy.tools', version: '1.0.0', description: 'Deploys.' },
  'skills/deploy/SKILL.md': skill('deploy'),
  'skills/deploy/scripts/run.sh': 'echo',
  'bin/server': '#!/bin/sh',
  'mcp.json': {
    $schema: $servers,
    mcpServers: {
      local: { type: 'stdio', command: './bin/server', args: [`\${PLUGIN_ROOT}/bin/server`], env: { LEVEL: 'debug' } },
      remote: { type: 'streamable-http', url: 'https://deploy.example/mcp' },
    },
  },
};

describe('the checks of a plugin', () => {
  it('finds nothing in a plugin that follows the rules', async () => {
    const { plugins, found } = await validated(pluginOf(whole));
    expect(found).toEqual([]);
    expect(plugins).toMatchObject([{ name: 'deploy.tools', skills: ['deploy'], servers: ['local', 'remote'] }]);
  });

  it('checks each form that a folder has, and the plugins of a catalog', async () => {
    const root = pluginOf({
      '.claude-plugin/marketplace.json': {
        name: 'team',
        owner: { name: 'T' },
        plugins: [{ name: 'a', source: './plugins/a' }],
      },
      'plugins/a/.claude-plugin/plugin.json': { name: 'a' },
      'plugins/a/.codex-plugin/plugin.json': { name: 'a', version: '1.0.0', description: 'A', author: { name: 'T' } },
      'plugins/a/skills/deploy/SKILL.md': skill('deploy'),
    });
    const { plugins, found } = await validated(root);
    expect(plugins.map(({ form, name }) => `${form} ${name}`)).toEqual(['claude-code a', 'codex a']);
    expect(found).toEqual([]);
  });

  it('reads the places that a manifest names, and servers in the manifest', async () => {
    const root = pluginOf({
      '.claude-plugin/plugin.json': {
        name: 'a',
        skills: ['./more'],
        mcpServers: { files: { command: `\${CLAUDE_PLUGIN_ROOT}/server.js`, env: { KEY: `\${KEY}` } } },
      },
      'server.js': '',
      'more/deploy/SKILL.md': skill('deploy'),
      '.mcp.json': { web: { type: 'http', url: 'https://a.example/mcp' } },
    });
    const { plugins, found } = await validated(root);
    expect(plugins).toMatchObject([{ skills: ['deploy'], servers: ['files', 'web'] }]);
    expect(found).toEqual([]);
  });

  it('names each wrong server and keeps the others', async () => {
    const servers = {
      good: { type: 'stdio', command: 'node' },
      escape: { type: 'stdio', command: './../../bin/sh' },
      absolute: { type: 'stdio', command: '/bin/sh' },
      folder: { type: 'stdio', command: 'node', cwd: `\${PLUGIN_DATA}/../..` },
      open: { type: 'streamable-http', url: 'http://deploy.example/mcp' },
      twice: { type: 'sse', url: 'https://a.example', headers: { 'X-A': '1', 'x-a': '2' } },
      taken: { type: 'stdio', command: 'node', env: { PLUGIN_ROOT: '/' } },
      list: [],
      text: 'node',
      more: { type: 'stdio', command: 'node', timeout: 1 },
    };
    const { plugins, messages } = await validated(
      pluginOf({ ...whole, 'mcp.json': { $schema: $servers, mcpServers: servers } }),
    );
    expect(plugins[0]?.servers).toEqual(['good']);
    for (const name of Object.keys(servers).filter((one) => one !== 'good')) expect(messages).toContain(`"${name}"`);
  });

  it('reports paths that are missing and secrets that everybody would read', async () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(23)}AA`;
    const { found } = await validated(
      pluginOf({
        ...whole,
        'mcp.json': {
          $schema: $servers,
          mcpServers: { a: { type: 'stdio', command: './bin/none', env: { API_KEY: key } } },
        },
      }),
    );
    expect(found).toEqual(expect.arrayContaining(['error plugin_path plugin.json', 'error plugin_secret plugin.json']));
  });
});

describe('hostile plugins', () => {
  it('reads nothing through links that lead out, and keeps the rest', async () => {
    const outside = pluginOf({
      'SKILL.md': skill('stolen'),
      'secret.txt': 'TOP-SECRET',
      'mcp.json': whole['mcp.json'],
    });
    const root = pluginOf({ 'plugin.json': whole['plugin.json'], 'skills/deploy/SKILL.md': skill('deploy') });
    symlinkSync(outside, join(root, 'skills', 'stolen'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'skills', 'deploy', 'notes.md'));
    symlinkSync(join(outside, 'mcp.json'), join(root, 'mcp.json'));
    const { plugins, found, messages } = await validated(root);
    expect(plugins).toMatchObject([{ skills: ['deploy'], servers: [] }]);
    expect(found.filter((one) => one.includes('plugin_path'))).toEqual([
      'error plugin_path mcp.json',
      'error plugin_path skills/deploy/notes.md',
      'error plugin_path skills/stolen',
    ]);
    expect(messages).not.toContain('TOP-SECRET');
  });

  it('refuses paths out of the folder in manifests and catalogs', async () => {
    const root = pluginOf({
      '.claude-plugin/plugin.json': { name: 'a', skills: ['./../other', '/etc'], mcpServers: './../../mcp.json' },
      '.claude-plugin/marketplace.json': {
        name: 'm',
        plugins: [
          { name: 'b', source: './../b' },
          { name: 'c', source: '/c' },
        ],
      },
      'skills/deploy/SKILL.md': skill('deploy'),
    });
    const { plugins, found } = await validated(root);
    expect(plugins).toMatchObject([{ name: 'a', skills: ['deploy'], servers: [] }]);
    expect(found.filter((one) => one.includes('plugin_path'))).toHaveLength(5);
  });

  it('treats __proto__ as a name like any other', async () => {
    const root = pluginOf({
      'plugin.json': `{"$schema":"${$schema}","name":"p","__proto__":{"polluted":true},"constructor":1}`,
      'mcp.json': `{"$schema":"${$servers}","mcpServers":{"__proto__":{"type":"stdio","command":"node"},"b":{"type":"stdio","command":"node"}}}`,
    });
    const { plugins } = await validated(root);
    expect(plugins[0]?.servers).toEqual(['__proto__', 'b']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('stops at 10,000 files and says so', async () => {
    const root = pluginOf({ 'plugin.json': whole['plugin.json'], 'skills/many/SKILL.md': skill('many') });
    const many = Array.from({ length: 10_050 }, (_, i) => `${i}.md`);
    const place = join(root, 'skills', 'many');
    // A disk that says it has them: making so many takes half a minute on a busy machine.
    const files = {
      ...nodeFiles,
      list: async (path: string) => (path.endsWith('many') ? ['SKILL.md', ...many] : nodeFiles.list(path)),
      look: (path: string) =>
        nodeFiles.look(path.endsWith('.md') && path.startsWith(place) ? join(place, 'SKILL.md') : path),
      realPath: async (path: string) => (path.startsWith(place) ? path : nodeFiles.realPath(path)),
      readBytes: async () => new Uint8Array(),
    };
    const { plugins, found } = await validated(root, files);
    expect(plugins[0]?.skills).toEqual(['many']);
    expect(found).toContain('error too_many_files skills/many');
  });

  it('names files that are too large, nested too deep, not text or of the wrong kind', async () => {
    const cases: Readonly<Record<string, string>> = {
      large: `{"$schema":"${$schema}","name":"p","description":"${'x'.repeat(2_000_000)}"}`,
      deep: `{"$schema":"${$schema}","name":"p","extensions":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
      broken: '{"name":',
      list: '[]',
      empty: '',
    };
    for (const [name, text] of Object.entries(cases)) {
      const { plugins, found } = await validated(pluginOf({ 'plugin.json': text }));
      expect(plugins, name).toMatchObject([{ name: null }]);
      expect(found, name).toEqual(['error plugin_syntax plugin.json']);
    }
  });

  it('names spellings that other disks do not find', async () => {
    const { found } = await validated(
      pluginOf({ 'plugin.json': whole['plugin.json'], 'MCP.json': '{}', 'skills/deploy/Skill.md': skill('deploy') }),
    );
    expect(found).toEqual([
      'warning plugin_case MCP.json',
      'warning plugin_empty plugin.json',
      'warning plugin_case skills/deploy/Skill.md',
    ]);
  });
});

describe('pegboard plugins validate', () => {
  it('exits with 0, 1 and 2, and writes SARIF', async () => {
    const cwd = pluginOf(whole);
    expect(await runCli(['plugins', 'validate', '.'], { cwd })).toMatchObject({ code: 0 });
    const wrong = pluginOf({ ...whole, 'plugin.json': { $schema, name: 'Deploy' } });
    await cp(wrong, join(cwd, 'wrong'), { recursive: true });
    const { code, stdout } = await runCli(['plugins', 'validate', 'wrong', '--format', 'sarif'], { cwd });
    expect(code).toBe(1);
    const [run] = (JSON.parse(stdout) as { runs: { results: { ruleId: string; locations: object[] }[] }[] }).runs;
    expect(run?.results).toMatchObject([
      {
        ruleId: 'plugin_name',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'wrong/plugin.json' }, region: { startLine: 1 } } }],
      },
    ]);
    expect(await runCli(['plugins', 'validate', 'bin'], { cwd })).toMatchObject({ code: 2 });
  });
});
