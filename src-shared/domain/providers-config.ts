import { z } from 'zod';

const model = (name: string) => z.string().min(1).default(name).describe('The model that the request names.');
const nativeSearch = z
  .boolean()
  .default(true)
  .describe('Whether the model searches by itself; off: deferred tools are withheld and `tool_search` is sent.');

/** What the request bodies name (R13.76, R18.15–R18.18). Nothing is sent; keys have no place here. */
export const providersConfigSchema = z.strictObject({
  anthropic: z
    .strictObject({
      model: model('claude-sonnet-4-5-20250929'),
      max_tokens: z.int().min(1).max(1_000_000).default(4096).describe('Largest number of tokens in one reply.'),
      native_search: nativeSearch,
      supports_bm25_search: z
        .boolean()
        .default(true)
        .describe('Whether the model has the bm25 search; off: regex, with a warning.'),
      bm25_type: z
        .string()
        .min(1)
        .default('tool_search_tool_bm25_20251119')
        .describe('Type of the search by words, with its version.'),
      regex_type: z
        .string()
        .min(1)
        .default('tool_search_tool_regex_20251119')
        .describe('Type of the search by patterns, with its version.'),
      beta: z
        .array(z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a beta, such as advanced-tool-use-2025-11-20'))
        .default(['advanced-tool-use-2025-11-20'])
        .describe('Betas that the header `anthropic-beta` names when the provider searches.'),
    })
    .prefault({})
    .describe('Messages of Anthropic.'),
  openai_responses: z
    .strictObject({ model: model('gpt-5.4'), native_search: nativeSearch })
    .prefault({})
    .describe('Responses of OpenAI.'),
  openai_chat: z
    .strictObject({ model: model('gpt-4o-mini') })
    .prefault({})
    .describe('Chat Completions of OpenAI and of compatible services.'),
});
export type ProvidersConfig = z.infer<typeof providersConfigSchema>;
