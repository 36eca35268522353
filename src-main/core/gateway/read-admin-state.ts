import { z } from 'zod';
import {
  type AdminTrouble,
  type GatewayAdminState,
  gatewayAdminForm,
  gatewayAdminPath,
  gatewayAdminSchema,
} from '#shared/domain/gateway-admin.ts';
import { type ErrorCode, PegboardError } from '#shared/errors.ts';
import { createMasker } from '../secrets/masker.ts';

/** Milliseconds until the whole answer must be there, and its largest size in bytes: fifty rows of each list need a tenth of it. */
const timeoutMs = 15_000;
const mostBytes = 1024 * 1024;

/** Hosts that a token may be sent to without TLS. */
const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

interface ReadAdminOptions {
  /** Public address of the server, without a path. */
  readonly address: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The state of a gateway server, as its operator may see it. The token is in no error, and in no answer, whatever the server says. Errors: `invalid_input` for an address or a token that cannot be
 * used, `authentication_required` without the right, `server_unreachable`, `server_timeout`, `server_failed`, and `server_protocol` for a server that has no state or another form of it. All but the
 * first have their `AdminTrouble` in `data.trouble`.
 */
export async function readAdminState({ address, token, fetch, signal }: ReadAdminOptions): Promise<GatewayAdminState> {
  const url = new URL(gatewayAdminPath, adminOrigin(address));
  checkAdminToken(token);
  const timeout = AbortSignal.timeout(timeoutMs);
  let answer: Answer;
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A redirect could lead the token elsewhere.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    answer = { status: response.status, text: await textWithin(response) };
  } catch {
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw trouble('timeout', 'server_timeout', `${url.host} did not answer within ${timeoutMs / 1000} s.`);
    throw trouble(
      'unreachable',
      'server_unreachable',
      `${url.host} cannot be reached, or leads to another address.`,
      'Is the gateway running, and is this its public_url?',
    );
  }
  return stateOf(url, answer, token);
}

/** The address of a server without a path or a slash at its end. Error: `invalid_input`. */
export function adminOrigin(address: string): string {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && ownHosts.has(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    throw new PegboardError('invalid_input', 'This is not the public address of a gateway server.', {
      hint: 'Enter only the scheme, host and port, such as https://tools.example.com. Any other computer needs https.',
    });
  return url.origin;
}

/** Error: `invalid_input` for what can be no token. */
export function checkAdminToken(token: string): void {
  if (!/^[\x21-\x7e]{1,16384}$/.test(token))
    throw new PegboardError('invalid_input', 'The token is empty, too long, or has characters that no token has.');
}

interface Answer {
  readonly status: number;
  /** Null for an answer that is too large. */
  readonly text: string | null;
}

async function textWithin({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Errors: those of the answer. */
function stateOf({ host }: URL, { status, text }: Answer, token: string): GatewayAdminState {
  if (status === 401)
    throw trouble(
      'token',
      'authentication_required',
      `${host} does not know this token.`,
      'Was it revoked, or has it expired?',
    );
  if (status === 403)
    throw trouble(
      'right',
      'authentication_required',
      `${host} does not let this token read its state.`,
      'admin of pegboard-gateway.yaml names who may. The address must be the public_url of the server.',
    );
  if (status === 404)
    throw trouble(
      'endpoint',
      'server_protocol',
      `${host} has no ${gatewayAdminPath}.`,
      'Add admin to the settings of the gateway, and check that its Pegboard is new enough to support it.',
    );
  if (status !== 200)
    throw trouble('failed', 'server_failed', `${host} answers with HTTP ${status}.`, 'Try again later.');
  const { value: said } = createMasker([{ name: null, value: token }]);
  const given = said(parsed(text));
  const { data } = gatewayAdminSchema.safeParse(given);
  if (data) return data;
  const newer = newerForm(given);
  if (newer !== null)
    throw trouble(
      'newer',
      'server_protocol',
      `${host} answers with ${newer}. This Pegboard knows ${gatewayAdminForm}.`,
      'Update this Pegboard.',
    );
  throw trouble(
    'other',
    'server_protocol',
    `${host} does not answer with ${gatewayAdminForm}.`,
    'It runs another version of Pegboard, or is not a gateway.',
  );
}

function trouble(kind: AdminTrouble, code: ErrorCode, message: string, hint?: string): PegboardError {
  return new PegboardError(code, message, { ...(hint !== undefined && { hint }), data: { trouble: kind } });
}

/** The form of an answer, where it is a later one of ours. */
function newerForm(given: unknown): string | null {
  const form = z.object({ schema: z.string().regex(/^pegboard\.gateway-admin\/\d{1,4}$/) }).safeParse(given)
    .data?.schema;
  return form === undefined || form === gatewayAdminForm ? null : form;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
