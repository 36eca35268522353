import type { ServerResponse } from 'node:http';

/** Words of three languages by what they mean: each meaning is a dimension. */
const meanings = [
  ['image', 'images', 'picture', 'photo', 'zdjęcie', '画像'],
  ['page', 'pages', 'site', 'stronę', 'ページ'],
  ['hero', 'bohatera', 'banner'],
  ['find', 'search', 'znajdź', '検索'],
  ['publish', 'post', 'draft', 'opublikuj'],
];

/** What a multilingual embedder would say: texts are near each other by meaning, whatever their language. */
export function meaningOf(text: string): number[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...meanings.map((group) => words.filter((word) => group.includes(word)).length), 0.01];
}

/** An answer as `/v1/embeddings` gives it; vectors come last first, as their `index` allows. */
export function embeddingAnswer(body: Record<string, unknown>): object {
  const input = body.input as string[];
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(text) })).reverse();
  return { object: 'list', model: body.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}
