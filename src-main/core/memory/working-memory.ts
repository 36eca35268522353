import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import type { FoundEntity } from './extract-entities.ts';

/** How much a session keeps; the oldest go first. */
const maximumEntities = 200;
const maximumTools = 500;

export function emptyMemory(sessionId: string, now: number): WorkingMemory {
  return { entities: [], discoveredTools: [], usedTools: [], sessionId, lastUpdated: iso(now) };
}

/** With these entities last; one that is known already moves there, under its newest name. */
export function withEntities(memory: WorkingMemory, found: readonly FoundEntity[], now: number): WorkingMemory {
  if (found.length === 0) return memory;
  const entities = new Map(memory.entities.map((entity) => [keyOf(entity), entity]));
  for (const entity of found) {
    entities.delete(keyOf(entity));
    entities.set(keyOf(entity), { ...entity, timestamp: iso(now) });
  }
  return { ...memory, entities: [...entities.values()].slice(-maximumEntities), lastUpdated: iso(now) };
}

export function withDiscovered(memory: WorkingMemory, names: readonly string[], now: number): WorkingMemory {
  const discoveredTools = [...new Set([...memory.discoveredTools, ...names])].slice(-maximumTools);
  if (discoveredTools.length === memory.discoveredTools.length && names.length === 0) return memory;
  return onlyDiscovered({ ...memory, discoveredTools, lastUpdated: iso(now) });
}

/** A tool that ran; one that no search returned is not among the used (R17.23). */
export function withUsed(memory: WorkingMemory, name: string, now: number): WorkingMemory {
  const usedTools = [...new Set([...memory.usedTools, name])];
  return onlyDiscovered({ ...memory, usedTools, lastUpdated: iso(now) });
}

/** Without the tools that the caller may not use any more (R5.05). */
export function withoutOthers(memory: WorkingMemory, permitted: (name: string) => boolean): WorkingMemory {
  return onlyDiscovered({ ...memory, discoveredTools: memory.discoveredTools.filter(permitted) });
}

function onlyDiscovered(memory: WorkingMemory): WorkingMemory {
  const discovered = new Set(memory.discoveredTools);
  return { ...memory, usedTools: memory.usedTools.filter((name) => discovered.has(name)) };
}

function keyOf({ type, id }: FoundEntity): string {
  return JSON.stringify([type, id]);
}

function iso(now: number): string {
  return new Date(now).toISOString();
}

/** How many entities a prompt shows, the last ones. */
const shownEntities = 10;

/** A working memory as a model reads it; empty when there is nothing to say (R17.22). `readable` gates each text. */
export function renderMemory(
  { entities, discoveredTools }: Pick<WorkingMemory, 'entities' | 'discoveredTools'>,
  readable: (text: string) => string,
): string {
  const parts: string[] = [];
  if (entities.length > 0) {
    const lines = entities
      .slice(-shownEntities)
      .map(({ type, name, id }) => `- ${readable(type)}: ${readable(name)} (${readable(id)})`);
    parts.push(['**Known entities:**', ...lines].join('\n'));
  }
  if (discoveredTools.length > 0) parts.push(`**Available tools:** ${discoveredTools.join(', ')}`);
  return parts.join('\n\n');
}
