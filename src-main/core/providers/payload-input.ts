import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';
import type { NativeSearch, ProviderName } from '#shared/domain/payload.ts';
import type { ProvidersConfig } from '#shared/domain/providers-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { SentNames } from './sent-names.ts';

/** What a request is made of. */
export interface PayloadInput {
  readonly provider: ProviderName;
  /** Tools in the prompt, in its order; tools of ours among them are sent only where the provider does not search. */
  readonly visible: readonly CatalogTool[];
  /** Tools to be found. Where the provider searches they are all sent, also those that the messages show as found. */
  readonly deferred: readonly CatalogTool[];
  readonly system: string | null;
  /** Messages so far; names of tools that are in neither list are left out of them. */
  readonly history?: readonly HistoryEntry[];
  /** Takes names out of what the messages say that their reader may not know; nothing, when left out. */
  readonly gate?: (text: string) => string;
  /** The user's message. */
  readonly query?: string | null;
  readonly providers: ProvidersConfig;
  /** Whether the provider searches; as its configuration says, when left out. */
  readonly native?: boolean;
  readonly examples: ToolExamplesConfig;
  /** How Anthropic searches; null: bm25 where the model has it. */
  readonly search?: NativeSearch | null;
  /** What our search tool is called, where the provider does not search; tool_search, unless it says else. */
  readonly searchName?: string;
  /** Whether to mark what a prompt cache may keep, where the request says so. On by default. */
  readonly cache?: boolean;
  /** Names made for more tools than these; made for the two lists, when left out. */
  readonly names?: SentNames;
}

/** What the layout of one provider works with. */
export interface LayoutInput extends PayloadInput {
  readonly names: SentNames;
  readonly searchName: string;
  /** The tools of the request by name. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly native: boolean;
  readonly history: readonly HistoryEntry[];
  readonly report: (finding: Finding) => void;
}

/** A body, its parts by what they are for, and what goes beside it. */
export interface Layout {
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
  readonly system: unknown;
  /** The search, and the namespaces it goes by. */
  readonly searchParts: readonly unknown[];
  readonly searches: boolean;
  readonly visibleTools: readonly unknown[];
  readonly deferredTools: readonly unknown[];
  /** What the model reads of the deferred tools before it searches. */
  readonly deferredInContext: readonly unknown[];
  readonly messages: readonly unknown[];
}
