import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { percentile, timed } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/**
 * Times `skill_search`, `skill_get` and `get_relevant` over skills made of tools, and loading their pack: from nothing, again
 * unchanged, and with one skill changed.
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
    await services.workspace.open(root);
    const first = (await timed(() => services.skills.load({ reload: false }))).ms;
    const again = (await timed(() => services.skills.load({ reload: true }))).ms;
    writeFileSync(fileOf(0), `${skillOf(tools[0] as BenchTool, 0)}title: Changed\n`);
    const changed = (await timed(() => services.skills.load({ reload: true }))).ms;
    const rows: string[][] = [];
    const measure = async (name: string, call: (query: string) => Promise<unknown>) => {
      const times: number[] = [];
      for (const query of queries) times.push((await timed(() => call(query))).ms);
      const measured = times.slice(Math.min(20, Math.floor(times.length / 4)));
      rows.push([
        name,
        milliseconds(percentile(measured, 0.5)),
        milliseconds(percentile(measured, 0.95)),
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
    await measure('get_relevant', (query) => services.skills.relevant({ task: query, caller }));
    const [load, unchanged, one] = [first, again, changed].map(milliseconds);
    print(
      `  ${count(tools.length)} skills in as many files; load ${load} ms, again unchanged ${unchanged} ms, with one changed ${one} ms`,
    );
    print(table(['', 'p50 ms', 'p95 ms', 'queries'], rows));
  } finally {
    await services.close();
  }
}

function skillOf({ name, description }: BenchTool, i: number): string {
  const trigger = JSON.stringify(description.replace(/\s+/g, ' ').slice(0, 500) || name);
  const steps = JSON.stringify([`Call ${name}.`, 'Read the answer.', 'Check it.']);
  return `name: pack.bench.s${i}\ntags: ${JSON.stringify(name.split(/[._-]/))}\ntrigger: ${trigger}\nsteps: ${steps}\n`;
}
