import type { Experiment, ReportedUsage } from '#shared/domain/experiment.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { realDelay } from '../../planner/run/run-tool.ts';
import { costOf } from './trial-figures.ts';

/** What was spent of the limits of an experiment. A request that is under way when a limit is reached is paid for. */
export class RunLimits {
  readonly #experiment: Experiment;
  #requests: number;
  #tokens: number;
  #cost: number;

  /** `spent`: by the runs before this one. */
  constructor(experiment: Experiment, spent: { readonly requests: number; readonly tokens: ReportedUsage }) {
    this.#experiment = experiment;
    this.#requests = spent.requests;
    this.#tokens = spent.tokens.input + spent.tokens.output;
    this.#cost = costOf(experiment, spent.tokens) ?? 0;
  }

  note(tokens: ReportedUsage): void {
    this.#requests += 1;
    this.#tokens += tokens.input + tokens.output;
    this.#cost += costOf(this.#experiment, tokens) ?? 0;
  }

  /** The limit that is reached, in words; null while none is. */
  reached(): string | null {
    const { cost_usd, tokens, requests } = this.#experiment.limits;
    if (cost_usd !== undefined && this.#cost >= cost_usd) return `It cost ${cost_usd} US dollars, its limit.`;
    if (tokens !== undefined && this.#tokens >= tokens) return `It took ${tokens} tokens, its limit.`;
    if (requests !== undefined && this.#requests >= requests) return `It sent ${requests} requests, its limit.`;
    return null;
  }
}

/** Lets requests pass at a rate: each waits for its turn. Without a rate none waits. Error: `cancelled`. */
export function paceOf(perMinute: number | undefined, now: () => number) {
  let next = 0;
  return async (signal: AbortSignal | undefined): Promise<void> => {
    if (perMinute === undefined) return;
    const at = Math.max(now(), next);
    next = at + 60_000 / perMinute;
    await realDelay(at - now(), signal ?? new AbortController().signal);
    throwIfCancelled(signal);
  };
}
