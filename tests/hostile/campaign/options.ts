import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Depth, depthOf } from '../../support/depth.ts';

export interface CampaignOptions {
  /** A slice has the tables whole and a part of the drawn cases. A campaign of some minutes is deep. */
  readonly depth: Depth;
  readonly seed: number;
  /** How long to go on with new inputs, minutes; the bounded campaign runs in any case. */
  readonly minutes: number;
  /** Names of the areas to run; null for all. */
  readonly only: readonly string[] | null;
  /** The one case to run, such as `tool lists:123`; null for all. */
  readonly case: { readonly area: string; readonly index: number } | null;
  readonly workers: number;
  /** Kills only writers that change a file of this name, such as `pegboard.lock`; null for all writers. */
  readonly changing: string | null;
}

const help = `npm run test:hostile -- [--seed 7] [--minutes 30] [--only "tool lists,kills"] [--case "tool lists:123"] [--workers 2] [--changing pegboard.lock]
PEGBOARD_HOSTILE_SEED and PEGBOARD_HOSTILE_MINUTES say the same as --seed and --minutes.
PEGBOARD_TEST_DEPTH=deep runs every case; so does --minutes with a number above 0.`;

/** What the command line and the environment ask for. Error: what is not a number, with the usage. */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): CampaignOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: env.PEGBOARD_HOSTILE_SEED ?? '1' },
      minutes: { type: 'string', default: env.PEGBOARD_HOSTILE_MINUTES ?? '0' },
      only: { type: 'string' },
      case: { type: 'string' },
      changing: { type: 'string' },
      workers: { type: 'string', default: String(Math.min(8, availableParallelism() + 1)) },
    },
  });
  const at = values.case?.lastIndexOf(':') ?? -1;
  if (values.case !== undefined && at < 0) throw new Error(`--case needs an area and a number.\n${help}`);
  const minutes = number(values.minutes, '--minutes');
  return {
    depth: minutes > 0 ? 'deep' : depthOf(env),
    seed: number(values.seed, '--seed'),
    minutes,
    only: values.only?.split(',').map((name) => name.trim()) ?? null,
    case:
      values.case === undefined
        ? null
        : { area: values.case.slice(0, at), index: number(values.case.slice(at + 1), '--case') },
    changing: values.changing ?? null,
    workers: Math.max(1, number(values.workers, '--workers')),
  };
}

function number(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${option} needs a number, not "${text}".\n${help}`);
}
