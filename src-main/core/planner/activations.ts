import type { ToolContext } from '#shared/domain/tool-policy.ts';

/** The tools that sessions activated, in the order they did (R5.18). One object for each planner; a fork gets its own. */
export class SessionActivations {
  readonly #names = new Map<string, Set<string>>();

  constructor(from?: SessionActivations) {
    if (!from) return;
    for (const [key, names] of from.#names) this.#names.set(key, new Set(names));
  }

  of(context: ToolContext): readonly string[] {
    return [...(this.#names.get(sessionKey(context)) ?? [])];
  }

  add(context: ToolContext, name: string): void {
    const key = sessionKey(context);
    const names = this.#names.get(key) ?? new Set();
    this.#names.set(key, names.add(name));
  }
}

/** A session of a tenant's project: the same id elsewhere is another session. */
export function sessionKey({ tenant_id, project_id, session_id }: ToolContext): string {
  return JSON.stringify([tenant_id ?? null, project_id ?? null, session_id ?? null]);
}
