import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { BenchTool } from '../catalog.ts';
import { timed } from '../statistics.ts';
import { writeWorkspace } from '../workspace-on-disk.ts';
import { type Engine, resultLimit, type Scratch } from './engine.ts';

/** Our own `tool_search`, through the services that the hosts call. */
export class Pegboard {
  /** Milliseconds inside the search alone, one for each call without explanation. */
  readonly inside: number[] = [];
  openMs = Number.NaN;
  readonly #scratch: Scratch;
  #services: Services | undefined;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** Without explanation: what a model gets. */
  plain(): Engine {
    return {
      name: 'tool_search',
      index: (tools) => this.#index(tools),
      search: async (query) => {
        const response = await this.#search(query, false);
        this.inside.push(response.elapsed_ms);
        return response.output.tools.map((tool) => tool.name);
      },
      close: () => this.#services?.close(),
    };
  }

  /** With explanation: what the playground shows. Searches the index of `plain`. */
  explaining(): Engine {
    return {
      name: 'tool_search, explained',
      index: () => {},
      search: async (query) => (await this.#search(query, true)).hits.map((hit) => hit.order.name),
      close: () => {},
    };
  }

  async #index(tools: readonly BenchTool[]): Promise<void> {
    const root = this.#scratch.folder();
    writeWorkspace(root, tools);
    const userDataDir = this.#scratch.folder();
    const services = await createServices({ userDataDir, host: 'test', logger: silentLogger, watch: false });
    this.#services = services;
    this.openMs = (await timed(() => services.workspace.open({ path: root }))).ms;
    // The first search hashes the catalog and writes the index.
    await this.#search('index', false);
  }

  #search(query: string, explain: boolean) {
    if (!this.#services) throw new Error('Nothing is indexed yet.');
    const input = { query, search_type: 'fts' as const, limit: resultLimit, include_always_loaded: false };
    return this.#services.search.toolSearch({ input, caller: {}, explain });
  }
}
