import type { IncomingMessage } from 'node:http';
import type { Logger } from '#core/logger.ts';
import { gatewayAdminPath } from '#shared/domain/gateway-admin.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { createRefusalLog } from '../../http/refusal-log.ts';
import { bearerOf, type Caller, type Refusal } from '../door.ts';
import type { CallerBytes, TakePlace } from '../serve-http.ts';
import type { AdminState } from './admin-state.ts';
import { type TokenReader, tokenRefusal } from './admit-callers.ts';

interface AdminEndpointOptions {
  /** The settings as they are now. */
  readonly settings: () => Promise<GatewayServerSettings>;
  readonly known: TokenReader;
  readonly state: Pick<AdminState, 'read'>;
  /** The limits of every caller. */
  readonly takePlace: TakePlace;
  readonly bytes: CallerBytes;
  readonly logger: Logger;
}

/**
 * `GET /admin/state`, for who has the right by `admin` of the settings. Null for any other address, and without that section.
 */
export function adminEndpoint({ settings, known, state, takePlace, bytes, logger }: AdminEndpointOptions) {
  const log = createRefusalLog(logger);
  const refused = ({ status, reason, headers }: Refusal) => {
    log('Refused to show the state.', reason);
    return Response.json({ error: reason }, { status, headers: { ...headers, 'cache-control': 'no-store' } });
  };
  return async (request: IncomingMessage): Promise<Response | null> => {
    const { method, url = '', headers } = request;
    if (url.split('?', 1)[0] !== gatewayAdminPath) return null;
    const now = await settings();
    // The door says 404, as for every address that is not there.
    if (!now.admin) return null;
    const { host, origin } = new URL(now.public_url);
    if (headers.host !== host) return refused({ status: 403, reason: 'Wrong Host.' });
    if (headers.origin !== undefined && headers.origin !== origin)
      return refused({ status: 403, reason: 'Wrong Origin.' });
    if (method !== 'GET') return refused({ status: 405, reason: 'Only GET.', headers: { allow: 'GET' } });
    const token = bearerOf(headers);
    const found = token === '' ? null : await known(token);
    if (found?.kind !== 'holder') return refused(tokenRefusal(found, now));
    const caller: Caller = { persona: null, holder: found.name };
    // The limits come first: a token without the right is no way around them.
    const over = await bytes.refusal(caller);
    if (over) return refused(over);
    const place = await takePlace(caller, undefined);
    if (typeof place !== 'function') return refused(place);
    try {
      if (!found.isAdmin)
        return refused({
          status: 403,
          reason: 'This token may not read the state: admin of the settings does not name it.',
        });
      const text = JSON.stringify(await state.read());
      bytes.spend(caller, Buffer.byteLength(text));
      return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
    } finally {
      place();
    }
  };
}
