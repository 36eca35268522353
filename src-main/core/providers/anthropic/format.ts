import type { NativeSearch } from '#shared/domain/payload.ts';
import type { ProviderFormat } from '../provider.ts';

/** What Anthropic calls its search tools; their types have versions and are configured. */
export const anthropicSearchNames: Readonly<Record<NativeSearch, string>> = {
  bm25: 'tool_search_tool_bm25',
  regex: 'tool_search_tool_regex',
};

export const format: ProviderFormat = {
  url: 'https://api.anthropic.com/v1/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  name: { maximumLength: 128, reserved: Object.values(anthropicSearchNames), namespaces: false },
  maximumTools: null,
  maximumDeferred: 10_000,
  maximumDescription: null,
  propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
  sources: [
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool',
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
  ],
};
