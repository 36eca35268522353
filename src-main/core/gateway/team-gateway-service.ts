import { join } from 'node:path';
import { z } from 'zod';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { TeamGateway } from '#shared/contract/team-gateway.ts';
import type { AdminTrouble, GatewayAdminState } from '#shared/domain/gateway-admin.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { SecretBox } from '../secrets/sign-in-store.ts';
import { serialQueue } from '../serial-queue.ts';
import { adminOrigin, checkAdminToken, readAdminState } from './read-admin-state.ts';

const fileSchema = z.object({
  gateway: z
    .object({
      address: z.string().max(2000),
      kept_at: z.iso.datetime(),
      /** Address and token in a text that only the keychain of the system can open; null where there was no keychain. */
      sealed: z.string().max(100_000).nullable(),
    })
    .nullable(),
});
type Kept = NonNullable<z.infer<typeof fileSchema>['gateway']>;

const sealedSchema = z.object({ address: z.string(), token: z.string() });

const mostBytes = 200_000;

interface TeamGatewayOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
  /** Without one, a token is kept in memory only. */
  readonly box: SecretBox | undefined;
}

/**
 * The gateway server whose state the user reads: its address in a file of the user's own (mode 0600), its token sealed in the same file or in memory. No file has the token in
 * clear.
 */
export class TeamGatewayService {
  readonly #path: string;
  readonly #options: TeamGatewayOptions;
  readonly #inTurn = serialQueue();
  /** A token that no keychain could keep, with the gateway that it was given for. */
  #session: { readonly address: string; readonly kept_at: string; readonly token: string } | null = null;

  constructor(options: TeamGatewayOptions) {
    this.#path = join(options.userDataDir, 'team-gateway.json');
    this.#options = options;
  }

  async get(): Promise<TeamGateway | null> {
    const kept = await this.#inTurn(() => this.#read());
    return kept && this.#shown(kept);
  }

  /** Errors: `invalid_input`, `folder_read_only`, `disk_full`. */
  async keep(given: { readonly address: string; readonly token: string }): Promise<TeamGateway> {
    const { box, now } = this.#options;
    const [address, token] = [adminOrigin(given.address.trim()), given.token.trim()];
    checkAdminToken(token);
    const session = { address, kept_at: new Date(now()).toISOString(), token };
    // Sealed with its address: a token goes to no other one that somebody writes into the file.
    const sealed = box ? box.seal(JSON.stringify({ address, token })) : null;
    const kept: Kept = { address, kept_at: session.kept_at, sealed };
    return this.#inTurn(async () => {
      await this.#write(kept);
      this.#session = box ? null : session;
      return this.#shown(kept);
    });
  }

  /** Errors: `folder_read_only`, `disk_full`. */
  forget(): Promise<{ readonly forgotten: boolean }> {
    return this.#inTurn(async () => {
      const forgotten = (await this.#read()) !== null;
      await this.#write(null);
      this.#session = null;
      return { forgotten };
    });
  }

  /** Errors: `invalid_input` without a gateway, those of `readAdminState`. */
  async state(call?: CallOptions): Promise<{ readonly address: string; readonly state: GatewayAdminState }> {
    const kept = await this.#inTurn(() => this.#read());
    if (!kept)
      throw new PegboardError('invalid_input', 'Pegboard has no team gateway yet.', {
        hint: 'Enter the address of a gateway and a token.',
      });
    const { address } = kept;
    const token = this.#tokenOf(kept);
    if (token === undefined)
      throw new PegboardError('authentication_required', `Pegboard no longer has the token for ${address}.`, {
        hint: 'Give it again.',
        data: { trouble: 'token' satisfies AdminTrouble },
      });
    const { fetch } = this.#options;
    return { address, state: await readAdminState({ address, token, fetch, signal: call?.signal }) };
  }

  #shown(kept: Kept): TeamGateway {
    const { address, kept_at, sealed } = kept;
    const isThere = this.#tokenOf(kept) !== undefined;
    return { address, kept_at, token: !isThere ? 'missing' : sealed === null ? 'session' : 'keychain' };
  }

  #tokenOf({ address, kept_at, sealed }: Kept): string | undefined {
    if (sealed === null) {
      const session = this.#session;
      // Another Pegboard of the same user may have kept another gateway since.
      return session?.address === address && session.kept_at === kept_at ? session.token : undefined;
    }
    try {
      const opened = sealedSchema.parse(JSON.parse(this.#options.box?.open(sealed) ?? 'null'));
      return opened.address === address ? opened.token : undefined;
    } catch {
      // Sealed by another user, or on another computer.
      return undefined;
    }
  }

  async #write(gateway: Kept | null): Promise<void> {
    const text = `${JSON.stringify({ gateway }, null, 2)}\n`;
    await this.#options.files.writeAll([{ path: this.#path, text, mode: 0o600 }]);
  }

  async #read(): Promise<Kept | null> {
    const { files, logger } = this.#options;
    if (!(await files.exists(this.#path))) return null;
    try {
      const text = await files.readText(this.#path, { maximumBytes: mostBytes });
      const { gateway } = fileSchema.parse(JSON.parse(text));
      return gateway && { ...gateway, address: adminOrigin(gateway.address) };
    } catch {
      // Not the error itself: it may quote the file.
      logger.warn('The kept gateway cannot be read; its address and token are needed again.', { path: this.#path });
      return null;
    }
  }
}
