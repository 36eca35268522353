import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import { sessionKey } from '../planner/activations.ts';

/** Where the memories of sessions are kept. A session belongs to a tenant's project. */
export interface MemoryStore {
  load(context: ToolContext): Promise<WorkingMemory | null>;
  save(context: ToolContext, memory: WorkingMemory): Promise<void>;
}

/** How many sessions are kept while the program runs. */
const maximumSessions = 1000;

/** Kept for as long as the program runs. */
export class ProcessMemory implements MemoryStore {
  readonly #memories = new Map<string, WorkingMemory>();

  async load(context: ToolContext): Promise<WorkingMemory | null> {
    return this.#memories.get(sessionKey(context)) ?? null;
  }

  async save(context: ToolContext, memory: WorkingMemory): Promise<void> {
    const key = sessionKey(context);
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    const [oldest] = this.#memories.keys();
    if (this.#memories.size > maximumSessions && oldest !== undefined) this.#memories.delete(oldest);
  }
}
