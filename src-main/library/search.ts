import type { z } from 'zod';
import { discoveryTools } from '#core/catalog/builtin-catalog.ts';
import { ToolFinder } from '#core/planner/permitted/tool-finder.ts';
import { agentStyle } from '#core/planner/styles/agent-styles.ts';
import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { PegboardError } from '#shared/errors.ts';
import { errorAnswer, invalidArgumentsAnswer, parsed, resultAnswer, toDefinition } from './answers.ts';
import { boardOf, viewOf } from './board.ts';
import type {
  Caller,
  JsonSchema,
  LoadingMode,
  SearchType,
  Settings,
  SideEffects,
  Tool,
  ToolAnswer,
  ToolDefinition,
  ToolExample,
} from './types.ts';
import type { Workspace } from './workspace.ts';

/** On whose behalf a search works, and its settings. */
export interface CreateSearchOptions extends Caller {
  /** Laid over the settings of the workspace; for tools in memory, over defaults with search on and tools deferred. */
  readonly settings?: Settings | undefined;
}

/** The options of one search. */
export interface SearchOptions {
  /** `fts` when left out. */
  readonly mode?: SearchType | undefined;
  /** 1 to 20, 8 when left out; `tool_search.max_search_results` bounds it. */
  readonly limit?: number | undefined;
  /** Also finds tools that are in the prompt anyway; off when left out, as for a model. */
  readonly includeAlwaysLoaded?: boolean | undefined;
  /** Adds the arithmetic behind each score. */
  readonly explain?: boolean | undefined;
}

/** A tool that was found, as a model gets it. */
export interface SearchHit {
  readonly name: string;
  readonly description: string;
  /** 0 to 1, the higher the better. Scores compare within one response only. */
  readonly score: number;
  readonly match_type: SearchType;
  readonly loading_mode: LoadingMode;
  /** With `tool_search.guidance.hints`: when to use it. */
  readonly hint?: string | undefined;
  /** With `tool_search.guidance.related_tools`: tools that go with it. */
  readonly related_tools?: readonly string[] | undefined;
}

/** What a search found. */
export interface SearchResult {
  /** The best first. */
  readonly tools: readonly SearchHit[];
  readonly query: string;
  /** The mode that was used in the end. */
  readonly search_type: SearchType;
  /** Null unless it was asked for. */
  readonly explanation: SearchExplanation | null;
}

/** How a result came about. For the developer; a model never reads it. */
export interface SearchExplanation {
  /** What ranked the results: `pegboard`, `rfc`, `rfc-literal`, or `none` for a regular expression and an exact name. */
  readonly ranking: string;
  /** Why the mode is not the one that was asked for. */
  readonly fallback_reason: string | null;
  /** Each attempt, and how many tools matched. */
  readonly path: readonly {
    readonly step: string;
    readonly reason: string;
    readonly expression: string;
    readonly candidates: number;
  }[];
  /** Tools that matched, before the limit. */
  readonly candidates: number;
  /** One for each tool of the result, in their order. */
  readonly hits: readonly HitExplanation[];
}

/** How one tool came to its score. */
export interface HitExplanation {
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /** Its parts depend on `kind`: `pegboard`, `bm25`, `regex` or `exact`. */
  readonly arithmetic: { readonly kind: string; readonly [part: string]: unknown };
  /** Where the query matched: UTF-16 offsets in a field of the tool, end exclusive. */
  readonly highlights: readonly { readonly field: string; readonly start: number; readonly end: number }[];
}

/** A tool as `tool_get` gives it. */
export interface ToolRecord {
  readonly name: string;
  readonly description: string;
  readonly side_effects: SideEffects | null;
  readonly loading_mode: LoadingMode;
  readonly tags: readonly string[];
  readonly args_schema?: JsonSchema | undefined;
  readonly out_schema?: JsonSchema | null | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What records have beside names and descriptions. */
export interface GetOptions {
  /** On when left out. */
  readonly schemas?: boolean | undefined;
  /** On when left out. */
  readonly examples?: boolean | undefined;
}

/** Searches exactly the tools that its caller may use. The index is in memory; the first search builds it. */
export interface Search extends AsyncDisposable {
  /** Finds tools. Errors: `invalid_input`, `tool_search_not_configured`, `usage` after `close`. */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** 1 to 10 tools by name or alias, in the order asked; a name that the caller may not use is left out. Errors as `search`. */
  get(names: string | readonly string[], options?: GetOptions): Promise<readonly ToolRecord[]>;
  /** The discovery tools to give a model: `tool_search` and `tool_get`, or what the style of the settings has. */
  readonly definitions: readonly ToolDefinition[];
  /**
   * Answers a model's call of one of `definitions`, with the text that it reads. What is wrong with the call is an answer too.
   * Errors: `tool_search_not_configured`, `usage` after `close`.
   */
  call(name: string, args: unknown): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/**
 * Makes a search over a workspace or over tools in memory. Errors: `config_invalid`, `invalid_input`, `tool_name_conflict`,
 * `reserved_tool_name`, `too_many_tools`, `unknown_persona`; `usage` for a workspace that was closed.
 */
export function createSearch(from: Workspace | readonly Tool[], options: CreateSearchOptions = {}): Search {
  const board = boardOf(from, options.settings);
  const { config, readGuidance } = board;
  const view = viewOf(board, options);
  const style = agentStyle(config);
  const finder = new ToolFinder(config.tool_search, { fts: 'detect', now: Date.now, readGuidance });
  const definitions = discoveryTools(view, config).map(toDefinition);
  const [searchTool] = definitions;
  let closed = false;
  const refuseClosed = () => {
    if (closed) throw new PegboardError('usage', 'The search was closed.', { hint: 'Make a new one.' });
  };
  const search: Search = {
    definitions,
    search: async (query, asked = {}) => {
      refuseClosed();
      const input = parsed(toolSearchInputSchema, 'search', {
        query,
        search_type: asked.mode,
        limit: asked.limit,
        include_always_loaded: asked.includeAlwaysLoaded,
      });
      if (!asked.explain) return { ...(await finder.search(view, input)), explanation: null };
      const { output, outcome } = await finder.explain(view, input, 'all');
      return { ...output, explanation: outcome.explanation && { ...outcome.explanation, hits: outcome.hits } };
    },
    get: async (names, asked = {}) => {
      refuseClosed();
      const input = parsed(toolGetInputSchema, 'get', {
        names: typeof names === 'string' ? [names] : names,
        include_schemas: asked.schemas,
        include_examples: asked.examples,
      });
      return (await finder.get(view, input)).tools;
    },
    call: async (name, args) => {
      refuseClosed();
      if (!definitions.some((tool) => tool.name === name)) {
        return errorAnswer('tool_not_found', `There is no tool ${name} here.`);
      }
      if (name !== searchTool?.name) {
        return answered(toolGetInputSchema, { name, args }, (input) => finder.get(view, input));
      }
      return answered(toolSearchInputSchema, { name, args }, async (input) => {
        const output = await finder.search(view, style.searchInput(input));
        return style.searchAnswer(output, { query: input.query, view, renderer: null, report: () => {} });
      });
    },
    close: async () => {
      closed = true;
      await finder.close();
    },
    [Symbol.asyncDispose]: () => search.close(),
  };
  return search;
}

async function answered<Input>(
  schema: z.ZodType<Input>,
  { name, args }: { readonly name: string; readonly args: unknown },
  work: (input: Input) => Promise<unknown>,
): Promise<ToolAnswer> {
  const input = schema.safeParse(args);
  return input.success ? resultAnswer(await work(input.data)) : invalidArgumentsAnswer(name, input.error);
}
