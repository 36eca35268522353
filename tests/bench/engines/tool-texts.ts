import type { BenchTool } from '../catalog.ts';

/** What the engines that are not ours index of a tool, identifiers split into words. */
export interface ToolTexts {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  /** Names and descriptions of the arguments. */
  readonly arguments: string;
}

export const textFields = ['name', 'description', 'tags', 'arguments'] as const;

export function toolTexts({ name, description, tags, inputSchema }: BenchTool): ToolTexts {
  const properties = (inputSchema as { properties?: Record<string, { description?: unknown }> }).properties ?? {};
  const args = Object.entries(properties).map(([key, value]) => `${key} ${String(value?.description ?? '')}`);
  return {
    name: splitIdentifiers(name),
    description: splitIdentifiers(description),
    tags: splitIdentifiers(tags.join(' ')),
    arguments: splitIdentifiers(args.join(' ')),
  };
}

/** `createPullRequest`, `create_pull_request` → `create Pull Request`, `create pull request`. */
export function splitIdentifiers(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/_/g, ' ');
}
