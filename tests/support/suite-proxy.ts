import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface ProxyOptions {
  /** Address of the gateway. */
  readonly url: string;
  readonly token: string;
  /** The one source whose tools and prompts the suite calls. */
  readonly source: string;
}

/**
 * A door in front of a gateway, for a suite that can be given an address and nothing else: it adds the token, and takes the name of the
 * source off the names of tools and prompts. All else goes through as it is. Returns its address; ends with the test.
 */
export async function suiteProxy({ url, token, source }: ProxyOptions): Promise<string> {
  const gateway = new URL(url);
  const names = namesOf(`${source}__`);
  const server = createServer(async (incoming, response) => {
    const body = names.inRequest(await bodyOf(incoming));
    // A host or an origin that is not the proxy's own must arrive as the suite sent it.
    const headers: IncomingHttpHeaders = {
      ...names.inHeaders(incoming.headers),
      host: incoming.headers.host?.replace(own, gateway.host),
      authorization: `Bearer ${token}`,
      ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    if (headers.origin) headers.origin = headers.origin.replace(own, gateway.host);
    const outgoing = httpRequest(gateway, { method: incoming.method, headers, agent: false }, (answer) => {
      const { 'content-length': _length, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      let waiting = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        waiting += part;
        const end = waiting.lastIndexOf('\n') + 1;
        response.write(names.inAnswer(waiting.slice(0, end)));
        waiting = waiting.slice(end);
      });
      answer.on('end', () => response.end(names.inAnswer(waiting))).on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    outgoing.end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${own}/mcp`;
}

/** What takes a prefix off the names that the suite sees, and puts it before those that it sends. */
function namesOf(prefix: string) {
  const isNamed = (method: unknown) => method === 'tools/call' || method === 'prompts/get';
  return {
    inRequest(body: string): string {
      const message = asMessage(body);
      const named = isNamed(message?.method) ? message?.params : message?.params?.ref;
      if (typeof named?.name !== 'string') return body;
      named.name = prefix + named.name;
      return JSON.stringify(message);
    },
    inHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
      const name = headers['mcp-name'];
      return isNamed(headers['mcp-method']) && name !== undefined ? { ...headers, 'mcp-name': prefix + name } : headers;
    },
    inAnswer: (text: string) => text.replaceAll(prefix, ''),
  };
}

interface Message {
  readonly method?: string;
  readonly params?: { name?: unknown; readonly ref?: { name?: unknown } };
}

/** The message of a body; undefined for what is none, which the gateway must see as it is. */
function asMessage(body: string): Message | undefined {
  try {
    return JSON.parse(body) as Message;
  } catch {
    return undefined;
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of incoming.setEncoding('utf8')) body += part;
  return body;
}
