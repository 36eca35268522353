import { Tokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { walkJson, walkLimits } from '../../json/json-walk.ts';

/** Ids of the tokens of a text, unknown ones left out. */
export type Tokenize = (text: string) => number[];

const tokenizerSchema = z.object({
  model: z.looseObject({
    type: z.enum(['WordPiece', 'Unigram']),
    unk_token: z.string().nullish(),
    unk_id: z.int().nullish(),
  }),
  normalizer: z.unknown(),
  pre_tokenizer: z.unknown(),
  post_processor: z.unknown().optional(),
  added_tokens: z.array(z.looseObject({ content: z.string(), id: z.int() })).default([]),
});

/**
 * A pattern that takes time in proportion to the text: one character, escape or class, at most repeated. The library runs
 * patterns of the file as they are, and a file of a cloned workspace may hold any.
 */
const harmlessPattern = /^(?:\[[^\]]+\]|\\p\{[\w=]+\}|\\.|[^\\()|[\]*+?{}])(?:[+*?]|\{\d{1,4}(?:,\d{0,4})?\})?$/u;

/**
 * The tokenizer of a `tokenizer.json` with a WordPiece or Unigram model. An encoder reads the tokens before and behind a text and
 * unknown ones, a table of vectors does not. Error: `embedder_failed`, naming the file.
 */
export function readTokenizer(
  text: string,
  path: string,
  { forEncoder }: { readonly forEncoder: boolean } = { forEncoder: false },
): { tokenize: Tokenize; size: number } {
  const wrong = (what: string) =>
    new PegboardError('embedder_failed', `${path} cannot be used: ${what}.`, {
      hint: 'Use a model whose tokenizer.json has a WordPiece or Unigram model.',
      data: { path },
    });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is not JSON');
  }
  const file = tokenizerSchema.safeParse(json);
  if (!file.success) throw wrong('it has no WordPiece or Unigram model');
  const { model, normalizer, pre_tokenizer, added_tokens } = file.data;
  const post_processor = forEncoder ? (file.data.post_processor ?? null) : null;
  refuseHarmfulPatterns({ normalizer, pre_tokenizer }, wrong);
  let tokenizer: Tokenizer;
  try {
    // The decoder comes after the tokens, so it is not read.
    tokenizer = new Tokenizer({ model, normalizer, pre_tokenizer, added_tokens, post_processor, decoder: null }, {});
  } catch (error) {
    throw wrong(error instanceof Error ? error.message.slice(0, 200) : 'it is of another kind');
  }
  const unknown =
    model.type === 'Unigram' ? (model.unk_id ?? -1) : (tokenizer.token_to_id(model.unk_token ?? '') ?? -1);
  return {
    tokenize: (given) => {
      const { ids } = tokenizer.encode(given, { add_special_tokens: forEncoder });
      return forEncoder ? ids : ids.filter((id) => id !== unknown);
    },
    size: tokenizer.get_vocab().size,
  };
}

function refuseHarmfulPatterns(steps: unknown, wrong: (what: string) => PegboardError): void {
  let seen = 0;
  for (const { value, key } of walkJson(steps)) {
    if (key === 'Regex' && !(typeof value === 'string' && harmlessPattern.test(value))) {
      throw wrong(`it holds the pattern ${String(value).slice(0, 80)}, which Pegboard does not run`);
    }
    if (++seen >= walkLimits.nodes) throw wrong('its normalizer and pre_tokenizer are too large');
  }
}
