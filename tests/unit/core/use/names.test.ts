import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { configuredNames, createUseNames } from '#core/use/map-names.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { UseOrigin } from '#shared/domain/use.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

const list = (...names: string[]) =>
  JSON.stringify({
    tools: names.map((name) => ({ name, description: `To ${name}.`, inputSchema: { type: 'object' } })),
  });

/** Two servers whose tools share names, and a name that is another one's in the letters that models may use. */
async function names(home?: string) {
  const root = temporaryFolder();
  write(root, 'pages.json', list('create', 'read page', 'read_page', 'export_all'));
  write(root, 'my_pages.json', list('create', 'drop'));
  write(
    root,
    'pegboard.yaml',
    [
      'sources:',
      '  - {name: pages, path: pages.json, format: tools_list, mcp: {command: serve-pages, args: [--all]}}',
      '  - {name: my_pages, path: my_pages.json, format: tools_list}',
      'overlays:',
      '  pages.export_all: {aliases: [export]}',
    ].join('\n'),
  );
  const workspace = await loadWorkspace(root, nodeFiles);
  const machine = home === undefined ? undefined : ({ platform: 'linux', home, env: {} } as const);
  const { map } = createUseNames(workspace, await configuredNames(workspace, { machine, files: nodeFiles }));
  return (said: string, origin: UseOrigin = 'claude-code', via = false) => {
    const found = map({ origin, said, via });
    return 'tool' in found ? found.tool : found.why;
  };
}

it('maps names as clients write them, also through a plugin, whose name stands before that of the server', async () => {
  const tool = await names();
  expect(tool('mcp__pages__create')).toBe('pages.create');
  expect(tool('pages__create', 'codex')).toBe('pages.create');
  expect(tool('pages.create', 'jsonl')).toBe('pages.create');
  expect(tool('export', 'jsonl')).toBe('pages.export_all');
  expect(tool('mcp__plugin_shop_pages__create')).toBe('pages.create');
  expect(tool('mcp__plugin_shop_tools_pages__export_all')).toBe('pages.export_all');
  expect(tool('mcp__plugin_shop_my_pages__drop')).toBe('my_pages.drop');
  expect(tool('mcp__plugin_shop_other__create')).toBe('unknown');
  expect(tool('mcp__plugin_shop_pages__')).toBe('unknown');
  expect(tool('mcp__plugin___create')).toBe('unknown');
});

it('lists a name that fits several tools, and never guesses', async () => {
  const tool = await names();
  // "read page" and "read_page" are one name in the letters that models may use.
  expect(tool('mcp__pages__read_page')).toBe('ambiguous');
  // A plugin "shop" with a server "my_pages", or a plugin "shop_my" with a server "pages".
  expect(tool('mcp__plugin_shop_my_pages__create')).toBe('ambiguous');
  expect(tool('create', 'jsonl')).toBe('ambiguous');
  expect(tool('drop', 'otlp')).toBe('my_pages.drop');
  expect(tool('drop')).toBe('own');
  expect(tool('mcp__pages__gone')).toBe('unknown');
  expect(tool('__proto__', 'jsonl')).toBe('unknown');
});

it('knows a server by its command under the name that a client gave it, alone and inside a plugin', async () => {
  const home = temporaryFolder();
  const server = { command: 'serve-pages', args: ['--all'] };
  write(home, '.claude.json', JSON.stringify({ mcpServers: { docs: server, other: { command: 'serve-others' } } }));
  const tool = await names(home);
  expect(tool('mcp__docs__create')).toBe('pages.create');
  expect(tool('mcp__plugin_office_docs__export_all')).toBe('pages.export_all');
  expect(tool('mcp__other__create')).toBe('unknown');
});

it('maps a name of the catalog without the forms of all names, which cost half a second for 10,000 tools', async () => {
  const root = temporaryFolder();
  write(root, 'pages.json', list('create'));
  write(root, 'pegboard.yaml', 'sources: [{name: pages, path: pages.json, format: tools_list}]');
  const { catalog, file } = await loadWorkspace(root, nodeFiles);
  let reads = 0;
  const counted = {
    ...catalog,
    get tools() {
      reads += 1;
      return catalog.tools;
    },
  };
  const { map, sourceOf } = createUseNames({ catalog: counted, file }, new Map());
  expect(map({ origin: 'jsonl', said: 'pages.create', via: false })).toEqual({ tool: 'pages.create', source: 'pages' });
  expect(sourceOf('pages.create')).toBe('pages');
  expect(reads).toBe(0);
  for (const said of ['pages__create', 'mcp__pages__create']) {
    expect(map({ origin: 'jsonl', said, via: false })).toMatchObject({ tool: 'pages.create' });
  }
  expect(reads).toBe(1);
});
