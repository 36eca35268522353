import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { FileMemory } from '#core/memory/file-memory.ts';
import {
  emptyMemory,
  renderMemory,
  withDiscovered,
  withEntities,
  withoutOthers,
  withUsed,
} from '#core/memory/working-memory.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { type LoadedWorkspace, loadWorkspace } from '#core/workspace/load-workspace.ts';
import { validateToolIndex } from '#core/workspace/validate-tool-index.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { testCatalog } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { skillWorkspaceFolder } from '../../../support/skill-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, workspaceFolder } from '../../../support/workspace.ts';

const plain = (text: string) => text;
const entity = (id: number, type = 'page') => ({ type, id: `p${id}`, name: `Page ${id}` });

describe('a working memory', () => {
  it('is rendered to the letter: the last ten entities, then the tools (R17.22)', () => {
    const entities = Array.from({ length: 12 }, (_, i) => entity(i + 1, `type${i}`));
    const memory = withDiscovered(withEntities(emptyMemory('s', 0), entities, 0), ['a.b', 'c'], 0);
    const lines = entities.slice(2).map(({ type, id, name }) => `- ${type}: ${name} (${id})`);
    expect(renderMemory(memory, plain)).toBe(`**Known entities:**\n${lines.join('\n')}\n\n**Available tools:** a.b, c`);
    expect(renderMemory(emptyMemory('s', 0), plain)).toBe('');
    expect(renderMemory(withDiscovered(emptyMemory('s', 0), ['a'], 0), plain)).toBe('**Available tools:** a');
    expect(renderMemory(withEntities(emptyMemory('s', 0), [entity(1)], 0), plain)).toBe(
      '**Known entities:**\n- page: Page 1 (p1)',
    );
  });

  it('keeps each entity once, the newest last, and no more than 200', () => {
    const first = withEntities(emptyMemory('s', 0), [entity(1), entity(2)], 1000);
    const again = withEntities(first, [{ ...entity(1), name: 'Renamed' }], 2000);
    expect(again.entities.map(({ name, timestamp }) => [name, timestamp])).toEqual([
      ['Page 2', '1970-01-01T00:00:01.000Z'],
      ['Renamed', '1970-01-01T00:00:02.000Z'],
    ]);
    expect(again.lastUpdated).toBe('1970-01-01T00:00:02.000Z');
    const many = Array.from({ length: 300 }, (_, i) => entity(i));
    expect(withEntities(first, many, 3000).entities).toHaveLength(200);
  });

  it('has used tools only among those that were found', () => {
    const found = withDiscovered(emptyMemory('s', 0), ['a', 'b'], 0);
    expect(withUsed(found, 'tool_search', 0).usedTools).toEqual([]);
    expect(withUsed(withUsed(found, 'b', 0), 'b', 0).usedTools).toEqual(['b']);
    const narrowed = withoutOthers(withUsed(found, 'b', 0), (name) => name === 'a');
    expect([narrowed.discoveredTools, narrowed.usedTools]).toEqual([['a'], []]);
  });
});

describe('the memories in the user folder', () => {
  const memory = withEntities(emptyMemory('s', 0), [entity(1)], 0);

  it('are one a session of a project of a workspace, for the user alone', async () => {
    const userDataDir = temporaryFolder();
    const [workspace, other] = [temporaryFolder(), temporaryFolder()];
    const store = new FileMemory({ userDataDir, files: nodeFiles, workspace });
    const context = { tenant_id: 't', session_id: 's' };
    expect(await store.load(context)).toBeNull();
    await store.save(context, memory);
    expect(await store.load(context)).toEqual(memory);
    for (const elsewhere of [{ session_id: 's' }, { tenant_id: 't', session_id: 's2' }])
      expect(await store.load(elsewhere)).toBeNull();
    const theirs = new FileMemory({ userDataDir, files: nodeFiles, workspace: other });
    expect(await theirs.load(context)).toBeNull();
    const folder = join(userDataDir, 'working-memory');
    expect(readdirSync(folder)).toHaveLength(1);
    const [file = ''] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    await store.forget(context);
    expect(await store.load(context)).toBeNull();
  });

  it('say which file is broken, and how to go on', async () => {
    const userDataDir = temporaryFolder();
    const store = new FileMemory({ userDataDir, files: nodeFiles, workspace: temporaryFolder() });
    await store.save({ session_id: 's' }, memory);
    const folder = join(userDataDir, 'working-memory');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
    await expect(store.load({ session_id: 's' })).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining(path),
      hint: expect.stringContaining('--forget'),
    });
  });
});

describe('the tool index at startup', () => {
  const findings = (tools: Parameters<typeof testCatalog>[0], config: object = {}) => {
    const { catalog, config: parsed } = testCatalog(tools, config);
    const known = new Set(catalog.map(({ name }) => name));
    return validateToolIndex(catalog, { known, config: parsed }).map(({ code, severity, message }) => [
      code,
      severity,
      message,
    ]);
  };
  const extraction = { path: '$root', type: 'page', nameField: 'name' };

  it('is fine when each tool has metadata and each reader an extraction', () => {
    const tools = [
      { name: 'pages.get', category: 'pages', extraction },
      { name: 'pages.search', category: 'pages' },
      { name: 'pages.publish', risk_level: 'moderate' },
    ];
    expect(findings(tools, { planner: { extractors: { 'pages.search': 'vector_search' } } })).toEqual([]);
  });

  it('reports tools without metadata, metadata without tools and extractors for missing tools as errors', () => {
    const config = {
      overlays: { 'pages.gone': { category: 'pages' } },
      planner: { extractors: { 'pages.missing': 'find_resource' } },
    };
    expect(findings([{ name: 'a.plain' }, { name: 'b.plain' }], config)).toEqual([
      ['tool_index_no_metadata', 'error', 'Tools without metadata: a.plain, b.plain.'],
      ['tool_index_no_tool', 'error', 'Metadata of tools that do not exist: pages.gone.'],
      ['tool_index_extractor_without_tool', 'error', 'Extractors of tools that do not exist: pages.missing.'],
    ]);
  });

  it('only warns of readers without an extraction, and of related tools that are not there', () => {
    const tools = ['get', 'list', 'search', 'publish'].map((name) => ({ name: `x.${name}`, category: 'x' }));
    expect(findings([...tools, { name: 'y.do', related_tools: ['x.get', 'x.nothing'] }])).toEqual([
      [
        'tool_index_no_extraction',
        'warning',
        'Tools that seem to read something but have no extraction: x.get, x.list, x.search.',
      ],
      ['tool_index_unknown_related', 'warning', 'Related tools that do not exist: x.nothing.'],
    ]);
  });

  it('is told when a workspace of that style opens, and by a scenario only when the workspace is not', async () => {
    const yaml = `${searchOn}planner: {style: one_discovery_tool}\n`;
    const tools = [{ name: 'a.plain', description: 'Plain.' }];
    const codes = (findings: readonly { code: string }[]) =>
      findings.map(({ code }) => code).filter((code) => code.startsWith('tool_index'));
    const styled = await loadWorkspace(workspaceFolder(tools, yaml), nodeFiles);
    const plainOne = await loadWorkspace(workspaceFolder(tools), nodeFiles);
    expect([codes(styled.findings), codes(plainOne.findings)]).toEqual([['tool_index_no_metadata'], []]);
    const scenario = 'profile: one-discovery-tool\ntool_context: {session_id: s}\nquery: q\nscript: [{answer: a}]\n';
    const findings = async (workspace: LoadedWorkspace) =>
      codes((await simulate(workspace, scenarioOf(readScenario(scenario, 'x')), options)).findings);
    const options = {
      callLive: async () => ({ kind: 'error', message: '' }) as const,
      openSkills,
      fts: 'detect' as const,
      logger: silentLogger,
    };
    expect([await findings(styled), await findings(plainOne)]).toEqual([[], ['tool_index_no_metadata']]);
  });

  it('closes the skills of a scenario that it keeps from starting', async () => {
    const yaml = 'planner: {style: one_discovery_tool, require_tool_index: true}\n';
    const tools = [{ name: 'a.plain', description: 'Plain.' }];
    const folder = skillWorkspaceFolder({ yaml: `${searchOn}${yaml}`, tools });
    let open = 0;
    const playing = simulate(
      await loadWorkspace(folder, nodeFiles),
      scenarioOf(readScenario('tool_context: {session_id: s}\nquery: q\nscript: [{answer: a}]\n', 'x')),
      {
        callLive: async () => ({ kind: 'error', message: '' }),
        openSkills: async (...asked) => {
          const opened = await openSkills(...asked);
          if (!opened) return null;
          open += 1;
          const close = () => {
            opened.close();
            open -= 1;
          };
          return { ...opened, close };
        },
        fts: 'detect',
        logger: silentLogger,
      },
    );
    await expect(playing).rejects.toMatchObject({ code: 'config_invalid' });
    expect(open).toBe(0);
  });

  it('is told by a scenario when nothing was read from results, to the letter (R15.11)', async () => {
    const tool = { name: 'a.get', loading_mode: 'always', extraction };
    const workspace = await loadWorkspace(workspaceFolder([tool]), nodeFiles);
    const warnings = async (calls: number, value: string) => {
      const script = [...Array(calls).fill('{call: a.get, args: {}}'), '{answer: a}'].join(', ');
      const scenario = `profile: one-discovery-tool\ntool_context: {session_id: s}\nquery: q\nscript: [${script}]\nresults: {a.get: {value: ${value}}}\n`;
      const { findings } = await simulate(workspace, scenarioOf(readScenario(scenario, 'x')), {
        callLive: async () => ({ kind: 'error', message: '' }),
        openSkills,
        fts: 'detect',
        logger: silentLogger,
      });
      return findings.filter(({ code }) => code === 'entities_not_extracted');
    };
    for (const count of [1, 2])
      expect(await warnings(count, '1')).toMatchObject([
        {
          severity: 'warning',
          message: `[orchestrator] No entities extracted from ${count} tool results. Check TOOL_INDEX extraction schemas.`,
          hint: expect.stringContaining('extraction'),
        },
      ]);
    expect(await warnings(0, '1')).toEqual([]);
    expect(await warnings(1, '{id: p1, name: About}')).toEqual([]);
  });

  it('counts what it does not list', () => {
    const tools = Array.from({ length: 30 }, (_, i) => ({ name: `t${i}` }));
    expect(findings(tools)[0]?.[2]).toBe('Tools without metadata: t0, t1, t10, t11, t12, t13, t14, t15 and 22 more.');
  });
});
