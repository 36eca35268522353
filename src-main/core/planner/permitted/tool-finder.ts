import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { ToolGetInput, ToolSearchInput } from '#shared/domain/search-request.ts';
import type { ToolGetOutput, ToolSearchOutput } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { addGuidance } from '../../guidance/add-guidance.ts';
import type { ReadGuidance } from '../../guidance/guidance-files.ts';
import { toIndexRows } from '../../search/index-row.ts';
import { thesaurusWith } from '../../search/ranker/thesaurus/groups.ts';
import { rankerScope, type SearchScope } from '../../search/search-scope.ts';
import { TextAnalysis } from '../../search/text-analysis.ts';
import { getTools } from '../../search/tool-get.ts';
import { ToolIndex } from '../../search/tool-index.ts';
import { type SearchOutcome, searchTools } from '../../search/tool-search.ts';
import type { PermittedCatalog } from './permitted-catalog.ts';

export interface ToolFinderOptions {
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  /** Hints of categories; without it there are none. */
  readonly readGuidance?: ReadGuidance | undefined;
  /** Asks the model that the workspace names; without it, the word vectors that come with Pegboard compare meanings. */
  readonly askModel?: ((scope: SearchScope, input: ToolSearchInput) => Promise<SearchScope>) | undefined;
}

/** A search with what is behind it. */
export interface ExplainedSearch {
  readonly outcome: SearchOutcome;
  readonly output: ToolSearchOutput;
  readonly scope: SearchScope;
}

/** How many views keep an index in memory. */
const maximumScopes = 16;

/**
 * tool_search and tool_get as a run calls them: through the search of the workspace, on an index of exactly what the run may
 * know (R5.11, decision 002).
 */
export class ToolFinder {
  readonly #config: ToolSearchConfig;
  readonly #options: ToolFinderOptions;
  readonly #scopes = new Map<PermittedCatalog, Promise<SearchScope>>();
  #closed = false;

  constructor(config: ToolSearchConfig, options: ToolFinderOptions) {
    this.#config = config;
    this.#options = options;
  }

  async search(view: PermittedCatalog, input: ToolSearchInput): Promise<ToolSearchOutput> {
    return this.#guided(view, searchTools(await this.#askedScope(view, input), input, 'nothing'));
  }

  /** The same with the arithmetic behind the best hit or all of them, and the scope that was searched. */
  async explain(
    view: PermittedCatalog,
    input: ToolSearchInput,
    which: 'best' | 'all' = 'best',
  ): Promise<ExplainedSearch> {
    const scope = await this.#askedScope(view, input);
    const outcome = searchTools(scope, input, which);
    return { outcome, output: await this.#guided(view, outcome), scope };
  }

  async get(view: PermittedCatalog, input: ToolGetInput): Promise<ToolGetOutput> {
    return getTools(await this.#scopeOf(view), input);
  }

  async ftsAvailable(view: PermittedCatalog): Promise<boolean> {
    return (await this.#scopeOf(view)).index.ftsAvailable;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const scope of this.#scopes.values()) await scope.then(closeScope, () => {});
    this.#scopes.clear();
  }

  #guided(view: PermittedCatalog, { output }: SearchOutcome): Promise<ToolSearchOutput> {
    return addGuidance(output, {
      tools: view.tools,
      config: this.#config.guidance,
      read: this.#options.readGuidance ?? (async () => null),
      gate: view.gate.text,
    });
  }

  async #askedScope(view: PermittedCatalog, input: ToolSearchInput): Promise<SearchScope> {
    const scope = await this.#scopeOf(view);
    return this.#options.askModel ? this.#options.askModel(scope, input) : scope;
  }

  #scopeOf(view: PermittedCatalog): Promise<SearchScope> {
    if (this.#closed) return Promise.reject(new Error('The planner is closed.'));
    const known = this.#scopes.get(view);
    // Put last: the first is then the one that was not asked for longest.
    this.#scopes.delete(view);
    const scope = known ?? this.#open(view);
    this.#scopes.set(view, scope);
    // An object that could not be made is made at the next request.
    if (!known) scope.catch(() => this.#scopes.get(view) === scope && this.#scopes.delete(view));
    const [oldest] = this.#scopes;
    if (this.#scopes.size > maximumScopes && oldest) {
      this.#scopes.delete(oldest[0]);
      void oldest[1].then(closeScope, () => {});
    }
    return scope;
  }

  async #open({ tools }: PermittedCatalog): Promise<SearchScope> {
    const index = new ToolIndex({ path: null, fts: this.#options.fts, now: this.#options.now });
    index.sync(await toIndexRows([...tools.values()]));
    const analysis = index.ftsAvailable ? new TextAnalysis() : null;
    return { tools, index, analysis, config: this.#config, ranking: await this.#rankingOf([...tools.values()]) };
  }

  async #rankingOf(tools: readonly CatalogTool[]): Promise<SearchScope['ranking']> {
    const { ranking, thesaurus, understanding } = this.#config;
    return ranking === 'pegboard'
      ? rankerScope(tools, { thesaurus: thesaurusWith(thesaurus), understanding })
      : { kind: ranking };
  }
}

function closeScope({ index, analysis }: SearchScope): void {
  index.close();
  analysis?.close();
}
