import type { GatewayServerSettings, UpstreamSettings } from '#shared/domain/gateway-server.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CallerCredential } from '../../mcp/caller-credential.ts';
import type { CallerIdentity } from './caller-identity.ts';
import type { SignIns } from './sign-ins.ts';
import { TokenExchange } from './token-exchange.ts';

/** Where a gateway has the credentials of its callers from. */
export interface CredentialsOfCallers {
  /**
   * The credential of a caller at the server of a source; null for a source that has one for everybody. Errors:
   * `authentication_required` for a caller that can have none.
   */
  of(source: string, caller: CallerIdentity | null): Promise<CallerCredential | null>;
}

export interface CallerCredentialsOptions {
  /** The settings as they are now. */
  readonly settings: () => Promise<Pick<GatewayServerSettings, 'upstreams'>>;
  /** Absent without keys: then no source has sign-ins. */
  readonly signIns?: SignIns | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The credentials that callers of a gateway server have at the servers behind it, by its settings. */
export class CallerCredentials implements CredentialsOfCallers {
  readonly #options: CallerCredentialsOptions;
  readonly #exchange: TokenExchange;

  constructor(options: CallerCredentialsOptions) {
    this.#options = options;
    this.#exchange = new TokenExchange(options);
  }

  async of(source: string, caller: CallerIdentity | null): Promise<CallerCredential | null> {
    const { upstreams } = await this.#options.settings();
    const upstream = upstreams.find((one) => one.source === source);
    if (!upstream) return null;
    if (!caller) throw noCaller(source);
    return this.#credential(upstream, caller);
  }

  #credential({ source, exchange, sign_in }: UpstreamSettings, caller: CallerIdentity): CallerCredential {
    if (exchange) return this.#exchange.credential(source, exchange, caller);
    const { signIns } = this.#options;
    if (!sign_in || !signIns) throw noCaller(source);
    return signIns.credential(source, caller);
  }
}

function noCaller(source: string): PegboardError {
  return new PegboardError(
    'authentication_required',
    `Each caller needs their own credentials for the server "${source}".`,
    {
      data: { source, caller: true },
    },
  );
}
