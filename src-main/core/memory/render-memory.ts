import type { WorkingMemory } from '#shared/domain/working-memory.ts';

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
