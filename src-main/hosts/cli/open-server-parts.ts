import { resolve } from 'node:path';
import type { Postgres } from '#core/db/postgres/postgres.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { RevokeSignIn } from '#core/gateway/credentials/manage-sign-ins.ts';
import type { SignInRows } from '#core/gateway/credentials/sign-in-rows.ts';
import type { Trail } from '#core/gateway/trail/trail.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { CommandContext } from './command-context.ts';

/** Settings of a gateway server, and its store where it has one. */
export interface ServerParts {
  readonly settings: GatewayServerSettings;
  /** Absent where the server keeps files of its account. */
  readonly postgres: Postgres | undefined;
  close(): Promise<void>;
}

/** Reads the settings of a gateway server and connects to its store. Errors: those of the settings, `store_unusable`, `server_unreachable`. */
export async function openServerParts(
  { io }: CommandContext,
  config: string,
  { migrates }: { readonly migrates: boolean },
): Promise<ServerParts> {
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const settings = await readServerSettings(resolve(io.cwd, config), nodeFiles, io.env);
  if (!settings.store) return { settings, postgres: undefined, close: async () => {} };
  const { Postgres } = await import('#core/db/postgres/postgres.ts');
  const postgres = await Postgres.open({ ...settings.store.postgres, env: io.env, migrates });
  return { settings, postgres, close: () => postgres.close() };
}

/** The audit trail of a gateway server: of its store, else of this account. Errors: those of the store. */
export async function openServerTrail({ io }: CommandContext, { settings, postgres }: ServerParts): Promise<Trail> {
  if (!postgres) return openFileTrail(io.userDataDir, settings);
  const { PostgresTrail } = await import('#core/gateway/trail/postgres-trail.ts');
  return new PostgresTrail(postgres);
}

/** The sign-ins of callers, and what removes one and says so in the audit trail. Errors: those of the store. */
export async function openServerSignIns(
  { io }: CommandContext,
  { settings, postgres }: ServerParts,
): Promise<{ readonly rows: SignInRows; readonly revoke: RevokeSignIn }> {
  if (postgres) {
    const { PostgresSignIns } = await import('#core/gateway/credentials/postgres-sign-ins.ts');
    const rows = new PostgresSignIns(postgres);
    return { rows, revoke: (place, change, at) => rows.revoke(place, change, at) };
  }
  const { FileSignIns } = await import('#core/gateway/credentials/file-sign-ins.ts');
  const { userDataDir } = io;
  const rows = new FileSignIns({ userDataDir, publicUrl: settings.public_url, files: nodeFiles, now: Date.now });
  const revoke: RevokeSignIn = async (place, change, at) => {
    // Opened first: a trail that cannot be written keeps the sign-in.
    const trail = await openFileTrail(userDataDir, settings);
    try {
      if (!(await rows.remove(place))) return false;
      await trail.add([change], at);
      return true;
    } finally {
      trail.close();
    }
  };
  return { rows, revoke };
}

async function openFileTrail(userDataDir: string, settings: GatewayServerSettings) {
  const { FileTrail } = await import('#core/gateway/trail/file-trail.ts');
  const { servedWorkspace } = await import('#core/gateway/catalog/git-catalog.ts');
  const { root, files } = servedWorkspace(settings, userDataDir, nodeFiles);
  return FileTrail.open(userDataDir, root, files);
}
