import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { hostToolName, readAgentFile } from '../../../src-main/core/plugins/agents/agent-file.ts';
import { casesOf } from '../../support/depth.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const mcp = { command: 'npx', args: ['-y', 'tickets'], env: { TOKEN: `\${env:TOKEN}` } };

/** A workspace whose sources have these tools, by name. */
function workspaceWith(sources: Readonly<Record<string, readonly string[]>>, persona: object): string {
  const root = temporaryFolder();
  const names = Object.keys(sources);
  mkdirSync(join(root, 'sources'));
  for (const [name, tools] of Object.entries(sources)) {
    const list = {
      tools: tools.map((tool) => ({ name: tool, description: `Does ${tool}.`, inputSchema: { type: 'object' } })),
    };
    writeFileSync(join(root, 'sources', `${name}.json`), JSON.stringify(list));
  }
  const listed = names.map((name) => ({ name, path: `sources/${name}.json`, format: 'tools_list', mcp }));
  writeFileSync(
    join(root, 'pegboard.yaml'),
    stringify({ sources: listed, tool_search: { enabled: true }, personas: [{ name: 'Support EU', ...persona }] }),
  );
  return root;
}

const personasOf = (root: string) =>
  (parse(readFileSync(join(root, 'pegboard.yaml'), 'utf8')) as { personas: object[] }).personas;

describe('pegboard export agent', () => {
  const sources = { tickets: ['find', 'close', 'delete'], wiki: ['read.page'], 'big-search': ['query'] };
  const persona = { visible_tools: ['tickets.*', 'wiki.*'], hidden_tools: ['tickets.delete'] };

  it('lists the tools of a persona for Claude Code by the names that it gives them, and no other', async () => {
    const cwd = workspaceWith(sources, persona);
    const args = [
      'export',
      'agent',
      '--as',
      'claude-code',
      '--persona',
      'Support EU',
      '--model',
      'haiku',
      '--out',
      '.',
    ];
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, '.claude/agents/support-eu.md'), 'utf8');
    expect(text).toContain('tools: mcp__tickets__close, mcp__tickets__find, mcp__wiki__read_page\n');
    expect(text).toContain('model: haiku');
    expect(text).not.toMatch(/delete|big-search/);
  });

  it('starts the servers of a persona in an agent of Codex with these tools only', async () => {
    const cwd = workspaceWith(sources, persona);
    const args = ['export', 'agent', '--as', 'codex', '--persona', 'Support EU', '--name', 'helper', '--out', '.'];
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, '.codex/agents/helper.toml'), 'utf8');
    expect(parseToml(text)).toMatchObject({
      name: 'helper',
      mcp_servers: {
        tickets: { command: 'npx', args: ['-y', 'tickets'], env_vars: ['TOKEN'], enabled_tools: ['close', 'find'] },
        wiki: { enabled_tools: ['read.page'] },
      },
    });
    expect(text).not.toMatch(/delete|big-search/);
  });

  it('lists the names of the gateway where Pegboard serves the tools', async () => {
    const cwd = workspaceWith(sources, persona);
    const args = [
      'export',
      'agent',
      '--as',
      'claude-code',
      '--persona',
      'Support EU',
      '--via',
      'gateway',
      '--out',
      '.',
    ];
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, '.claude/agents/support-eu.md'), 'utf8');
    expect(text).toContain('mcp__pegboard__tool_search');
    expect(text).toContain('mcp__pegboard__tickets__find');
    expect(text).not.toMatch(/delete|big/);
    // The persona comes back: the tools of the gateway itself are not tools of the workspace.
    const back = await runCli(['import', '.claude/agents/support-eu.md'], { cwd });
    expect(back.result).toMatchObject({ unknown: [] });
    expect(personasOf(cwd)[1]).toMatchObject({ visible_tools: ['tickets.close', 'tickets.find', 'wiki.read.page'] });
  });

  it('leaves out a tool whose name in the host is also that of a hidden tool', async () => {
    const cwd = workspaceWith({ wiki: ['read.page', 'read_page', 'list'] }, { hidden_tools: ['wiki.read_page'] });
    const args = ['export', 'agent', '--as', 'claude-code', '--persona', 'Support EU', '--out', '.'];
    const { result } = await runCli(args, { cwd });
    expect(readFileSync(join(cwd, '.claude/agents/support-eu.md'), 'utf8')).toContain('tools: mcp__wiki__list\n');
    expect(result.loss).toMatchObject([{ field: 'tools', kind: 'lost', names: ['wiki.read.page'] }]);
  });

  it('refuses a persona without a tool: a host would give the agent all of them', async () => {
    const cwd = workspaceWith(sources, { visible_tools: [] });
    const args = ['export', 'agent', '--as', 'claude-code', '--persona', 'Support EU', '--out', '.'];
    expect((await runCli(args, { cwd })).error).toMatchObject({ code: 'source_empty' });
  });
});

describe('pegboard import of an agent file', () => {
  function agentIn(cwd: string, path: string, text: string): string {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
    return path;
  }

  it('makes a persona of an agent of Claude Code, and lists the names that it does not know', async () => {
    const cwd = workspaceWith({ tickets: ['find', 'close'], wiki: ['read.page'] }, {});
    const tools = 'Read, mcp__tickets__find, mcp__wiki__*, mcp__tickets__vanished, mcp__other';
    const text = `---\nname: helper\ndescription: Helps.\ntools: ${tools}\n---\nHelp.\n`;
    const { code, result } = await runCli(['import', agentIn(cwd, '.claude/agents/helper.md', text)], { cwd });
    expect(code).toBe(1);
    expect(result).toMatchObject({
      unknown: ['mcp__tickets__vanished', 'mcp__other'],
      own_tools: ['Read'],
      written: true,
    });
    expect(personasOf(cwd)[1]).toEqual({ name: 'helper', visible_tools: ['tickets.find', 'wiki.*'] });
    expect((await runCli(['import', '.claude/agents/helper.md'], { cwd })).error).toMatchObject({ code: 'usage' });
  });

  it('makes a persona of an agent of Codex', async () => {
    const cwd = workspaceWith({ tickets: ['find', 'close'], wiki: ['read.page'] }, {});
    const text = `name = "helper"\ndescription = "Helps."\ndeveloper_instructions = "Help."\n[mcp_servers.tickets]\ncommand = "npx"\nenabled_tools = ["find"]\n[mcp_servers.wiki]\ncommand = "npx"\ndisabled_tools = ["read.page"]\n`;
    expect(await runCli(['import', agentIn(cwd, 'helper.toml', text)], { cwd })).toMatchObject({ code: 0 });
    expect(personasOf(cwd)[1]).toEqual({
      name: 'helper',
      visible_tools: ['tickets.find', 'wiki.*'],
      hidden_tools: ['wiki.read.page'],
    });
  });

  it('writes nothing with --dry-run, and refuses a Markdown file that is not an agent', async () => {
    const cwd = workspaceWith({ tickets: ['find'] }, {});
    const path = agentIn(cwd, 'helper.md', '---\nname: helper\ntools: [mcp__tickets__find]\n---\n');
    expect((await runCli(['import', path, '--dry-run'], { cwd })).result).toMatchObject({ written: false });
    expect(personasOf(cwd)).toHaveLength(1);
    const other = agentIn(cwd, 'README.md', '# Tickets\n');
    expect((await runCli(['import', other], { cwd })).error).toMatchObject({ code: 'invalid_input' });
  });

  it('gives a persona back with exactly the tools that it was exported with', async () => {
    const name = fc.stringMatching(/^[a-z][a-z_.]{0,8}$/);
    const catalog = fc.dictionary(
      fc.stringMatching(/^[a-z][a-z-]{0,6}$/),
      fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(catalog, fc.constantFrom('claude-code', 'codex'), fc.nat(), async (sources, as, pick) => {
        const all = Object.entries(sources).flatMap(([source, tools]) => tools.map((tool) => `${source}.${tool}`));
        const hosts = Object.entries(sources).flatMap(([source, tools]) =>
          tools.map((tool) => hostToolName(source, tool)),
        );
        fc.pre(new Set(hosts).size === hosts.length);
        const visible = all.filter((_tool, i) => i === pick % all.length || (pick >> i) % 2 === 0);
        const cwd = workspaceWith(sources, { visible_tools: visible });
        const args = ['export', 'agent', '--as', as, '--persona', 'Support EU', '--name', 'back', '--out', '.'];
        expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
        const path = as === 'codex' ? '.codex/agents/back.toml' : '.claude/agents/back.md';
        expect(await runCli(['import', path], { cwd })).toMatchObject({ code: 0 });
        const back = personasOf(cwd)[1] as { visible_tools: string[] };
        expect([...back.visible_tools].sort()).toEqual([...visible].sort());
      }),
      { numRuns: casesOf(30) },
    );
  });

  it('reads any text without a failure', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom('a.md', 'a.toml'), (text, path) => {
        readAgentFile(text, path);
        readAgentFile(`---\nname: a\ntools: ${text}\n---\n`, 'a.md');
        readAgentFile(`name = "a"\ndeveloper_instructions = "x"\n[mcp_servers.a]\n${text}`, 'a.toml');
      }),
      { numRuns: casesOf(200) },
    );
  });
});
