import type { LossGroup } from '#shared/domain/export-plan.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { CatalogView } from './catalog-view.ts';

/** A field of one tool that does not arrive as it is. */
export interface ToolLoss {
  readonly name: string;
  readonly field: string;
  readonly kind: LossGroup['kind'];
  readonly message: string;
}

export interface WrittenCatalog {
  /** What becomes the JSON of the file. */
  readonly document: unknown;
  /** Name in the document → name in the catalog, for every tool. */
  readonly names: Readonly<Record<string, string>>;
  readonly losses: readonly ToolLoss[];
  /** About the whole catalog. */
  readonly wholeLosses: readonly Omit<ToolLoss, 'name'>[];
  readonly findings: readonly Finding[];
}

/** One way to write a catalog. The same catalog gives the same document. A new one is a file like this and an entry in `catalog-content.ts`. */
export type CatalogWriter = (view: CatalogView) => WrittenCatalog;
