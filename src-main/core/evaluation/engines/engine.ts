import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** A search engine under measurement, with its index built. A new one is a file in `core/engines`, a line in its `make-scored-engine.ts`, and its name and facts in `eval-set.ts` and `engine-facts.ts`. */
export interface EvalEngine {
  readonly name: EvalEngineName;
  /** Names of the best tools, best first, as many as the metrics look at; synchronous, so that its time is its own. */
  search(query: string): readonly string[];
  close(): void;
}

/** Builds an engine over some tools. */
export type MakeEngine = (
  tools: readonly CatalogTool[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<EvalEngine>;
