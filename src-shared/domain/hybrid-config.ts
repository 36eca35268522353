import { z } from 'zod';

const share = z.number().min(0).max(1);

/** Name of an environment variable. Never its value: what does not look like a name is refused. */
const variableName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{0,63}$/,
    'is the name of an environment variable, such as OPENAI_API_KEY, never a key itself',
  );

/** Address of an embeddings endpoint: http or https, without credentials in it. */
const endpointUrl = z
  .string()
  .max(2000)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
  }, 'is an http or https address without user, password or query; a key belongs in api_key_env');

/** What turns text into vectors (R17.11). */
export const embedderConfigSchema = z.strictObject({
  kind: z
    .enum(['local', 'folder', 'endpoint'])
    .default('local')
    .describe(
      '`local`: hashed character n-grams, offline; `folder`: a static model on disk; `endpoint`: an OpenAI-compatible address, asked only after you agreed to it.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Of `folder`: the model inside the workspace, with `model.safetensors`, `tokenizer.json` and `config.json`.',
    ),
  url: endpointUrl
    .optional()
    .describe('Of `endpoint`: the whole address, such as `http://localhost:11434/v1/embeddings`.'),
  model: z.string().min(1).max(200).optional().describe('Of `endpoint`: name of the model.'),
  api_key_env: variableName.optional().describe('Of `endpoint`: the variable that holds the key.'),
  dimensions: z
    .int()
    .min(1)
    .max(8192)
    .optional()
    .describe('Of `endpoint`: how many numbers a vector shall have; not every model can be asked for that.'),
  batch_size: z.int().min(1).max(2048).default(64).describe('Of `endpoint`: how many texts go into one request.'),
  timeout_ms: z.int().min(100).max(600_000).default(30_000).describe('Of `endpoint`: how long one request may take.'),
});
export type EmbedderConfig = z.infer<typeof embedderConfigSchema>;

/** Which fields an embedder cannot do without. */
const neededFields = {
  local: [],
  folder: ['path'],
  endpoint: ['url', 'model'],
} as const satisfies Record<EmbedderConfig['kind'], readonly (keyof EmbedderConfig)[]>;

/** Words and meaning together (R17.02–R17.15, R13.80–R13.87): a mode of its own beside `tool_search`. */
export const hybridConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer hybrid search beside `tool_search`, which stays as it is.'),
  strategy: z
    .enum(['confidence', 'tool_count'])
    .default('confidence')
    .describe('What decides between words and vectors: how sure the words are, or how many tools there are.'),
  high_confidence: share.default(0.8).describe('Above it the words decide alone and no embedder is asked.'),
  blend_confidence: share.default(0.3).describe('Above it words and vectors are blended; else vectors decide alone.'),
  keyword_confidence: share
    .default(0.7)
    .describe('Of `tool_count`: above it the words decide alone where there are few tools.'),
  merge_from: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('Of `tool_count`: from so many tools on both are always merged.'),
  decompose_from: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(500)
    .describe('Of `tool_count`: from so many tools on vectors decide, for each part of the query.'),
  confidence_divisor: z
    .number()
    .min(0.1)
    .max(1000)
    .default(10)
    .describe('The best BM25 score over this, at most 1, is the confidence.'),
  k1: z.number().min(1.2).max(2).default(1.2).describe('Saturation of frequencies in BM25.'),
  b: share.default(0.75).describe('How much long texts are dampened in BM25.'),
  name_weight: z.number().min(0.1).max(100).default(2).describe('What a word counts in the name, in BM25.'),
  content_weight: z.number().min(0.1).max(100).default(1).describe('What a word counts in the rest, in BM25.'),
  stemming: z.boolean().default(false).describe('Whether BM25 brings English words down to their stem.'),
  bm25_share: share.default(1).describe('What a BM25 score counts in a blend.'),
  vector_share: share.default(1).describe('What a vector score counts in a blend.'),
  embedder: embedderConfigSchema
    .superRefine((embedder, context) => {
      for (const field of neededFields[embedder.kind]) {
        if (embedder[field] !== undefined) continue;
        context.addIssue({ code: 'custom', path: [field], message: `is needed with kind: ${embedder.kind}` });
      }
    })
    .prefault({})
    .describe('What turns text into vectors.'),
});
export type HybridConfig = z.infer<typeof hybridConfigSchema>;
