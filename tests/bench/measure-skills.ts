import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { parse } from 'yaml';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { percentile, timed } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/**
 * Times `skill_search`, `skill_get` and `get_relevant` over skills made of tools, and loading their pack: from nothing, again
 * unchanged, and with one skill changed. Beside each stands a yardstick measured in the same moments, so that runs on a busy
 * machine compare too: for loading, reading the same files and parsing their YAML; for search, MiniSearch over the same texts.
 */
export async function measureSkills(
  tools: readonly BenchTool[],
  queries: readonly string[],
  scratch: Scratch,
): Promise<void> {
  const root = scratch.folder();
  const pack = join(root, 'pack');
  mkdirSync(pack);
  const fileOf = (i: number) => join(pack, `${i}.skill.yaml`);
  for (const [i, tool] of tools.entries()) writeFileSync(fileOf(i), skillOf(tool, i));
  writeFileSync(join(root, 'pegboard.yaml'), 'skills: {enabled: true, skill_packs: [{name: bench, path: pack}]}\n');
  const services = await createServices({
    userDataDir: scratch.folder(),
    host: 'test',
    logger: silentLogger,
    watch: false,
  });
  try {
    await services.workspace.open({ path: root });
    const yardstick = (await timed(() => tools.forEach((_, i) => void parse(readFileSync(fileOf(i), 'utf8'))))).ms;
    const first = (await timed(() => services.skills.load({ reload: false }))).ms;
    const again = (await timed(() => services.skills.load({ reload: true }))).ms;
    writeFileSync(fileOf(0), `${skillOf(tools[0] as BenchTool, 0)}title: Changed\n`);
    const changed = (await timed(() => services.skills.load({ reload: true }))).ms;
    const known = new MiniSearch({ fields: ['name', 'trigger', 'tags'] });
    known.addAll(tools.map(({ name, description }, id) => ({ id, name: `s${id}`, trigger: description, tags: name })));
    const rows: string[][] = [];
    const measure = async (name: string, call: (query: string) => Promise<unknown>) => {
      const [times, beside]: [number[], number[]] = [[], []];
      for (const query of queries) {
        times.push((await timed(() => call(query))).ms);
        beside.push((await timed(() => known.search(query))).ms);
      }
      const warmUp = Math.min(20, Math.floor(times.length / 4));
      const [measured, other] = [times.slice(warmUp), beside.slice(warmUp)];
      rows.push([
        name,
        milliseconds(percentile(measured, 0.5)),
        milliseconds(percentile(measured, 0.95)),
        ...[0.5, 0.95].map((share) => ratio(percentile(measured, share), percentile(other, share))),
        String(measured.length),
      ]);
    };
    const caller = {};
    await measure('skill_search', (query) =>
      services.skills.search({ input: { query, search_type: 'fts', limit: 8 }, caller, explain: false }),
    );
    await measure('skill_get', (query) =>
      services.skills.get({
        input: { names: [`pack.bench.s${query.length % tools.length}`], format: 'injection', max_tokens: 1500 },
        caller,
      }),
    );
    await measure('get_relevant', (query) => services.skills.relevant({ task: query, caller, explain: false }));
    const [load, unchanged, one] = [first, again, changed].map(milliseconds);
    print(
      `  ${count(tools.length)} skills in as many files; load ${load} ms, again unchanged ${unchanged} ms, with one changed ${one} ms; ${[first, again, changed].map((ms) => ratio(ms, yardstick)).join(', ')} times reading and parsing`,
    );
    print(table(['', 'p50 ms', 'p95 ms', 'p50 / MiniSearch', 'p95 / MiniSearch', 'queries'], rows));
  } finally {
    await services.close();
  }
}

function ratio(ms: number, yardstick: number): string {
  return (ms / yardstick).toFixed(2);
}

function skillOf({ name, description }: BenchTool, i: number): string {
  const trigger = JSON.stringify(description.replace(/\s+/g, ' ').slice(0, 500) || name);
  const steps = JSON.stringify([`Call ${name}.`, 'Read the answer.', 'Check it.']);
  return `name: pack.bench.s${i}\ntags: ${JSON.stringify(name.split(/[._-]/))}\ntrigger: ${trigger}\nsteps: ${steps}\n`;
}
