import type { ToolContext } from '#shared/domain/tool-policy.ts';
import { sessionKey } from '../memory/memory-store.ts';
import { BoundedMap, type Bounds, type Released } from './bounded-map.ts';

/**
 * The tools that sessions activated, in the order they did (R5.18). One object for each planner; a fork gets its own. Sessions
 * that nobody uses any more are let go.
 */
export class SessionActivations {
  readonly #names: BoundedMap<ReadonlySet<string>>;

  constructor(bounds: Bounds, now: () => number, from?: SessionActivations) {
    this.#names = new BoundedMap(bounds, now);
    if (!from) return;
    for (const [key, names] of from.#names.entries()) this.#names.set(key, names);
  }

  of(context: ToolContext): readonly string[] {
    return [...(this.#names.get(sessionKey(context)) ?? [])];
  }

  add(context: ToolContext, name: string): void {
    const key = sessionKey(context);
    this.#names.set(key, new Set([...(this.#names.get(key) ?? []), name]));
  }

  release(): Released {
    return this.#names.release();
  }
}
