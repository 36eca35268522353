import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Action, Trace } from '#shared/domain/trace.ts';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import { extractEntities } from '../../memory/extract-entities.ts';
import {
  emptyMemory,
  renderMemory,
  withDiscovered,
  withEntities,
  withoutOthers,
  withUsed,
} from '../../memory/working-memory.ts';
import { escapedText } from '../../prompt/escape-prompt-tags.ts';
import { requireToolIndex } from '../../workspace/validate-tool-index.ts';
import { activationRefusal } from '../concurrency.ts';
import { callToolSearch, type SearchOutcome } from '../run/builtin-calls.ts';
import type { RunContext } from '../run/run-context.ts';
import type { ToolAnswer } from '../run/run-tool.ts';
import type { AgentStyle } from './agent-style.ts';
import { StandardTurn, standardStyle } from './standard.ts';

/** One discovery tool whose results are visible at once, a minimal prompt, and a working memory of the session (decision 026). */
export function oneDiscoveryStyle(config: WorkspaceConfig): AgentStyle {
  const { require_tool_index, identity } = config.planner;
  return {
    ...standardStyle(config),
    endsInPlainText: true,
    hasMemory: true,
    checkCatalog: (registry, catalog) => {
      if (!require_tool_index) return;
      requireToolIndex(registry.values(), { known: new Set(catalog.map(({ name }) => name)), config });
    },
    minimalPrompt: (view, known) => ({ identity: view.gate.text(identity), ...known }),
    beginTurn: async (run) => {
      const { state, view, memories, options } = run;
      const known = await memories.load(state.context);
      const memory = known ?? emptyMemory(state.context.session_id ?? '', options.now());
      // The caller may have lost tools since (R5.05, R17.20).
      return new OneDiscoveryTurn(
        run,
        withoutOthers(memory, (name) => view.tools.has(name)),
      );
    },
  };
}

class OneDiscoveryTurn extends StandardTurn {
  override readonly memory: string;
  #memory: WorkingMemory;
  /** Results of tools, and the entities in them. */
  readonly #read = { results: 0, entities: 0 };

  /** Makes the tools of earlier turns visible (R17.21). */
  constructor(run: RunContext, memory: WorkingMemory) {
    super(run);
    this.#memory = memory;
    this.memory = renderMemory(memory, (text) => escapedText(run.view.gate.text(text), ''));
    this.#activate(memory.discoveredTools, { source: 'working_memory', reason: 'earlier_turn' });
  }

  /** What a search returns is visible at once. */
  protected override async search(args: Action['args']): Promise<SearchOutcome> {
    const called = await callToolSearch(args, this.run);
    if (!called.found) return called;
    const discovered = this.#activate(called.found, { source: 'tool_search', reason: 'search_result' });
    const names = called.found.filter((name) => this.visible.has(name));
    this.#memory = withDiscovered(this.#memory, names, this.run.options.now());
    return { ...called, discovered };
  }

  override admits({ name }: CatalogTool): boolean {
    return this.visible.has(name);
  }

  /** Keeps that a tool ran, and the entities of its result. */
  override noteAnswer(name: string, answer: ToolAnswer): void {
    const { view, options } = this.run;
    const { extractors } = options.config.planner;
    this.#memory = withUsed(this.#memory, name, options.now());
    if (answer.kind !== 'result') return;
    const extraction = view.tools.get(name)?.extraction ?? null;
    const extractor = Object.hasOwn(extractors, name) ? extractors[name] : undefined;
    const entities = extractEntities(answer.value, { extraction, extractor });
    this.#read.results += 1;
    this.#read.entities += entities.length;
    this.#memory = withEntities(this.#memory, entities, options.now());
  }

  /** Keeps the memory, and tells when tools gave results and none of them an entity (R15.11). */
  override async end(trace: Trace): Promise<Trace> {
    const { state, memories } = this.run;
    await memories.save(state.context, this.#memory);
    const { results, entities } = this.#read;
    if (results > 0 && entities === 0) state.emit('entities_not_extracted', { tool_results: results });
    return { ...trace, events: state.events, memory: this.#memory };
  }

  #activate(
    names: readonly string[],
    why: { readonly source: 'tool_search' | 'working_memory'; readonly reason: 'search_result' | 'earlier_turn' },
  ): readonly string[] {
    const { state, options } = this.run;
    const fresh = names.filter((name) => !this.visible.has(name));
    if (fresh.length === 0) return [];
    const refusal = activationRefusal(options.concurrency, state.context);
    if (refusal) {
      state.emit('tool_activation_denied', { reason: refusal });
      return [];
    }
    const activated = fresh.filter((name) => {
      this.visible.activate(name);
      return this.visible.has(name);
    });
    state.activated = this.visible.activated();
    for (const tool_name of activated) state.emit('tool_activated', { tool_name, activation_scope: 'session', ...why });
    return activated;
  }
}
