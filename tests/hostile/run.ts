import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas } from './campaign/areas.ts';
import { Campaign } from './campaign/campaign.ts';
import { shortfalls } from './campaign/floors.ts';
import { keepFailure, repeatCommand } from './campaign/keep-failure.ts';
import { slowness } from './campaign/limits.ts';
import { readOptions } from './campaign/options.ts';
import { quickFolder } from './campaign/quick-folder.ts';
import { failureGroups, tallyTable } from './campaign/tell.ts';
import { bundleKillProgram } from './kills/bundle.ts';
import { kills } from './kills/kills.ts';
import { environmentSecret } from './mutate/values.ts';
import { projectFolder } from './sandbox/run-command.ts';

/** `npm run test:hostile`: bad inputs to every reader, kills in every writer, servers and pages that mean harm. */

const print = (text: string) => process.stdout.write(`${text}\n`);
const options = readOptions(process.argv.slice(2), process.env);
const chosen = areas.filter(({ name }) =>
  options.case ? name === options.case.area : (options.only?.includes(name) ?? true),
);
if (chosen.length === 0) {
  print(`There is no such area. The areas are: ${areas.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
const folder = mkdtempSync(join(quickFolder(), 'pegboard-hostile-'));
if (chosen.includes(kills)) await bundleKillProgram();
const env = {
  PATH: process.env.PATH,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  [environmentSecret.name]: environmentSecret.value,
  NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/hostile'),
  PEGBOARD_HOSTILE_FOLDER: folder,
  ...(options.changing === null ? {} : { PEGBOARD_HOSTILE_CHANGING: options.changing }),
};
let said = start;
const seconds = () => `${Math.round((performance.now() - start) / 1000)} s`;
const campaign = new Campaign({
  areas: chosen,
  options,
  env,
  slowness: slowness(),
  onProgress: (inputs) => {
    if (performance.now() - said < 20_000) return;
    said = performance.now();
    print(`  ${seconds()}: ${inputs.toLocaleString('en')} inputs`);
  },
  onSuspect: ({ area, index, result: { failures } }) =>
    print(
      `  ${seconds()}: ${area}:${index} ${failures[0]?.kind}: ${failures[0]?.detail.split('\n')[0]?.slice(0, 160)}`,
    ),
});
const { failed, tallies } = await campaign.run();

print(tallyTable(tallies));
print(`Seed ${options.seed}, ${((performance.now() - start) / 1000).toFixed(0)} s, ${options.workers} processes.`);
if (!options.case) {
  const whole = chosen.reduce((sum, { cases }) => sum + cases, 0);
  const ran = tallies.reduce((sum, { ended }) => sum + ended.size, 0).toLocaleString('en');
  const rest = options.depth === 'deep' ? '' : ' `npm run test:deep` runs all of them.';
  print(`Depth ${options.depth}: ${ran} cases; the whole campaign has ${whole.toLocaleString('en')}.${rest}`);
}
const missing = options.only || options.case ? [] : shortfalls(tallies, options.depth);
for (const line of missing) print(line);
if (missing.length > 0) process.exitCode = 1;
if (failed.length === 0) {
  rmSync(folder, { recursive: true, force: true });
  print('Nothing failed.');
} else {
  const kept = mkdtempSync(join(tmpdir(), 'pegboard-hostile-failed-'));
  for (const group of failureGroups(failed)) {
    const [first] = group.cases;
    if (!first) continue;
    const place = keepFailure(first, { folder: kept, seed: options.seed });
    print(`\n${group.cases.length} × ${group.title}\n  first: ${first.area}:${first.index}, kept in ${place}`);
    print(`  repeat: ${repeatCommand(first, options.seed)}`);
    if (group.cases.length > 1)
      print(
        `  others: ${group.cases
          .slice(1, 9)
          .map(({ area, index }) => `${area}:${index}`)
          .join(', ')}`,
      );
  }
  rmSync(folder, { recursive: true, force: true });
  print(`\n${failed.length} cases failed.`);
  process.exitCode = 1;
}
