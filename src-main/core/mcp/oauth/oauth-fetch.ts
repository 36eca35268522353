/** Longest answer of an authorization server, bytes, and how long it may take, milliseconds. */
const maximumBytes = 1024 * 1024;
const requestMs = 30_000;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Whether credentials may travel to an address: over https, or to this very computer. */
export function isSafeForCredentials({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** `fetch` for discovery, registration and tokens: only to safe addresses, with limits of its own. */
export function oauthFetch(fetch: Fetch, signal: AbortSignal | undefined): Fetch {
  return async (url, init) => {
    const target = new URL(url);
    if (!isSafeForCredentials(target)) throw new Error(`${target.origin} is asked for credentials without https.`);
    const limits = [
      AbortSignal.timeout(requestMs),
      ...(signal ? [signal] : []),
      ...(init?.signal ? [init.signal] : []),
    ];
    const response = await fetch(url, { ...init, signal: AbortSignal.any(limits) });
    const { status, statusText, headers } = response;
    const body = await readLimited(response);
    const copy = new Response([101, 204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  };
}

async function readLimited({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new Error(`The answer has more than ${maximumBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
