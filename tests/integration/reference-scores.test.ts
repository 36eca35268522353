import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { type Ranking, rankingSchema, type SearchType, searchTypeSchema } from '#shared/domain/search-request.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { casesOf } from '../support/depth.ts';
import {
  type CapturedFile,
  type Json,
  type Overlays,
  type ReferenceTool,
  readCaptured,
  readCatalogs,
  referenceTools,
  writeWorkspace,
} from './reference/captured-catalog.ts';
import {
  agree,
  compareLiteral,
  compareWithReference,
  rankedBySqlite,
  recomputeFromExplanation,
  same,
} from './reference/compare.ts';
import { type RandomQuery, randomQueries } from './reference/random-queries.ts';
import { recomputeRanker } from './reference/recompute-ranker.ts';
import { ReferenceIndex } from './reference/reference-search.ts';
import { SeededRandom } from './reference/seeded-random.ts';
import { SqliteOracle } from './reference/sqlite-oracle.ts';
import { indexTerms } from './reference/unicode61.ts';

const queryCount = casesOf(200);
/** So many of them show what hangs on no query: repeats and limits. All of them are held against the reference. */
const fewQueries = casesOf(50);
const dataFolder = join(import.meta.dirname, '../../../shared/data/catalogs');
const hasData = existsSync(dataFolder);
const skipReason = hasData ? '' : ` (skipped: ${dataFolder} is absent)`;
// Reporters that fold skipped tests away do not show their names.
if (!hasData) process.stdout.write(`reference-scores: the captured catalogs are skipped: ${dataFolder} is absent\n`);

/** A workspace as files, what its tools are by the reference, and who may see which of them. */
interface Subject {
  readonly files: readonly CapturedFile[];
  readonly settings: Json;
  readonly overlays: Overlays;
  readonly preferredNamespaces: readonly string[];
  readonly toolCount: number;
  /** By persona; '' is the workspace itself. */
  readonly sees: Readonly<Record<string, (name: string) => boolean>>;
}

const temporary: string[] = [];
const open: Services[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-reference-'));
  temporary.push(folder);
  return folder;
}

function newServices(): Promise<Services> {
  return createServices({ userDataDir: temporaryFolder(), host: 'test', logger: silentLogger, watch: false });
}

async function openWorkspace(files: readonly CapturedFile[], settings: Json): Promise<Services> {
  const root = temporaryFolder();
  writeWorkspace(root, files, settings);
  const services = await newServices();
  open.push(services);
  await services.workspace.open({ path: root });
  return services;
}

afterEach(async () => {
  for (const services of open.splice(0)) await services.close();
});
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** The demo as its own files say. */
async function demoSubject(): Promise<Subject> {
  const services = await newServices();
  const { path } = await services.workspace.openDemo();
  await services.close();
  const { sources, ...settings } = parse(readFileSync(join(path, 'pegboard.yaml'), 'utf8'));
  const files = (sources as { path: string }[]).map((source) => readCaptured(join(path, source.path)));
  const inAny = (name: string, prefixes: readonly string[]) => prefixes.some((prefix) => name.startsWith(prefix));
  return {
    files,
    settings,
    overlays: settings.overlays,
    preferredNamespaces: ['orders', 'github'],
    toolCount: 77,
    sees: {
      '': () => true,
      support: (name) => !inAny(name, ['github.']) && name !== 'customers.erase',
      developer: (name) => inAny(name, ['github.', 'slack.', 'tasks.', 'docs.']),
    },
  };
}

/** All captured catalogs, with made-up tags, side effects and modes, so that every field and every tie-break has work. */
async function dataSubject(): Promise<Subject> {
  const random = new SeededRandom(872);
  const files = readCatalogs(dataFolder);
  const names = referenceTools(files).map((tool) => tool.name);
  const tagPool = ['search', 'bug tracker', 'żółw', 'say "hi"', 'C++', 'lists', 'user_admin', 'naïve', 'delete'];
  const overlays: Record<string, Json> = {};
  for (const name of names) {
    const overlay: Record<string, unknown> = {};
    if (random.chance(0.3)) overlay.tags = [random.pick(tagPool), random.pick(tagPool)];
    if (random.chance(0.3)) overlay.side_effects = random.pick(['pure', 'read', 'write', 'external', 'stateful']);
    if (random.chance(0.1)) overlay.loading_mode = 'always';
    if (Object.keys(overlay).length > 0) overlays[name] = overlay;
  }
  const hidden = new Set(names.filter(() => random.chance(0.4)));
  const preferredNamespaces = ['stripe-remote', 'github', 'okta-mcp-server'];
  return {
    files,
    overlays,
    preferredNamespaces,
    toolCount: 872,
    settings: {
      tool_search: {
        enabled: true,
        default_loading_mode: 'deferred',
        preferred_namespaces: preferredNamespaces,
        max_search_results: 50,
      },
      overlays,
      personas: [{ name: 'narrow', hidden_tools: [...hidden, 'zscaler-mcp-server.*'] }],
    },
    sees: { '': () => true, narrow: (name) => !hidden.has(name) && !name.startsWith('zscaler-mcp-server.') },
  };
}

function search(
  services: Services,
  { query, include_always_loaded, limit }: RandomQuery,
  persona: string,
  ranking: Ranking = 'rfc',
  search_type: SearchType = 'fts',
) {
  const input = { query, include_always_loaded, limit, search_type };
  return services.search.toolSearch({
    input,
    caller: persona === '' ? {} : { persona },
    explain: true,
    ranking,
  });
}

/** A response as bytes; the time it took is not part of the answer. */
function bytes({ elapsed_ms: _elapsed, ...response }: SearchResponse): string {
  return JSON.stringify(response);
}

/** Runs a check for many queries; a failure names its query. */
async function forEachQuery(
  queries: readonly RandomQuery[],
  check: (query: RandomQuery) => Promise<void>,
): Promise<void> {
  for (const query of queries) {
    try {
      await check(query);
    } catch (error) {
      throw new Error(`${JSON.stringify(query)}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}

const subjects = [
  { name: 'the demo', available: true, personas: ['', 'support', 'developer'], subject: demoSubject },
  {
    name: `the captured catalogs${skipReason}`,
    available: hasData,
    personas: ['', 'narrow'],
    subject: dataSubject,
  },
];

for (const { name, available, personas, subject } of subjects) {
  describe.skipIf(!available)(`scores of ${name}`, () => {
    for (const persona of personas) {
      const who = persona === '' ? 'everybody' : persona;

      it(`agree with an independent reference and with SQLite, for ${who} (R3.14, R3.15, R3.16, R3.17, R3.23)`, async () => {
        const { files, settings, overlays, preferredNamespaces, toolCount, sees } = await subject();
        const all = referenceTools(files, overlays);
        expect(all).toHaveLength(toolCount);
        const tools = all.filter((tool) => sees[persona]?.(tool.name));
        const services = await openWorkspace(files, settings);
        const index = new ReferenceIndex(tools);
        const oracle = new SqliteOracle(tools);
        const seen = { AND: 0, OR: 0, nothing: 0, all_equal: 0 };
        await forEachQuery(queriesFor(tools), async (query) => {
          const response = await search(services, query, persona);
          const options = { includeAlwaysLoaded: query.include_always_loaded, preferredNamespaces };
          const result = index.search(query.query, options);
          const raws = oracle.bm25(result.words, result.operator);
          agree(raws.size, result.ranked.length + result.alwaysLoadedMatches, 'matches of SQLite');
          const ranked = rankedBySqlite(result, raws, preferredNamespaces);
          compareWithReference(response, index, result, ranked);
          recomputeFromExplanation(response);
          for (const hit of response.hits) {
            if (hit.arithmetic.kind !== 'bm25') throw new Error('The arithmetic is not that of fts.');
            same(hit.arithmetic.raw_bm25, raws.get(hit.order.name), `bm25() of ${hit.order.name}, to the last bit`);
          }
          recomputeRanker(await search(services, query, persona, 'pegboard'));
          compareLiteral(await search(services, query, persona, 'rfc-literal'), index, result, preferredNamespaces);
          seen[result.operator]++;
          if (ranked.length === 0) seen.nothing++;
          if (response.explanation?.normalisation.rule === 'all_equal') seen.all_equal++;
        });
        oracle.close();
        expect(Math.min(...Object.values(seen)), `cases met: ${JSON.stringify(seen)}`).toBeGreaterThan(0);
      });
    }

    for (const persona of personas.filter((entry) => entry !== '')) {
      it(`are for ${persona} those of a workspace that never had the hidden tools, and do not change with the limit (R3.19)`, async () => {
        const { files, settings, overlays, sees } = await subject();
        const visible = (tool: ReferenceTool) => sees[persona]?.(tool.name) ?? false;
        const without = files.map((file) => ({
          ...file,
          tools: file.tools.filter((tool) => referenceTools([{ ...file, tools: [tool] }]).every(visible)),
        }));
        const narrowed = await openWorkspace(files, settings);
        const never = await openWorkspace(without, settings);
        // Words of hidden tools too: they must find nothing that they would not find there.
        await forEachQuery(queriesFor(referenceTools(files, overlays)), async (query) => {
          for (const ranking of rankingSchema.options) {
            const [seen, known] = [
              await search(narrowed, query, persona, ranking),
              await search(never, query, '', ranking),
            ];
            same(bytes(seen), bytes(known), `response by ${ranking}`);
            // The best that is given has the best score, also where a better one is always loaded.
            if (seen.output.tools.length > 0) {
              same([0.5, 1].includes(seen.output.tools[0]?.score ?? 0), true, 'the best score is 1, or .5 for all');
            }
          }
        });
        await expectSameForEveryLimit(
          narrowed,
          queriesFor(referenceTools(files, overlays)).slice(0, fewQueries / 2),
          persona,
        );
      }, 300_000);
    }

    it('do not change with the limit', async () => {
      const { files, settings, overlays } = await subject();
      const services = await openWorkspace(files, settings);
      await expectSameForEveryLimit(services, queriesFor(referenceTools(files, overlays)).slice(0, fewQueries), '');
    });

    it('come in identical bytes on repeat, from a new index and from sources in another order (R3.27)', async () => {
      const { files, settings, overlays } = await subject();
      const services = await openWorkspace(files, settings);
      const again = await openWorkspace([...files].reverse(), settings);
      const kinds = [
        ...rankingSchema.options.map((ranking) => ({ ranking, type: 'fts' as const })),
        ...searchTypeSchema.exclude(['fts']).options.map((type) => ({ ranking: 'pegboard' as const, type })),
      ];
      const tools = referenceTools(files, overlays);
      const exact = tools.slice(0, 3).map((tool) => ({ query: tool.name, include_always_loaded: true, limit: 8 }));
      await forEachQuery([...exact, ...queriesFor(tools).slice(0, fewQueries)], async (query) => {
        for (const { ranking, type } of kinds) {
          const first = bytes(await search(services, query, '', ranking, type));
          const what = `${type} by ${ranking}`;
          same(bytes(await search(services, query, '', ranking, type)), first, `the same index, ${what}`);
          same(bytes(await search(again, query, '', ranking, type)), first, `another index of the same tools, ${what}`);
        }
      });
    });

    it('rest on terms that the reference makes of every text as SQLite does', async () => {
      const { files, overlays } = await subject();
      const tools = referenceTools(files, overlays);
      const oracle = new SqliteOracle(tools);
      const expected = tools.map(({ name: toolName, description, tags }) =>
        [toolName, description, JSON.stringify(tags)].flatMap(indexTerms),
      );
      expect(oracle.terms()).toEqual(expected);
      oracle.close();
    });
  });
}

/** A smaller limit cuts the list, and changes nothing of what stays. */
async function expectSameForEveryLimit(
  services: Services,
  queries: readonly RandomQuery[],
  persona: string,
): Promise<void> {
  await forEachQuery(queries, async (query) => {
    for (const ranking of rankingSchema.options) {
      const longest = await search(services, { ...query, limit: 20 }, persona, ranking);
      for (const limit of [1, 2, 3, 5, 8, 13, 19]) {
        const response = await search(services, { ...query, limit }, persona, ranking);
        const count = Math.min(limit, longest.output.tools.length);
        same(response.output.tools, longest.output.tools.slice(0, count), `results up to ${limit} by ${ranking}`);
        same(response.hits, longest.hits.slice(0, count), `explanations up to ${limit} by ${ranking}`);
      }
    }
  });
}

function queriesFor(tools: readonly ReferenceTool[]): RandomQuery[] {
  const nothing = { query: 'zzyzx qwertzuiop', include_always_loaded: true, limit: 8 };
  return [nothing, ...randomQueries(tools, new SeededRandom(tools.length), queryCount)];
}
