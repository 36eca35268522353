import type { Services } from '#core/services.ts';
import { searchRequestSchema } from '#shared/domain/search-request.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';

/** Tools for a model that knows words which nobody else knows. */
export const modelTools = [
  { name: 'cms.search_images', description: 'Search images' },
  { name: 'cms.create_page', description: 'Create a page' },
  { name: 'cms.publish_post', description: 'Publish a draft' },
  { name: 'net.resolve', description: 'Resolve a domain' },
];

/** What the model takes for the same: each line is a dimension. `quux`, `blorp` and `frotz` are words of no language. */
const meanings = [
  ['image', 'images', 'picture', 'quux'],
  ['page', 'pages', 'blorp'],
  ['publish', 'draft', 'frotz'],
  ['domain', 'resolve'],
];

/** The vector of a text: one number for each meaning, and one that all texts share. The larger that is, the nearer are all texts. */
export function modelVector(text: string, shared = 0.1): number[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...meanings.map((group) => words.filter((word) => group.includes(word)).length), shared];
}

type Answer = (texts: readonly string[], request: number) => Response | Promise<Response>;

/** A stand-in for `fetch` that speaks the form of OpenAI, and everything that was sent through it. */
export function modelFetch(answer: Answer = (texts) => openAiAnswer(texts.map((text) => modelVector(text)))) {
  const sent: { url: string; body: Record<string, unknown>; texts: string[] }[] = [];
  const stand: typeof fetch = async (url, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    const texts = body.input as string[];
    sent.push({ url: String(url), body, texts });
    const { signal } = init ?? {};
    const stopped = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    return Promise.race([answer(texts, sent.length), stopped]);
  };
  return { fetch: stand, sent, texts: () => sent.flatMap(({ texts }) => texts) };
}

export function openAiAnswer(vectors: readonly (readonly number[])[]): Response {
  return Response.json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
}

export const modelAddress = 'http://127.0.0.1:9/v1/embeddings';

/** A `pegboard.yaml` whose default ranking asks a model, with more fields of it after a comma. */
export function modelYaml(model = `kind: endpoint, url: "${modelAddress}", model: m`, rest = ''): string {
  return `tool_search: {enabled: true, default_loading_mode: deferred, understanding: {model: {${model}}}}\n${rest}`;
}

export function agreeToModel(services: Services): Promise<unknown> {
  return services.search.agreeToEmbedder({ url: modelAddress, headers: [] });
}

/** A search of the default ranking with its explanation. */
export function searchOf(services: Services, query: string, persona?: string): Promise<SearchResponse> {
  return services.search.toolSearch(
    searchRequestSchema.parse({ input: { query }, caller: persona ? { persona } : {}, explain: true }),
  );
}

/** Searches until the model answers. */
export async function answeredSearch(services: Services, query: string, persona?: string): Promise<SearchResponse> {
  for (;;) {
    const response = await searchOf(services, query, persona);
    const { state } = response.meaning_model ?? {};
    if (state !== 'preparing' && state !== 'late') return response;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
