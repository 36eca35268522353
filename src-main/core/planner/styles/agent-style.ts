import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { ToolSearchOutput } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Action, Trace } from '#shared/domain/trace.ts';
import type { ToolRenderer } from '../../history/search-return.ts';
import type { PromptInput } from '../../prompt/render-prompt.ts';
import type { ModelMessage } from '../models/model-client.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import type { VisibleCatalog } from '../permitted/visible-catalog.ts';
import type { CallOutcome } from '../run/observations.ts';
import type { RunContext } from '../run/run-context.ts';
import type { ToolAnswer } from '../run/run-tool.ts';

/** How an agent finds tools, and what it carries from one turn to the next. Everything else of a run is the same in all styles. */
export interface AgentStyle {
  /** What the model calls to search. */
  readonly searchName: string;
  /** Whether prompts show hints and the directory. */
  readonly hasHints: boolean;
  /** Whether a reply in plain text may end a run. */
  readonly endsInPlainText: boolean;
  /** Whether the agent has a working memory, which belongs to a session. */
  readonly hasMemory: boolean;
  /** Refuses a catalog that the style cannot work with. Error: `config_invalid`. */
  checkCatalog(registry: ReadonlyMap<string, CatalogTool>, catalog: readonly CatalogTool[]): void;
  /** The prompt's own beginning and end, where it is not the standard one. */
  minimalPrompt(
    view: PermittedCatalog,
    known: { readonly memory: string; readonly now: number },
  ): PromptInput['minimal'];
  /** A search of the model's as it is carried out. */
  searchInput(input: ToolSearchInput): ToolSearchInput;
  /** What a search gives the model. */
  searchAnswer(output: ToolSearchOutput, asked: SearchAsked): unknown;
  /** The part of a turn that later turns read; `said` has the messages before its first step. */
  messagesOf(trace: Trace, said: readonly ModelMessage[]): readonly ModelMessage[];
  /** Errors: those of the store of memories. */
  beginTurn(run: RunContext): Promise<AgentTurn>;
}

/** The search that is answered. */
export interface SearchAsked {
  readonly query: string;
  readonly view: PermittedCatalog;
  readonly renderer: ToolRenderer | null;
  /** Told what is wrong with the renderer. */
  readonly report: (problem: string) => void;
}

/** One turn of an agent, from its start or resume to its next pause or end. */
export interface AgentTurn {
  /** What the model sees now. */
  readonly visible: VisibleCatalog;
  /** The session block of the prompt, the same for the whole turn. */
  readonly memory: string;
  /** Before each step, and before a paused call goes on. */
  beginStep(): void;
  /** Calls a discovery tool; null when the name is not that of a discovery tool. */
  discover(action: Action): Promise<CallOutcome | null>;
  /** Whether a permitted tool may be called now. */
  admits(tool: CatalogTool): boolean;
  /** Told what a tool answered. */
  noteAnswer(name: string, answer: ToolAnswer): void;
  /** Keeps what has to be kept. Errors: those of the store of memories. */
  end(trace: Trace): Promise<Trace>;
}
