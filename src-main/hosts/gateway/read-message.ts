import type { IncomingMessage } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { errorResponse, refusalResponse, rpcCodes } from './answers.ts';

/** One JSON-RPC message, or the answer to an invalid one. */
export type ReadMessage = { readonly message: object } | { readonly refusal: Response };

/**
 * Reads the JSON-RPC message that was posted, up to so many bytes; the rest of a longer one is thrown away as it comes. Rejects when
 * the host goes away before the end.
 */
export async function readMessage(request: IncomingMessage, maxBytes: number): Promise<ReadMessage> {
  if (!isJsonContentType(request.headers['content-type'])) {
    return { refusal: refusalResponse({ status: 415, reason: 'Send `Content-Type: application/json`.' }) };
  }
  const body = await readBody(request, maxBytes);
  if (body === null) {
    const reason = `The message has more than ${maxBytes} bytes; gateway.max_body_kb is the limit.`;
    return { refusal: refusalResponse({ status: 413, reason }) };
  }
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { refusal: errorResponse(400, { code: rpcCodes.parse, message: 'The body is not JSON.' }) };
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    const reason = 'Send one JSON-RPC message, as an object; batches are not served.';
    return { refusal: errorResponse(400, { code: rpcCodes.invalid, message: reason }) };
  }
  return { message };
}

/** Null for a body that is too long. Not `for await`: leaving that loop would end the connection before the answer. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    request.resume();
    return Promise.resolve(null);
  }
  const gone = new Error('The host went away before the end of its message.');
  // It says so once, which may be over by now.
  if (request.destroyed) return Promise.reject(gone);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(gone));
  });
}
