import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Action, Trace } from '#shared/domain/trace.ts';
import { builtinCatalog, builtinDiscovery } from '../../catalog/builtin-catalog.ts';
import { VisibleCatalog } from '../permitted/visible-catalog.ts';
import { callToolGet, callToolSearch, notConfiguredOutcome, type SearchOutcome } from '../run/builtin-calls.ts';
import type { CallOutcome } from '../run/observations.ts';
import type { RunContext } from '../run/run-context.ts';
import type { ToolAnswer } from '../run/run-tool.ts';
import type { AgentStyle, AgentTurn } from './agent-style.ts';

/** Two discovery tools, hints and directory; a tool becomes visible when it is called first. Without tool search, no discovery. */
export function standardStyle(_config: WorkspaceConfig): AgentStyle {
  return {
    searchName: 'tool_search',
    hasHints: true,
    endsInPlainText: false,
    hasMemory: false,
    checkCatalog: () => {},
    minimalPrompt: () => null,
    searchInput: (input) => input,
    searchAnswer: (output) => output,
    messagesOf: ({ query, answer }) =>
      answer === null
        ? []
        : [
            { role: 'user', content: query },
            { role: 'assistant', content: answer },
          ],
    beginTurn: async (run) => new StandardTurn(run),
  };
}

export class StandardTurn implements AgentTurn {
  visible: VisibleCatalog;
  readonly memory: string = '';
  protected readonly run: RunContext;

  constructor(run: RunContext) {
    const { options, state, activations } = run;
    const { enabled, activation_scope } = options.config.tool_search;
    const known = activation_scope === 'session' ? activations.of(state.context) : state.activated;
    this.run = run;
    this.visible = new VisibleCatalog(run.view, { ...options, activated: enabled ? known : [] });
  }

  beginStep(): void {}

  /** Without tool search both names have one answer. */
  async discover({ next_node: name, args }: Action): Promise<CallOutcome | null> {
    const { config } = this.run.options;
    const { enabled } = config.tool_search;
    const tools = enabled ? builtinDiscovery(config) : builtinCatalog;
    if (!tools.some((tool) => tool.name === name)) return null;
    if (!enabled) return { ...notConfiguredOutcome, tool: null, activated: null };
    const called = name === 'tool_search' ? await this.search(args) : await callToolGet(args, this.run);
    return { ...called, tool: name, activated: null };
  }

  admits(_tool: CatalogTool): boolean {
    return true;
  }

  noteAnswer(_name: string, _answer: ToolAnswer): void {}

  async end(trace: Trace): Promise<Trace> {
    return trace;
  }

  protected search(args: Action['args']): Promise<SearchOutcome> {
    return callToolSearch(args, this.run);
  }
}
