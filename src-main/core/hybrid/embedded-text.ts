import { createHash } from 'node:crypto';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { maximumEmbeddedLength } from './embedder.ts';

/** What an embedder reads of a tool. */
export type EmbeddedTool = Pick<CatalogTool, 'name' | 'description' | 'hypothetical_queries' | 'phrases' | 'category'>;

/** The text of a tool as an embedder gets it: what the seed joins (seed 004 §4.3), and the phrases. */
export function embeddedText({ name, description, hypothetical_queries, phrases, category }: EmbeddedTool): string {
  const parts = [name, description, ...hypothetical_queries, ...phrases, category ?? ''];
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, maximumEmbeddedLength)
    .toWellFormed();
}

/** SHA-256 of a text, in hex: under it a vector is kept. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
