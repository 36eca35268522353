import { z } from 'zod';
import { gatewayAdminSchema } from '../domain/gateway-admin.ts';
import { procedure } from './pegboard-procedure.ts';

/** The gateway server whose state the user reads. The token itself is in no answer. */
const teamGatewaySchema = z.object({
  /** Scheme, host and port. */
  address: z.string(),
  /** `keychain`: sealed by the keychain of the system. `session`: in memory, until Pegboard ends. `missing`: to be given again. */
  token: z.enum(['keychain', 'session', 'missing']),
  kept_at: z.iso.datetime(),
});
export type TeamGateway = z.infer<typeof teamGatewaySchema>;

const keepInputSchema = z.strictObject({ address: z.string().max(2000), token: z.string().max(16_384) });

/** The gateway server of a team, for its operator: one for each user, whatever workspace is open. */
export const teamGatewayContract = {
  /** What is kept; null when no gateway is. */
  get: procedure.output(teamGatewaySchema.nullable()),
  /** Keeps an address and a token, in place of those that are kept. Errors: `invalid_input`, `folder_read_only`, `disk_full`. */
  keep: procedure.input(keepInputSchema).output(teamGatewaySchema),
  /** Removes address and token. Errors: `folder_read_only`, `disk_full`. */
  forget: procedure.output(z.object({ forgotten: z.boolean() })),
  /**
   * The state of the server, from the address that is kept now. Errors: `invalid_input` without a gateway, `authentication_required`, `server_unreachable`, `server_timeout`,
   * `server_failed`, `server_protocol`; `data.trouble` says which of `adminTroubles` it is.
   */
  state: procedure.output(z.object({ address: z.string(), state: gatewayAdminSchema })),
};
