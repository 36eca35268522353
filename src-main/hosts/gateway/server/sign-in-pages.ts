import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { openedFor, sealedFor } from '#core/gateway/credentials/sealed-value.ts';
import { type SignIns, type SignInTicket, signInTicketSchema } from '#core/gateway/credentials/sign-ins.ts';
import { secretOf } from '#core/gateway/setting-secret.ts';
import type { Logger } from '#core/logger.ts';
import { oauthFetch } from '#core/mcp/oauth/oauth-fetch.ts';
import { signInFailed } from '#core/mcp/oauth/sign-in.ts';
import { begunSignInSchema, finishSignIn, SignInFlow } from '#core/mcp/oauth/sign-in-flow.ts';
import { createMasker } from '#core/secrets/masker.ts';
import type { GatewayServerSettings, SignInSettings } from '#shared/domain/gateway-server.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';

export interface SignInPagesOptions {
  readonly signIns: SignIns;
  readonly publicUrl: string;
  /** The settings as they are now. */
  readonly settings: () => Promise<Pick<GatewayServerSettings, 'upstreams'>>;
  /** Address of the server of a source. */
  readonly addressOf: (source: string) => Promise<URL>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a caller may take at the authorization server, milliseconds. */
const patienceMs = 10 * 60_000;
/** How long requests of one step may take together, milliseconds. */
const stepMs = 30_000;
/** Longest form, bytes, and longest cookie, characters: browsers drop longer ones. */
const [mostForm, mostCookie] = [8_192, 3_900];

/** What a browser keeps while its user is at the authorization server, sealed. */
const waitingSchema = z.object({ ticket: signInTicketSchema, begun: begunSignInSchema, state: z.string() });

/**
 * The pages where callers sign in at servers behind the gateway, in their browsers: `/sign-in` asks, and `/sign-in/done` is where
 * the authorization server sends them back. What one half of a sign-in leaves for the other is in a cookie, sealed: any process may
 * answer, and no other browser can end it. Null for any other address.
 */
export function signInPages(options: SignInPagesOptions): (request: IncomingMessage) => Promise<Response | null> {
  const { host, origin } = new URL(options.publicUrl);
  return async (request) => {
    const { method = '', headers, url = '' } = request;
    const path = url.split('?', 1)[0];
    if (path !== '/sign-in' && path !== '/sign-in/done') return null;
    if (headers.host !== host) return page(403, 'Wrong Host.');
    const query = new URL(url, options.publicUrl).searchParams;
    try {
      if (path === '/sign-in/done' && method === 'GET') return await done(query, headers.cookie ?? '', options);
      if (path === '/sign-in' && method === 'GET') return asks(query.get('ticket') ?? '', options);
      if (path === '/sign-in' && method === 'POST') {
        if (headers.origin !== origin) return page(403, 'Wrong Origin.');
        return await begin((await formOf(request)).get('ticket') ?? '', options);
      }
      return page(405, 'This address takes GET, and a form of its own.');
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      options.logger.warn('A sign-in failed.', { error: error.message });
      return page(error.code === 'usage' ? 400 : 502, error.message);
    }
  };
}

/** The user must know for whom the sign-in is: whoever opens the link of somebody else would give that person an account. */
function asks(sealed: string, { signIns, publicUrl }: SignInPagesOptions): Response {
  const { name, source } = ticketOf(sealed, signIns);
  const words = [
    `<p>This signs <strong>${escaped(name)}</strong> in at <strong>${escaped(source)}</strong>.</p>`,
    `<p>All agents of ${escaped(name)} at ${escaped(new URL(publicUrl).host)} can use the account that you sign in with. Stop here if you are somebody else, or if somebody sent you this address.</p>`,
    `<form method="post" action="/sign-in"><input type="hidden" name="ticket" value="${escaped(sealed)}">`,
    `<button>I am ${escaped(name)}: sign in</button></form>`,
  ];
  return html(200, words.join('\n'));
}

async function begin(sealed: string, options: SignInPagesOptions): Promise<Response> {
  const { signIns, addressOf, publicUrl, now } = options;
  const ticket = ticketOf(sealed, signIns);
  const settings = await settingsOf(ticket, options);
  const address = await addressOf(ticket.source);
  const state = randomBytes(32).toString('base64url');
  let authorize = '';
  return during(address, options, async ({ fetchFn, hide }) => {
    const flow = new SignInFlow(redirectUrlOf(publicUrl), state, {
      hide,
      onAuthorize: (url) => {
        authorize = url;
      },
      client: clientOf(ticket.source, settings, options.env),
    });
    await flow.begin(address, settings.scope, fetchFn);
    const cookie = sealedFor(signIns.keys, 'waiting', { ticket, begun: flow.begun(), state }, now() + patienceMs);
    if (cookie.length > mostCookie)
      throw new PegboardError('sign_in_failed', `The registration at ${address.host} is too large to be kept.`);
    const headers = { location: authorize, 'set-cookie': cookieOf(publicUrl, cookie, patienceMs / 1000) };
    return new Response(null, { status: 303, headers: { ...headers, ...pageHeaders } });
  });
}

async function done(answer: URLSearchParams, cookies: string, options: SignInPagesOptions): Promise<Response> {
  const { signIns, addressOf, publicUrl, logger, now } = options;
  const prefix = `${cookieName(publicUrl)}=`;
  const sealed = cookies.split('; ').find((one) => one.startsWith(prefix));
  const given = { sealed: sealed?.slice(prefix.length) ?? '', schema: waitingSchema, now: now() };
  const waiting = openedFor(signIns.keys, 'waiting', given);
  if (!waiting || waiting.state !== answer.get('state'))
    throw new PegboardError('usage', 'This sign-in was not begun in this browser, or too long ago. Begin it again.');
  const { ticket, begun } = waiting;
  await settingsOf(ticket, options);
  const address = await addressOf(ticket.source);
  return during(address, options, async ({ fetchFn, hide }) => {
    const signIn = await finishSignIn(begun, answer, { redirectUrl: redirectUrlOf(publicUrl), hide, fetchFn });
    await signIns.put(ticket, signIn);
    logger.info('A caller signed in.', { caller: ticket.name, source: ticket.source });
    const words = `${ticket.name} is signed in at ${ticket.source}. Close this page, and let your agent try again.`;
    const shown = page(200, words);
    shown.headers.set('set-cookie', cookieOf(publicUrl, '', 0));
    return shown;
  });
}

/** Runs a step of the flow. Error: `sign_in_failed`, without any secret. */
async function during(
  address: URL,
  { fetch }: SignInPagesOptions,
  step: (how: { fetchFn: ReturnType<typeof oauthFetch>; hide: (secret: string) => void }) => Promise<Response>,
): Promise<Response> {
  const hidden: { name: null; value: string }[] = [];
  const hide = (value: string) => void hidden.push({ name: null, value });
  try {
    return await step({ fetchFn: oauthFetch(fetch, AbortSignal.timeout(stepMs)), hide });
  } catch (error) {
    throw new PegboardError('sign_in_failed', createMasker(hidden).text(signInFailed(address, error).message));
  }
}

function ticketOf(sealed: string, signIns: SignIns): SignInTicket {
  const ticket = signIns.ticket(sealed);
  if (ticket) return ticket;
  throw new PegboardError(
    'usage',
    'This address to sign in at is not valid any more. Let your agent try again to get another one.',
  );
}

async function settingsOf({ source }: SignInTicket, { settings }: SignInPagesOptions): Promise<SignInSettings> {
  const found = (await settings()).upstreams.find((one) => one.source === source)?.sign_in;
  if (found) return found;
  throw new PegboardError('usage', `Callers do not sign in at ${source} any more.`);
}

function clientOf(source: string, { client_id, client_secret }: SignInSettings, env: SignInPagesOptions['env']) {
  if (client_id === undefined) return undefined;
  if (client_secret === undefined) return { client_id };
  return { client_id, client_secret: secretOf(`upstreams: client_secret of ${source}`, client_secret, env) };
}

function redirectUrlOf(publicUrl: string): string {
  return `${publicUrl}/sign-in/done`;
}

function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-pegboard-sign-in' : 'pegboard-sign-in';
}

function cookieOf(publicUrl: string, value: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostForm) throw new PegboardError('usage', 'The form is too long.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

const style = [
  ':root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }',
  'body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem }',
  'button { font: inherit; padding: .5rem 1rem }',
].join('\n');

const pageHeaders = {
  'cache-control': 'no-store',
  // The form is sent with its Origin, and the ticket in the address goes nowhere else.
  'referrer-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
};

function page(status: number, words: string): Response {
  return html(status, `<p>${escaped(words)}</p>`);
}

function html(status: number, body: string): Response {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><style>${style}</style><h1>Sign in</h1>
${body}
</html>
`;
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders } });
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
