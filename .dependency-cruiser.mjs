/**
 * The layers of docs/architecture.md: src-shared ← core ← rpc ← hosts; the renderer sees src-shared only. TypeScript 7 has
 * no compiler API, so the swc parser reads the imports; tests/unit/layers.test.ts proves that it does and that these rules
 * bite. PEGBOARD_LAYERS_ROOT is the tree that the rules are tested on.
 */
const root = process.env.PEGBOARD_LAYERS_ROOT ?? '';
const at = (path) => `^${root}${path}`;

/**
 * The floors of the core, the lowest first, and the folders of each in their order. A folder may import what stands before it,
 * types included, so that no two folders can need each other.
 */
const floors = {
  base: ['files', 'db', 'git', 'json', 'drafts'],
  tools: ['secrets', 'client-configs', 'audit', 'catalog', 'approval', 'prompt', 'mcp', 'search'],
  workspace: ['workspace', 'describe', 'curation', 'sources', 'connect'],
  find: ['hybrid', 'engines', 'evaluation', 'why-not', 'tool-review', 'guidance', 'skills'],
  agent: ['memory', 'history', 'providers', 'planner', 'economics', 'leaks', 'host-budgets'],
  out: ['plugins', 'gateway', 'use', 'optimize', 'export', 'experiments'],
};
const coreFolders = Object.values(floors).flat();
const inCore = (folders) => at(`src-main/core/(${folders.join('|')})/`);

/** One rule for each floor that has others above it, and one for each folder that has others behind it on its floor. */
const floorRules = Object.entries(floors).flatMap(([floor, folders]) => {
  const above = coreFolders.slice(coreFolders.indexOf(folders.at(-1)) + 1);
  const order = folders.slice(0, -1).map((folder, i) => ({
    name: `order-on-floor-${floor}`,
    severity: 'error',
    from: { path: inCore([folder]) },
    to: { path: inCore(folders.slice(i + 1)) },
  }));
  if (above.length === 0) return order;
  return [
    { name: `floor-${floor}`, severity: 'error', from: { path: inCore(folders) }, to: { path: inCore(above) } },
    ...order,
  ];
});

/** What is below what in the renderer: a folder imports itself and those to the left of it. */
const rendererFloors = ['strings', 'state', 'ui', 'platform', 'documents', 'features', 'app'];

/**
 * Which features a feature may import: only those that import none, which are not in this list, or that come earlier in it.
 * What several features need is in state, ui or platform.
 */
const featureImports = {
  import: ['server-review'],
  sources: ['import', 'server-review'],
  compare: ['discovery-fixes', 'server-review'],
  costs: ['server-review'],
  gateway: ['server-review'],
  evaluate: ['gateway', 'server-review'],
  playground: ['compare', 'discovery-fixes', 'server-review', 'why-not'],
  'prompt-diff': ['server-review'],
  tuner: ['optimize', 'server-review'],
  catalog: ['discovery-fixes', 'import', 'server-review', 'sources', 'try-it', 'tuner'],
  health: ['catalog', 'server-review'],
  use: ['catalog', 'optimize', 'server-review'],
  home: ['discovery-fixes', 'gateway', 'server-review', 'sources', 'tuner', 'use'],
  simulator: ['packs', 'prompt-diff'],
  'run-list': ['simulator'],
  experiments: ['simulator'],
  tour: ['export', 'optimize', 'packs', 'playground', 'simulator', 'tuner', 'use'],
};
const importing = Object.keys(featureImports);
for (const [index, name] of importing.entries()) {
  const later = featureImports[name].filter((other) => importing.indexOf(other) >= index);
  if (later.length > 0) throw new Error(`Feature ${name} may not import ${later.join(', ')}: that makes a circle.`);
}
const feature = (names) => at(`src-renderer/features/${names}/`);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:|[?]' } },
    {
      name: 'shared-is-isomorphic',
      comment:
        'src-shared imports zod and itself; the contract also @orpc/contract, and src-shared/text what reads and compares texts.',
      severity: 'error',
      from: { path: at('src-shared/') },
      to: { pathNot: [at('src-shared/'), 'node_modules/(zod|yaml|jsonc-parser|diff|@orpc/contract)/'] },
    },
    {
      name: 'parsers-only-in-shared-text',
      severity: 'error',
      from: { path: at('src-shared/'), pathNot: at('src-shared/text/') },
      to: { path: 'node_modules/(yaml|jsonc-parser|diff)/' },
    },
    {
      name: 'orpc-only-in-contract',
      severity: 'error',
      from: { path: at('src-shared/'), pathNot: at('src-shared/contract/') },
      to: { path: 'node_modules/@orpc/' },
    },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      from: { path: at('src-main/core/') },
      to: {
        path: [
          at('src-main/(rpc|hosts|library)/'),
          at('src-renderer/'),
          'node_modules/(electron|ws|commander|@orpc)/',
          '^(node:)?https?$',
        ],
      },
    },
    ...floorRules,
    {
      name: 'every-folder-has-a-floor',
      severity: 'error',
      from: { path: at('src-main/core/[^/]+/'), pathNot: inCore(coreFolders) },
      to: {},
    },
    {
      name: 'helpers-lie-below-the-floors',
      comment: 'Single files of the core are helpers that every folder may use; the others build and start everything.',
      severity: 'error',
      from: {
        path: at('src-main/core/[^/]+$'),
        pathNot: at('src-main/core/(create-services|services|services-options|tidy-user-data)[.]ts$'),
      },
      to: { path: at('src-main/core/[^/]+/') },
    },
    {
      name: 'nothing-knows-the-composition-root',
      severity: 'error',
      from: { path: at('src-main/core/') },
      to: { path: at('src-main/core/create-services[.]ts$') },
    },
    {
      name: 'one-place-for-sqlite',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/core/db/') },
      to: { path: 'node_modules/(@types/)?better-sqlite3/' },
    },
    {
      name: 'one-place-for-postgres',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/core/db/postgres/') },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'one-place-for-mcp',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/(core/(mcp|gateway)|hosts/gateway)/') },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'one-place-for-models',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/(core/planner/models/live-|library/ai-sdk[.]ts$)') },
      to: { path: 'node_modules/(ai|@ai-sdk)/' },
    },
    {
      name: 'one-place-for-front-matter',
      comment: 'gray-matter runs code by default; one module takes that away from it.',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/core/skills/read/front-matter.ts') },
      to: { path: 'node_modules/gray-matter/' },
    },
    {
      name: 'one-place-for-processes',
      comment: 'The core starts processes in one module only; hosts may start a browser, say.',
      severity: 'error',
      from: { path: at('src-main/core/'), pathNot: at('src-main/core/mcp/server-process.ts') },
      to: { path: ['^(node:)?child_process$', 'node_modules/(@types/)?cross-spawn/'] },
    },
    {
      name: 'one-place-for-files',
      comment:
        'Whatever the core writes is written as a whole or not at all: by core/files, which can do nothing else.',
      severity: 'error',
      from: { path: at('src-main/core/'), pathNot: at('src-main/core/files/') },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'rpc-knows-no-host',
      severity: 'error',
      from: { path: at('src-main/rpc/') },
      to: { path: [at('src-main/hosts/'), at('src-renderer/'), 'node_modules/electron/'] },
    },
    {
      name: 'library-knows-the-core-only',
      severity: 'error',
      from: { path: at('src-main/library/') },
      to: { path: [at('src-main/(rpc|hosts)/'), at('src-renderer/'), at('src-shared/contract/')] },
    },
    {
      name: 'nothing-knows-the-library',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/library/') },
      to: { path: at('src-main/library/') },
    },
    {
      name: 'electron-only-in-its-host',
      severity: 'error',
      from: { path: at('src-'), pathNot: at('src-main/hosts/electron/') },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'hosts-know-no-renderer',
      severity: 'error',
      from: { path: at('src-main/') },
      to: { path: at('src-renderer/') },
    },
    {
      name: 'renderer-sees-shared-only',
      severity: 'error',
      from: { path: at('src-renderer/') },
      to: { path: at('src-main/') },
    },
    {
      name: 'strings-are-text-alone',
      comment: 'The catalogue imports itself and the types of src-shared, so that a translation needs nothing else.',
      severity: 'error',
      from: { path: at('src-renderer/strings/') },
      to: { pathNot: [at('src-renderer/strings/'), at('src-shared/')] },
    },
    ...rendererFloors.slice(0, -1).map((floor, index) => ({
      name: `renderer-${floor}-is-below`,
      severity: 'error',
      from: { path: at(`src-renderer/${floor}/`) },
      to: { path: at(`src-renderer/(${rendererFloors.slice(index + 1).join('|')})/`) },
    })),
    ...Object.entries(featureImports).map(([name, others]) => ({
      name: `feature-${name}`,
      severity: 'error',
      from: { path: feature(name) },
      to: { path: feature('[^/]+'), pathNot: feature(`(${[name, ...others].join('|')})`) },
    })),
    {
      name: 'feature-alone',
      severity: 'error',
      from: { path: feature('([^/]+)'), pathNot: feature(`(${importing.join('|')})`) },
      to: { path: feature('[^/]+'), pathNot: feature('$1') },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: at('src-renderer/') },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
