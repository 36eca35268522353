import {
  type GatewayAdminState,
  gatewayAdminForm,
  gatewayAdminPath,
  gatewayAdminSchema,
} from '#shared/domain/gateway-admin.ts';
import { PegboardError } from '#shared/errors.ts';

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
 * The state of a gateway server, as its operator may see it. The token is in no error. Errors: `invalid_input` for an address or a token that cannot be used,
 * `authentication_required` without the right, `server_unreachable`, `server_timeout`, `server_failed`, and `server_protocol` for a server that has no state or another form of it.
 */
export async function readAdminState({ address, token, fetch, signal }: ReadAdminOptions): Promise<GatewayAdminState> {
  const url = stateUrl(address);
  if (!/^[\x21-\x7e]{1,16384}$/.test(token))
    throw new PegboardError('invalid_input', 'The token is empty, too long, or has characters that no token has.');
  const timeout = AbortSignal.timeout(timeoutMs);
  let answer: { readonly status: number; readonly text: string | null };
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
      throw new PegboardError('server_timeout', `${url.host} did not answer within ${timeoutMs / 1000} s.`);
    throw new PegboardError('server_unreachable', `${url.host} cannot be reached, or leads to another address.`, {
      hint: 'Is the gateway running, and is this its public_url?',
    });
  }
  return stateOf(url, answer);
}

/** Error: `invalid_input`. */
function stateUrl(address: string): URL {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && ownHosts.has(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    throw new PegboardError('invalid_input', 'This is not the public address of a gateway server.', {
      hint: 'Give scheme, host and port alone, such as https://tools.example.com. Only this computer may be asked without https.',
    });
  return new URL(gatewayAdminPath, url);
}

/** Null for an answer that is too large. */
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
function stateOf({ host }: URL, { status, text }: { status: number; text: string | null }): GatewayAdminState {
  if (status === 401)
    throw new PegboardError('authentication_required', `${host} does not know this token.`, {
      hint: 'Was it revoked, or has it expired?',
    });
  if (status === 403)
    throw new PegboardError('authentication_required', `${host} does not let this token read its state.`, {
      hint: 'admin of pegboard-gateway.yaml names who may. The address must be the public_url of the server.',
    });
  if (status === 404)
    throw new PegboardError('server_protocol', `${host} has no ${gatewayAdminPath}.`, {
      hint: 'Its settings need admin, and its Pegboard must be new enough to know that.',
    });
  if (status !== 200)
    throw new PegboardError('server_failed', `${host} answers with HTTP ${status}.`, { hint: 'Try again later.' });
  const { data } = gatewayAdminSchema.safeParse(parsed(text));
  if (!data)
    throw new PegboardError('server_protocol', `${host} does not answer with ${gatewayAdminForm}.`, {
      hint: 'It runs another version of Pegboard, or is no gateway.',
    });
  return data;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
