import { z } from 'zod';
import { keysOf } from '../tables.ts';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';

interface ProviderFacts {
  readonly title: string;
  readonly remark?: string;
  /** What the layout for a prompt cache leaves out. */
  readonly cacheRemark?: string;
  /** The variable that the key comes from and the header that it goes into; the value stays with the user. */
  readonly key: { readonly variable: string; readonly header: string; readonly prefix: string };
}

const openaiKey = { variable: 'OPENAI_API_KEY', header: 'authorization', prefix: 'Bearer ' };

/** The providers whose requests are built. What a request is made of is in the core's folder of the provider. */
export const providerFacts = {
  anthropic: {
    title: 'Anthropic Messages',
    cacheRemark: 'without the definitions that it expands by itself',
    key: { variable: 'ANTHROPIC_API_KEY', header: 'x-api-key', prefix: '' },
  },
  'openai-responses': { title: 'OpenAI Responses', key: openaiKey },
  'openai-chat': { title: 'Chat Completions', remark: 'no built-in search', key: openaiKey },
} as const satisfies Readonly<Record<string, ProviderFacts>>;

export const providerNameSchema = z.enum(keysOf(providerFacts));
export type ProviderName = z.infer<typeof providerNameSchema>;

/** What a provider's requests are called on a screen and in a terminal. */
export function providerTitle(name: ProviderName, also?: 'cache'): string {
  const { title, remark, cacheRemark }: ProviderFacts = providerFacts[name];
  return [title, remark, also && cacheRemark].filter(Boolean).join(', ');
}

/** How a provider searches by itself; only Anthropic has a choice. */
export const nativeSearchSchema = z.enum(['bm25', 'regex']);
export type NativeSearch = z.infer<typeof nativeSearchSchema>;

/** A part of a body with its tokens as compact JSON. */
const payloadPartSchema = z.object({
  name: z.enum(['system', 'search_tool', 'visible_tools', 'deferred_tools', 'messages']),
  /** Tools or messages in it. */
  items: z.int(),
  /** Tokens of everything that is sent. */
  tokens: tokenCountSchema,
  /** Tokens that the model reads at first; fewer with deferred tools, which the provider holds back. */
  context_tokens: tokenCountSchema,
});
export type PayloadPart = z.infer<typeof payloadPartSchema>;

/** A request to a provider as it would be sent, without its key. Nothing was sent (R18.18). */
export const payloadSchema = z.object({
  provider: providerNameSchema,
  /** Whether the provider searches; else the deferred tools are withheld and our tool_search is sent (R18.15, R18.16). */
  native: z.boolean(),
  method: z.literal('POST'),
  url: z.string(),
  /** Without the key, which `pegboard` never reads for this. */
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
  /** Name in the body → name in the catalog; `namespace.name` for a function in a namespace. */
  names: z.record(z.string(), z.string()),
  /** Tools that the messages show as found (R18.01). */
  discovered: z.array(z.string()),
  findings: z.array(findingSchema),
  parts: z.array(payloadPartSchema),
  tokens: tokenCountSchema,
  context_tokens: tokenCountSchema,
});
export type Payload = z.infer<typeof payloadSchema>;
