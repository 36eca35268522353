import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Largest body of a webhook, bytes: those of forges about one push stay below it. */
const mostBytes = 5 * 1024 * 1024;

interface CatalogHookOptions {
  readonly secret: string;
  /** Address of the gateway: no other `Host` is served. */
  readonly publicUrl: string;
  /** A push was told. */
  readonly onPush: () => void;
}

/**
 * The webhook that asks the repository of the catalog at once: `POST /hooks/catalog`, signed as GitHub and Gitea do it
 * (`X-Hub-Signature-256`: HMAC-SHA256 of the body). What the body says is not read. Null for any other address.
 */
export function catalogHook({ secret, publicUrl, onPush }: CatalogHookOptions) {
  const { host } = new URL(publicUrl);
  return async (request: IncomingMessage): Promise<Response | null> => {
    const { method, url = '', headers } = request;
    if (url.split('?', 1)[0] !== '/hooks/catalog') return null;
    if (headers.host !== host) return say(403, 'Wrong Host.');
    if (method !== 'POST') return say(405, 'Only POST.');
    const hmac = createHmac('sha256', secret);
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) return say(413, 'The body is too large.');
      hmac.update(chunk);
    }
    const [given] = [headers['x-hub-signature-256'] ?? ''].flat();
    const [wanted, got] = [Buffer.from(`sha256=${hmac.digest('hex')}`), Buffer.from(given ?? '')];
    if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return say(401, 'Wrong signature.');
    onPush();
    return say(202, 'The repository is asked.');
  };
}

function say(status: number, words: string): Response {
  return new Response(`${words}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
