import { PegboardError } from '#shared/errors.ts';
import type { McpLimits } from './mcp-limits.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The parts of HTTP answers that the SDK does not pass on. */
export interface HttpFacts {
  /** The last refusal for want of credentials. */
  refusal?: { readonly status: 401 | 403; readonly challenge: string | null };
  /** The server that refused offers to sign in. */
  oauth?: boolean;
  /** The last request that got no answer. */
  networkError?: unknown;
  failure?: PegboardError;
  /** The last answer was larger than one may be. */
  tooLarge?: true;
  /** Bytes of all answers since nobody was at work. */
  sessionBytes: number;
}

/** `fetch` that notes refusals and failures, and cuts an answer off at the limits. */
export function guardFetch(fetch: Fetch, limits: McpLimits, facts: HttpFacts): Fetch {
  return async (url, init) => {
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      if (!init?.signal?.aborted) facts.networkError = error;
      throw error;
    }
    delete facts.networkError;
    // This excludes the stream that a server may offer beside the requests: not every server offers it.
    if (init?.method === 'POST' && (response.status === 401 || response.status === 403)) {
      facts.refusal = { status: response.status, challenge: response.headers.get('www-authenticate') };
    } else if (init?.method === 'POST') delete facts.refusal;
    if (!response.body) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length;
          facts.sessionBytes += chunk.length;
          if (bytes <= limits.maximumMessageBytes && facts.sessionBytes <= limits.maximumSessionBytes) {
            controller.enqueue(chunk);
            return;
          }
          if (bytes > limits.maximumMessageBytes) {
            facts.tooLarge = true;
            controller.error(new Error('The answer is too large.'));
            return;
          }
          const limit = limits.maximumSessionBytes;
          facts.failure ??= new PegboardError(
            'server_protocol',
            `The server answers with more than ${limit / 1024 / 1024} MiB, which is the limit.`,
            { hint: 'Let the server list fewer tools, or report it to its authors.', data: { maximum_bytes: limit } },
          );
          controller.error(facts.failure);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const copy = new Response(counted, { status, statusText, headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  };
}
