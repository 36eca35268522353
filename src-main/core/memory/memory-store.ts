import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';

/** Where the memories of sessions are kept. A session belongs to a tenant's project. */
export interface MemoryStore {
  load(context: ToolContext): Promise<WorkingMemory | null>;
  save(context: ToolContext, memory: WorkingMemory): Promise<void>;
}

/** A session of a tenant's project: the same id elsewhere is another session. */
export function sessionKey({ tenant_id, project_id, session_id }: ToolContext): string {
  return JSON.stringify([tenant_id ?? null, project_id ?? null, session_id ?? null]);
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
