import type { Extraction } from '#shared/domain/extraction.ts';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import { extractEntities } from '../memory/extract-entities.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { emptyMemory, withDiscovered, withEntities, withoutOthers, withUsed } from '../memory/remember.ts';
import { renderMemory } from '../memory/render-memory.ts';
import { containedText } from '../prompt/contained-text.ts';
import { activationRefusal, type ConcurrencyPattern } from './concurrency.ts';
import type { RunState } from './run-state.ts';
import type { RunView } from './run-view.ts';
import type { ToolAnswer } from './tool-binding.ts';
import type { VisibleCatalog } from './visible-catalog.ts';

export interface RunMemoryOptions {
  readonly state: RunState;
  readonly view: RunView;
  readonly store: MemoryStore;
  readonly now: () => number;
  readonly concurrency: ConcurrencyPattern | undefined;
}

/** The working memory of one turn, or of a turn that goes on after a pause. */
export class RunMemory {
  /** What the prompt says of it, all through the turn: what was known at its beginning. */
  readonly rendered: string;
  readonly #options: RunMemoryOptions;
  #memory: WorkingMemory;
  /** Results of tools, and the entities in them. */
  readonly #read = { results: 0, entities: 0 };

  private constructor(options: RunMemoryOptions, memory: WorkingMemory) {
    this.#options = options;
    this.#memory = memory;
    const { gate } = options.view;
    this.rendered = renderMemory(memory, (text) => containedText(gate.text(text), ''));
  }

  /** What the session knows, without the tools that this caller may not use now (R5.05, R17.20). Errors: those of the store. */
  static async begin(options: RunMemoryOptions): Promise<RunMemory> {
    const { state, view, store, now } = options;
    const known = (await store.load(state.context)) ?? emptyMemory(state.context.session_id ?? '', now());
    const memory = withoutOthers(known, (name) => view.tools.has(name));
    return new RunMemory(options, memory);
  }

  get memory(): WorkingMemory {
    return this.#memory;
  }

  /** Makes the tools of earlier turns visible (R17.21). */
  recall(visible: VisibleCatalog): void {
    this.#activate(this.#memory.discoveredTools, visible, { source: 'working_memory', reason: 'earlier_turn' });
  }

  /** Makes what a search returned visible, at once; returns what was not before. */
  found(names: readonly string[], visible: VisibleCatalog): readonly string[] {
    const activated = this.#activate(names, visible, { source: 'tool_search', reason: 'search_result' });
    this.#memory = withDiscovered(
      this.#memory,
      names.filter((name) => visible.has(name)),
      this.#options.now(),
    );
    return activated;
  }

  /** Keeps that a tool ran, and the entities of its result. */
  ran(name: string, answer: ToolAnswer): void {
    const { view, state, now } = this.#options;
    const { extractors } = state.config.planner;
    this.#memory = withUsed(this.#memory, name, now());
    if (answer.kind !== 'result') return;
    const extraction: Extraction | null = view.tools.get(name)?.extraction ?? null;
    const extractor = Object.hasOwn(extractors, name) ? extractors[name] : undefined;
    const entities = extractEntities(answer.value, { extraction, extractor });
    this.#read.results += 1;
    this.#read.entities += entities.length;
    this.#memory = withEntities(this.#memory, entities, now());
  }

  /** Tells when tools gave results and none of them an entity (R15.11). */
  tellUnread(): void {
    const { results, entities } = this.#read;
    if (results > 0 && entities === 0) this.#options.state.emit('entities_not_extracted', { tool_results: results });
  }

  /** Errors: those of the store. */
  async keep(): Promise<void> {
    await this.#options.store.save(this.#options.state.context, this.#memory);
  }

  #activate(
    names: readonly string[],
    visible: VisibleCatalog,
    why: { readonly source: 'tool_search' | 'working_memory'; readonly reason: 'search_result' | 'earlier_turn' },
  ): readonly string[] {
    const { state, concurrency } = this.#options;
    const fresh = names.filter((name) => !visible.has(name));
    if (fresh.length === 0) return [];
    const refusal = activationRefusal(concurrency, state.context);
    if (refusal) {
      state.emit('tool_activation_denied', { reason: refusal });
      return [];
    }
    const activated = fresh.filter((name) => {
      visible.activate(name);
      return visible.has(name);
    });
    state.activated = visible.activated();
    for (const tool_name of activated) state.emit('tool_activated', { tool_name, activation_scope: 'session', ...why });
    return activated;
  }
}
