import type { CatalogTool } from '#shared/domain/tool.ts';
import { type IndexRow, toIndexRow } from '../search/index-row.ts';
import { EditedIndex } from '../search/ranker/edited-index.ts';
import { RankerIndex } from '../search/ranker/ranker-index.ts';
import type { SearchScope } from '../search/search-scope.ts';
import type { AskedModel } from '../search/understanding/model-answer.ts';

/**
 * A scope in which one tool can be put otherwise for a search or two. Our ranker computes again what an edit touches; of
 * SQLite's index the one row is written, so the index of the scope must be nobody else's.
 */
export class OverlayTrials {
  #scope: SearchScope;
  readonly #rows: readonly IndexRow[];
  /** Whether the edit changes this tool's row in SQLite's index. */
  #isWritten = false;

  /** `rows` are those of the scope's SQLite index. */
  constructor(scope: SearchScope, rows: readonly IndexRow[]) {
    this.#scope = scope;
    this.#rows = rows;
  }

  /**
   * Takes what a model says of the query that is asked next. An edit changes the words of a tool and not the vector that the model
   * made of it: making one takes longer than all the searches that try the edit.
   */
  takeModel(model: AskedModel | undefined): void {
    const { ranking } = this.#scope;
    if (ranking.kind === 'pegboard') this.#scope = { ...this.#scope, ranking: { ...ranking, model } };
  }

  /** The scope without any edit; good until the next call of `edited`. */
  get scope(): SearchScope {
    if (this.#isWritten) this.#scope.index.sync(this.#rows);
    this.#isWritten = false;
    return this.#scope;
  }

  /** The scope as if a tool of it were this one; good until the next call of either. */
  edited(tool: CatalogTool): SearchScope {
    const tools = new Map(this.#scope.tools).set(tool.name, tool);
    const { ranking } = this.#scope;
    if (ranking.kind === 'pegboard') {
      const { index } = ranking;
      const place = index.byName.get(tool.name);
      if (place === undefined || !(index instanceof RankerIndex)) {
        throw new Error('Only a tool of a whole index can be edited.');
      }
      const edited = { ...ranking, index: new EditedIndex(index, tool), tools: ranking.tools.with(place, tool) };
      return { ...this.#scope, tools, ranking: edited };
    }
    // Put back when the scope itself is asked for: the next edit is mostly of the same tool.
    this.#isWritten = true;
    this.#scope.index.sync(this.#rows.map((row) => (row.name === tool.name ? toIndexRow(tool) : row)));
    return { ...this.#scope, tools };
  }
}
