import { z } from 'zod';

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

/** Words that a model was trained to read before each text. */
const prefix = z.string().max(200).default('');

/** What turns text into vectors (R17.11). */
export const embedderConfigSchema = z.strictObject({
  kind: z
    .enum(['local', 'folder', 'onnx', 'endpoint'])
    .default('local')
    .describe(
      '`local`: the model of `understanding.model`, else the word vectors that come with Pegboard; `folder`: a Model2Vec model on disk; `onnx`: a sentence encoder on disk, run by `onnxruntime-web`, which you install; `endpoint`: an address that speaks the form of OpenAI or of Ollama, asked only after you agreed to it.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'With `folder` and `onnx`: the model inside the workspace. `folder` needs `model.safetensors`, `tokenizer.json` and `config.json`, `onnx` needs `model.onnx` and `tokenizer.json`.',
    ),
  url: endpointUrl
    .optional()
    .describe(
      'With `endpoint`: the full address, such as `http://localhost:11434/v1/embeddings` or `http://localhost:11434/api/embed`.',
    ),
  model: z.string().min(1).max(200).optional().describe('With `endpoint`: name of the model.'),
  api_key_env: variableName.optional().describe('With `endpoint`: the variable that holds the key.'),
  dimensions: z
    .int()
    .min(1)
    .max(8192)
    .optional()
    .describe('With `endpoint`: length of the vectors; not every model can be asked for that.'),
  batch_size: z.int().min(1).max(2048).default(64).describe('With `endpoint`: number of texts in one request.'),
  timeout_ms: z.int().min(100).max(600_000).default(30_000).describe('With `endpoint`: time limit of one request.'),
  query_prefix: prefix.describe('Words that the model expects before a query, such as `query: `.'),
  text_prefix: prefix.describe('Words that the model expects before the text of a tool, such as `passage: `.'),
});
export type EmbedderConfig = z.infer<typeof embedderConfigSchema>;

/** Which fields an embedder cannot do without. */
const neededFields = {
  local: [],
  folder: ['path'],
  onnx: ['path'],
  endpoint: ['url', 'model'],
} as const satisfies Record<EmbedderConfig['kind'], readonly (keyof EmbedderConfig)[]>;

/** The schema with an issue for each field that the kind needs and does not have. */
export function withNeededFields<Schema extends typeof embedderConfigSchema>(schema: Schema) {
  return schema.superRefine((embedder, context) => {
    for (const field of neededFields[embedder.kind]) {
      if (embedder[field] !== undefined) continue;
      context.addIssue({ code: 'custom', path: [field], message: `is needed with kind: ${embedder.kind}` });
    }
  });
}
