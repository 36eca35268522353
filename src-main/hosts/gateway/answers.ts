import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { Refusal } from './door.ts';

/** Codes of JSON-RPC errors that are answered before a server sees the message; the first two are the SDK's own for HTTP. */
export const rpcCodes = {
  refused: -32000,
  noSession: -32001,
  parse: -32700,
  invalid: -32600,
  internal: -32603,
} as const;

/** The id of a request; null for anything else, as JSON-RPC asks. */
export function idOf(message: unknown): string | number | null {
  return isJSONRPCRequest(message) ? message.id : null;
}

/** An error as a JSON-RPC answer. */
export function errorResponse(
  status: number,
  {
    code,
    message,
    id = null,
  }: { readonly code: number; readonly message: string; readonly id?: string | number | null },
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}

/** The answer to a request that is not served; the id where it is known. */
export function refusalResponse({ status, reason, headers }: Refusal, id: string | number | null = null): Response {
  return errorResponse(status, { code: rpcCodes.refused, message: reason, id }, headers);
}

/**
 * Writes an answer, stream or not, as fast as the host reads it; resolves when it is written or the host went away. Then the
 * stream is cancelled. A host that reads nothing of it for so many milliseconds loses its connection; the SDK writes a comment into
 * each stream every 15 seconds, so that a host that reads is never quiet for longer. `onBytes` is told of each piece of the body.
 */
export async function sendResponse(
  response: ServerResponse,
  answer: Response,
  stuckMs: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  if (response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  // Whether the connection stays is for Node to say, which also says how long.
  const { connection: _, ...headers } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, headers);
  if (answer.body === null) {
    response.end();
    return;
  }
  // A stream may have nothing to say for long: the host must see at once that it is open.
  response.flushHeaders();
  response.setTimeout(stuckMs);
  // The same streams; the types of the browser and of Node differ.
  const body = Readable.fromWeb(answer.body as NodeReadableStream);
  // The host went away: it misses nothing, and the pipeline has ended the stream.
  await pipeline(body, counted(onBytes), response).catch(() => undefined);
}

function counted(onBytes: (bytes: number) => void) {
  return async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      onBytes(piece.length);
      yield piece;
    }
  };
}
