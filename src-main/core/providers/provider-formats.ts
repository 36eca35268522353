import type { NativeSearch, ProviderName } from '#shared/domain/payload.ts';

/**
 * What the three APIs say of themselves, in one place, since it changes. Read on 20 November 2026 in the providers' pages and in the
 * types of their published clients: @anthropic-ai/sdk 1.11.0, openai 7.55.0. A limit without a page is one that the API names
 * when it refuses.
 */
export interface ProviderFormat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly name: { readonly maximumLength: number; readonly reserved: readonly string[] };
  /** Most tools of a request, deferred ones, and characters of a description; null where no limit is known. */
  readonly maximumTools: number | null;
  readonly maximumDeferred: number | null;
  readonly maximumDescription: number | null;
  /** Names of arguments that are accepted; null for any. */
  readonly propertyName: RegExp | null;
  readonly sources: readonly string[];
}

/** What Anthropic calls its search tools; their types have versions and are configured. */
export const anthropicSearchNames: Readonly<Record<NativeSearch, string>> = {
  bm25: 'tool_search_tool_bm25',
  regex: 'tool_search_tool_regex',
};

/** Functions of a namespace below which it is searched best (developers.openai.com, guide "Tool search"). */
export const recommendedNamespaceSize = 10;

export const providerFormats: Readonly<Record<ProviderName, ProviderFormat>> = {
  anthropic: {
    url: 'https://api.anthropic.com/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    name: { maximumLength: 128, reserved: Object.values(anthropicSearchNames) },
    maximumTools: null,
    maximumDeferred: 10_000,
    maximumDescription: null,
    propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
    sources: [
      'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool',
      'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    ],
  },
  'openai-responses': {
    url: 'https://api.openai.com/v1/responses',
    headers: {},
    name: { maximumLength: 64, reserved: [] },
    maximumTools: null,
    maximumDeferred: null,
    maximumDescription: null,
    propertyName: null,
    sources: ['https://developers.openai.com/api/docs/guides/tools-tool-search'],
  },
  'openai-chat': {
    url: 'https://api.openai.com/v1/chat/completions',
    headers: {},
    name: { maximumLength: 64, reserved: [] },
    maximumTools: 128,
    maximumDeferred: null,
    maximumDescription: 1024,
    propertyName: null,
    sources: ['https://developers.openai.com/api/docs/guides/function-calling'],
  },
};
