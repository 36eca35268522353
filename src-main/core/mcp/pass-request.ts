import { type Progress, ProtocolError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpSession } from './connect-mcp.ts';

/** A request of the protocol, as another program made it. */
export interface PassedRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a server says to a request: its result, whole, or the error with which it refuses, in its own words. */
export type PassedAnswer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string; readonly data: unknown };

const anyResult = z.looseObject({});

/** Sends a request as it is and gives what comes back as it is. Errors: those of the session. */
export function passRequest(
  session: McpSession,
  { method, params }: PassedRequest,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<PassedAnswer> {
  return session.run(`answering ${method}`, async (client, options): Promise<PassedAnswer> => {
    try {
      const listening = onProgress && { onprogress: onProgress, resetTimeoutOnProgress: true };
      const result = await client.request({ method, params: { ...params } }, anyResult, { ...options, ...listening });
      return { kind: 'result', result };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { kind: 'refusal', code: error.code, message: error.message, data: error.data };
    }
  });
}
