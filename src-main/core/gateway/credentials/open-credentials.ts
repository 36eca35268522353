import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';
import { shareAskedState } from '../host-dialogue.ts';
import type { GatewayStore } from '../store/gateway-store.ts';
import { CallerCredentials } from './caller-credentials.ts';
import { FileSignIns } from './file-sign-ins.ts';
import { KeyRing } from './key-ring.ts';
import { PostgresSignIns } from './postgres-sign-ins.ts';
import type { SignInRows } from './sign-in-rows.ts';
import { SignIns } from './sign-ins.ts';

export interface OpenCredentialsOptions {
  /** The settings at the start: `public_url` and the keys. */
  readonly settings: GatewayServerSettings;
  /** The settings as they are now: sources with credentials of callers. */
  readonly settingsNow: () => Promise<GatewayServerSettings>;
  /** Absent where sign-ins are in a file. */
  readonly store: GatewayStore | undefined;
  readonly userDataDir: string;
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface OpenedCredentials {
  readonly ofCallers: CallerCredentials;
  /** Absent without keys. */
  readonly signIns: SignIns | undefined;
}

/** Credentials of callers, by the settings of a server. Errors: `variable_missing`, `config_invalid` for a key. */
export function openCredentials(options: OpenCredentialsOptions): OpenedCredentials {
  const { settings, settingsNow, env, fetch, logger, now } = options;
  if (settings.sign_in_keys.length === 0)
    return { ofCallers: new CallerCredentials({ settings: settingsNow, env, fetch, now }), signIns: undefined };
  const keys = KeyRing.of(settings.sign_in_keys, env);
  // An answer to a question may come to another process.
  shareAskedState(keys.derived('questions'));
  const publicUrl = settings.public_url;
  const signIns = new SignIns({ rows: rowsOf({ ...options, publicUrl }), keys, publicUrl, fetch, logger, now });
  return { ofCallers: new CallerCredentials({ settings: settingsNow, signIns, env, fetch, now }), signIns };
}

/** The store of the sign-ins of callers: PostgreSQL, or a file. */
export function rowsOf({
  store,
  ...own
}: Pick<OpenCredentialsOptions, 'userDataDir' | 'files' | 'now'> & {
  readonly store: Pick<GatewayStore, 'postgres'> | undefined;
  readonly publicUrl: string;
}): SignInRows {
  return store ? new PostgresSignIns(store.postgres) : new FileSignIns(own);
}
