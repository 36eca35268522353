import type { BenchTool } from '../catalog.ts';

/** How many results every engine is asked for: as far as the metrics look, and `tool_search` by default. */
export const resultLimit = 10;

/** A search engine under measurement. A new one is a file in this folder and a line in `all-engines.ts`. */
export interface Engine {
  readonly name: string;
  index(tools: readonly BenchTool[]): void | Promise<void>;
  /** Names of the best tools, best first. */
  search(query: string): readonly string[] | Promise<readonly string[]>;
  close(): void | Promise<void>;
}

/** A folder that is deleted afterwards. */
export interface Scratch {
  folder(): string;
}
