import { calls } from './gateway/calls.ts';
import { memory, searches } from './gateway/load.ts';
import { starts } from './gateway/starts.ts';
import { worth } from './gateway/worth.ts';

/**
 * `npm run bench:gateway`: measures the gateway in processes of its own; asserts nothing. Names of parts measure these alone, such as
 * `npm run bench:gateway -- starts calls`; `--quick` asks a tenth.
 */
const share = process.argv.includes('--quick') ? 10 : 1;
const parts: Readonly<Record<string, () => Promise<void>>> = {
  worth,
  starts: () => starts(share === 1 ? 15 : 5),
  searches: () => searches(1500 / share),
  memory: () => memory(100_000 / share),
  calls: () => calls(1800 / share),
};
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'));
for (const name of asked) if (!(name in parts)) throw new Error(`No part "${name}": ${Object.keys(parts).join(', ')}.`);
for (const [name, measure] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await measure();
