import {
  CLIENT_CAPABILITIES_META_KEY,
  type Progress,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpSession } from './connect-mcp.ts';
import { paramHeaders } from './param-headers.ts';
import { isTooLarge } from './too-large.ts';

/** A request of the protocol, as another program made it. */
export interface PassedRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** For a tool call: the schema of its arguments. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly dialogue?: PassedDialogue;
  /** Headers besides, over HTTP since 2026-07-28. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The questions that a server may ask the other program through us, and the answers so far. */
export interface PassedDialogue {
  /** Its capabilities, of those that let a server ask. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Fields of the parameters. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What a server says to a request: its result, whole, or the error with which it refuses, in its own words. */
export type PassedAnswer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string; readonly data: unknown };

const anyResult = z.looseObject({});

/** Sends a request as it is and gives what comes back as it is. Errors: those of the session. */
export function passRequest(
  session: McpSession,
  { method, params: given, inputSchema, dialogue, headers = {} }: PassedRequest,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<PassedAnswer> {
  const mirrored = session.hasParamHeaders ? paramHeaders(inputSchema, given.arguments) : { headers: {} };
  if ('problem' in mirrored) return Promise.resolve({ kind: 'refusal', ...invalidDefinition(mirrored.problem) });
  const params = dialogue && session.asksByResults ? withDialogue(given, dialogue) : given;
  return session.run(`answering ${method}`, async (client, options): Promise<PassedAnswer> => {
    try {
      const listening = onProgress && { onprogress: onProgress, resetTimeoutOnProgress: true };
      const result = await client.request({ method, params: { ...params } }, anyResult, {
        ...options,
        ...listening,
        headers: { ...(session.hasParamHeaders ? headers : {}), ...mirrored.headers },
        allowInputRequired: dialogue !== undefined,
      });
      return { kind: 'result', result };
    } catch (error) {
      if (!(error instanceof ProtocolError) || isTooLarge(error)) throw error;
      return { kind: 'refusal', code: error.code, message: error.message, data: error.data };
    }
  });
}

function withDialogue(params: PassedRequest['params'], { capabilities, answers }: PassedDialogue) {
  return { ...params, ...answers, _meta: { ...(params._meta ?? {}), [CLIENT_CAPABILITIES_META_KEY]: capabilities } };
}

function invalidDefinition(problem: string) {
  const message = `The definition of this tool is not valid, so it cannot be called: ${problem}.`;
  return { code: ProtocolErrorCode.InvalidParams, message, data: undefined };
}
