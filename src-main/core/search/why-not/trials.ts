import type { CatalogTool } from '#shared/domain/tool.ts';
import { type IndexRow, toIndexRow } from '../index-row.ts';
import { EditedIndex } from '../ranker/edited-index.ts';
import { RankerIndex } from '../ranker/ranker-index.ts';
import type { SearchScope } from '../search-scope.ts';

/**
 * A scope in which one tool can be put otherwise for a search or two. Our ranker computes again what an edit touches; of
 * SQLite's index the one row is written, so the index of the scope must be nobody else's.
 */
export class Trials {
  readonly scope: SearchScope;
  readonly #rows: readonly IndexRow[];
  #written = false;

  /** `rows` are those of the scope's SQLite index. */
  constructor(scope: SearchScope, rows: readonly IndexRow[]) {
    this.scope = scope;
    this.#rows = rows;
  }

  /** Runs work on the scope as if a tool of it were this one. */
  with<Result>(tool: CatalogTool, work: (scope: SearchScope) => Result): Result {
    try {
      return work(this.#edited(tool));
    } finally {
      if (this.#written) this.scope.index.sync(this.#rows);
      this.#written = false;
    }
  }

  #edited(tool: CatalogTool): SearchScope {
    const tools = new Map(this.scope.tools).set(tool.name, tool);
    const { ranking } = this.scope;
    if (ranking.kind === 'pegboard') {
      const { index } = ranking;
      const place = index.byName.get(tool.name);
      if (place === undefined || !(index instanceof RankerIndex))
        throw new Error('Only a tool of a whole index can be edited.');
      const edited = { ...ranking, index: new EditedIndex(index, tool), tools: ranking.tools.with(place, tool) };
      return { ...this.scope, tools, ranking: edited };
    }
    this.#written = true;
    this.scope.index.sync(this.#rows.map((row) => (row.name === tool.name ? toIndexRow(tool) : row)));
    return { ...this.scope, tools };
  }
}
