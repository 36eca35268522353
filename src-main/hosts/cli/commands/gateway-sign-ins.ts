import type { ListedSignIn } from '#core/gateway/credentials/manage-sign-ins.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { openServerParts, openServerSignIns, type ServerParts } from '../open-server-parts.ts';
import { ownAccount } from '../own-account.ts';
import { table } from '../reporter.ts';

export interface GatewaySignInsOptions {
  readonly config: string;
  readonly source?: string | undefined;
  /** A caller, or its name. */
  readonly revoke?: string | undefined;
  readonly reseal?: boolean | undefined;
}

/**
 * `pegboard gateway sign-ins`: who signed in at which source; `--revoke` ends sign-ins of a caller, `--reseal` seals all with the newest key. Exit code 1 when
 * no key opens one of them. Errors: those of the settings, `usage`, `variable_missing`, `store_unusable`, `server_unreachable`.
 */
export async function gatewaySignIns(context: CommandContext, options: GatewaySignInsOptions): CommandResult {
  const { revoke, reseal, source } = options;
  if (reseal && (revoke !== undefined || source !== undefined))
    throw new PegboardError('usage', '--reseal covers all sign-ins: leave out --revoke and --source.');
  const parts = await openServerParts(context, options.config, { migrates: true });
  try {
    if (reseal) return await resealAll(context, parts);
    const manage = await import('#core/gateway/credentials/manage-sign-ins.ts');
    const signIns = await openServerSignIns(context, parts);
    const all = await manage.listSignIns(signIns.rows, parts.settings.sign_in_keys);
    if (revoke === undefined) {
      const sign_ins = all.filter((one) => source === undefined || one.source === source).map(shown);
      context.reporter.result('gateway-sign-ins/1', { sign_ins }, () => describe(sign_ins));
      return 0;
    }
    const meant = manage.signInsOf(all, { who: revoke, source });
    const removed = await manage.revokeSignIns(meant, signIns.revoke, { at: Date.now(), by: ownAccount() });
    const sign_ins = removed.map(shown);
    context.reporter.result('gateway-sign-ins-revoke/1', { sign_ins }, () =>
      sign_ins.map(({ name, source: at }) => `Ended the sign-in of ${name} at ${at}.`).join('\n'),
    );
    return 0;
  } finally {
    await parts.close();
  }
}

async function resealAll(context: CommandContext, parts: ServerParts): CommandResult {
  const keys = parts.settings.sign_in_keys;
  if (keys.length === 0) {
    throw new PegboardError('usage', 'The settings have no sign_in_keys: no caller signs in.', {
      hint: '--config names the settings of the server.',
    });
  }
  const { KeyRing } = await import('#core/gateway/credentials/key-ring.ts');
  const { resealSignIns } = await import('#core/gateway/credentials/manage-sign-ins.ts');
  const ring = KeyRing.of(keys, context.io.env);
  const { rows } = await openServerSignIns(context, parts);
  const { resealed, newest, unopened } = await resealSignIns(rows, ring, keys);
  const value = { resealed, newest, unopened: unopened.map(shown) };
  context.reporter.result('gateway-sign-ins-reseal/1', value, () =>
    [
      `Sealed ${resealed} with the key ${keys[0]?.id}; ${newest} already used it.`,
      ...value.unopened.map(
        ({ name, source, key }) =>
          `No key opens the sign-in of ${name} at ${source} (sealed with ${key}), so ${name} has to sign in again.`,
      ),
    ].join('\n'),
  );
  return unopened.length === 0 ? 0 : 1;
}

type ShownSignIn = Omit<ListedSignIn, 'signed_in_at' | 'last_used_at'> & {
  readonly signed_in_at: string;
  readonly last_used_at: string | null;
};

function shown({ signed_in_at, last_used_at, ...rest }: ListedSignIn): ShownSignIn {
  return {
    ...rest,
    signed_in_at: new Date(signed_in_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}

function describe(signIns: readonly ShownSignIn[]): string {
  if (signIns.length === 0) return 'No caller is signed in.';
  const head = ['name', 'caller', 'source', 'signed in', 'last used', 'key'];
  const rows = signIns.map(({ name, caller, source, signed_in_at, last_used_at, key, key_is }) => [
    ...[name, caller, source, signed_in_at.slice(0, 16), last_used_at?.slice(0, 16) ?? ''],
    key_is === 'newest' ? key : `${key} (${key_is})`,
  ]);
  return table([head, ...rows]);
}
