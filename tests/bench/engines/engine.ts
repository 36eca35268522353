import type { BenchTool } from '../catalog.ts';

/** How many results every engine is asked for: `tool_search`'s default. */
export const resultLimit = 8;

/** A search engine under measurement. A new one is a file in this folder and a line in `all-engines.ts`. */
export interface Engine {
  readonly name: string;
  index(tools: readonly BenchTool[]): void | Promise<void>;
  /** Number of results. */
  search(query: string): number | Promise<number>;
  close(): void | Promise<void>;
}

/** A folder that is deleted afterwards. */
export interface Scratch {
  folder(): string;
}
