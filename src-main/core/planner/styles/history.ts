import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Action, Trace } from '#shared/domain/trace.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import { observationAfter } from '../../history/read-own.ts';
import { discoveredTools, searchReturn } from '../../history/search-return.ts';
import type { ModelMessage } from '../models/model-client.ts';
import { VisibleCatalog } from '../permitted/visible-catalog.ts';
import { callToolSearch } from '../run/builtin-calls.ts';
import type { CallOutcome } from '../run/observations.ts';
import { observationMessage } from '../run/observations.ts';
import type { AgentStyle } from './agent-style.ts';
import { StandardTurn, standardStyle } from './standard.ts';

/**
 * The messages are all that an agent knows of tools (R18.01): the search tool returns names and descriptions and changes nothing
 * (R18.10, R18.11), and a tool can be called once a search returned it. So later turns read everything that was said.
 */
export function historyStyle(config: WorkspaceConfig): AgentStyle {
  const { tool_name, max_results } = config.tool_search.history;
  return {
    ...standardStyle(config),
    searchName: tool_name,
    hasHints: false,
    searchInput: (input) => ({ ...input, limit: Math.min(input.limit, max_results) }),
    searchAnswer: ({ tools }, { query, view, renderer, report }) => {
      const found = tools.flatMap(({ name }) => view.tools.get(name) ?? []);
      return searchReturn(query, found, { renderer, gate: view.gate.text, report });
    },
    messagesOf: (trace, said) => (trace.reason === 'answer' ? messagesOf(trace, said) : []),
    beginTurn: async (run) => new HistoryTurn(run),
  };
}

class HistoryTurn extends StandardTurn {
  /** The visible catalog is made again for each step, from the messages and nothing else (R18.01–R18.04). */
  override beginStep(): void {
    const { view, state, options } = this.run;
    const { history } = readHistoryValue(state.messages, 'messages', ({ name }) => name);
    const activated = discoveredTools(history.entries, (name) => view.tools.has(name));
    this.visible = new VisibleCatalog(view, { ...options, activated });
  }

  override async discover({ next_node: name, args }: Action): Promise<CallOutcome | null> {
    if (name !== this.run.style.searchName) return null;
    return { ...(await callToolSearch(args, this.run)), tool: name, activated: null };
  }

  override admits({ name }: CatalogTool): boolean {
    return this.visible.has(name);
  }
}

/** A turn as its messages, searches and all: what history mode finds its tools in. */
export function messagesOf(
  { query, steps, resumptions, answer }: Trace,
  said: readonly ModelMessage[],
): ModelMessage[] {
  const exchanged = steps.flatMap(({ reply, ...step }, i): ModelMessage[] => {
    const observation = observationAfter(step.observation, i + 1, resumptions);
    if (observation === null) return [];
    return [
      { role: 'assistant', content: reply },
      { role: 'user', content: observationMessage(observation) },
    ];
  });
  const end: ModelMessage[] = answer === null ? [] : [{ role: 'assistant', content: answer }];
  return [{ role: 'user', content: query }, ...said, ...exchanged, ...end];
}
