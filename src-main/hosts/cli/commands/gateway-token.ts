import { createHash, randomBytes } from 'node:crypto';
import { nodeFiles } from '#core/files/node-files.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { PegboardError } from '#shared/errors.ts';
import { GatewayTokens } from '../../gateway/gateway-tokens.ts';
import { createStderrLogger } from '../../stderr-logger.ts';
import { type CommandContext, type CommandResult, findWorkspace } from '../command-context.ts';

export interface GatewayTokenOptions {
  readonly persona?: string | undefined;
  readonly new?: boolean | undefined;
  readonly hash?: boolean | undefined;
}

/** `pegboard gateway token`: makes the token of the workspace, or of a persona, and shows it; an existing token is never shown again. Error: `unknown_persona`. */
export async function gatewayToken(context: CommandContext, options: GatewayTokenOptions): CommandResult {
  const { io, reporter } = context;
  if (options.hash) return hashedToken(context, options);
  const root = await findWorkspace(context);
  const persona = options.persona ?? null;
  const { file } = await loadWorkspace(root, nodeFiles);
  findPersona(file.config, options.persona);
  const tokens = new GatewayTokens({
    userDataDir: io.userDataDir,
    files: nodeFiles,
    logger: createStderrLogger(),
    now: Date.now,
  });
  const made = options.new
    ? { token: await tokens.resetToken(root, persona), isNew: true }
    : await tokens.tokenFor(root, persona);
  const value = { persona, token: made.isNew ? made.token : null };
  reporter.result('gateway-token/1', value, () =>
    made.isNew
      ? `Token, shown this once: ${made.token}`
      : 'A token exists already, and Pegboard shows a token only once. --new makes another token and revokes the old one.',
  );
  return 0;
}

/** A token for `tokens` of a gateway server. Neither is written anywhere. Error: `usage`. */
async function hashedToken({ reporter }: CommandContext, { persona, new: isNew }: GatewayTokenOptions): CommandResult {
  if (persona !== undefined || isNew) {
    throw new PegboardError('usage', '--hash does not work with --persona or --new.', {
      hint: 'Write the persona next to the hash, in the settings of the server.',
    });
  }
  const token = randomBytes(32).toString('base64url');
  const hash = `sha256:${createHash('sha256').update(token).digest('hex')}`;
  reporter.result('gateway-token-hash/1', { token, hash }, () =>
    [`Token, shown this once: ${token}`, `For the settings of the server: hash: ${hash}`].join('\n'),
  );
  return 0;
}
