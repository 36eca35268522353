import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { servedWorkspace } from '#core/gateway/catalog/git-catalog.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { ownAccount } from '../own-account.ts';
import { table } from '../reporter.ts';

export interface GatewayTokensOptions {
  readonly config: string;
  /** Name of a new token. */
  readonly add?: string | undefined;
  readonly persona?: string | undefined;
  /** Seconds until the new token stops working. */
  readonly expires?: number | undefined;
  /** Name of a token to end. */
  readonly revoke?: string | undefined;
}

/** Longest name of a token, characters. */
const longestName = 100;

/**
 * `pegboard gateway tokens`: the tokens that the store of a gateway server keeps; `--add` makes one and shows it once, `--revoke` ends one. Errors: those of
 * the settings, `usage`, `unknown_persona`, `store_unusable`, `server_unreachable`.
 */
export async function gatewayTokens(context: CommandContext, options: GatewayTokensOptions): CommandResult {
  const { io, reporter } = context;
  const { add, revoke, persona = null, expires } = options;
  if (add !== undefined && revoke !== undefined) throw new PegboardError('usage', 'Give --add or --revoke, not both.');
  if (add === undefined && (persona !== null || expires !== undefined)) {
    throw new PegboardError('usage', '--persona and --expires go with --add.');
  }
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const settings = await readServerSettings(resolve(io.cwd, options.config), nodeFiles, io.env);
  const { store } = settings;
  if (!store) {
    throw new PegboardError('usage', 'The settings have no store: their tokens are in the file itself.', {
      hint: 'Add store.postgres to keep tokens there, or use `pegboard gateway token --hash`.',
    });
  }
  const { Postgres } = await import('#core/db/postgres/postgres.ts');
  const tokens = await import('#core/gateway/store/stored-tokens.ts');
  const postgres = await Postgres.open({ ...store.postgres, env: io.env, migrates: true });
  try {
    if (add !== undefined) {
      const name = add.trim();
      if (name === '' || name.length > longestName)
        throw new PegboardError('usage', `The name of a token has 1 to ${longestName} characters.`);
      const { root } = servedWorkspace(settings, io.userDataDir, nodeFiles);
      if (persona !== null) findPersona((await loadWorkspace(root, nodeFiles)).file.config, persona);
      const token = randomBytes(32).toString('base64url');
      const made_at = Date.now();
      const expires_at = expires === undefined ? null : made_at + expires * 1000;
      const row = { hash: tokens.hashOfToken(token), name, persona, made_at, expires_at };
      await tokens.addToken(postgres, row, ownAccount());
      const value = { name, persona, expires_at: isoOrNull(expires_at), token };
      reporter.result('gateway-tokens-add/1', value, () => `Token of ${name} (Pegboard shows it only once): ${token}`);
    } else if (revoke !== undefined) {
      await tokens.revokeToken(postgres, revoke, { at: Date.now(), by: ownAccount() });
      reporter.result('gateway-tokens-revoke/1', { name: revoke }, () => `Revoked the token of ${revoke}.`);
    } else {
      const rows = (await tokens.listTokens(postgres)).map(shown);
      reporter.result('gateway-tokens/1', { tokens: rows }, () => describe(rows));
    }
    return 0;
  } finally {
    await postgres.close();
  }
}

interface ShownToken {
  readonly name: string;
  readonly persona: string | null;
  readonly made_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

type Times = { readonly [Key in Exclude<keyof ShownToken, 'name' | 'persona'>]: number | null };

function shown(token: Times & Pick<ShownToken, 'name' | 'persona'>): ShownToken {
  const { name, persona, made_at, expires_at, revoked_at, last_used_at } = token;
  const times = { made_at, expires_at, revoked_at, last_used_at };
  const texts = Object.fromEntries(Object.entries(times).map(([key, time]) => [key, isoOrNull(time)]));
  return { name, persona, ...(texts as { [Key in keyof Times]: string | null }) };
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function describe(tokens: readonly ShownToken[]): string {
  if (tokens.length === 0) return 'The store has no tokens. Make one: pegboard gateway tokens --add <name>';
  const head = ['name', 'persona', 'made', 'last used', 'expires', 'revoked'];
  const rows = tokens.map(({ name, persona, ...times }) => [
    ...[name, persona ?? ''],
    ...[times.made_at, times.last_used_at, times.expires_at, times.revoked_at].map((time) => time?.slice(0, 16) ?? ''),
  ]);
  return table([head, ...rows]);
}
