import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServices } from '#core/create-services.ts';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import { PegboardError } from '#shared/errors.ts';
import { hostMachine } from '../../host-machine.ts';
import { sessionIdleMs } from '../../session-idle.ts';
import { createStderrLogger } from '../../stderr-logger.ts';
import { versions } from '../../versions.ts';
import { type CommandContext, type CommandResult, findWorkspace } from '../command-context.ts';

export interface McpOptions {
  readonly persona?: string | undefined;
  readonly mode?: GatewayMode | undefined;
  readonly startAll?: boolean | undefined;
  readonly http?: boolean | undefined;
  readonly port?: number | undefined;
}

/** `pegboard mcp`: the workspace for an MCP host, until the host goes or Ctrl+C. Stdout has messages of the protocol alone. */
export async function mcp(context: CommandContext, options: McpOptions): CommandResult {
  const root = await findWorkspace(context);
  const logger = createStderrLogger();
  const services = await gatewayServices(context, logger);
  try {
    await services.workspace.open({ path: root });
    const gateway = await services.serveBoard({ mode: options.mode });
    try {
      if (options.startAll) void gateway.startAll();
      if (options.http) throw new PegboardError('usage', 'Not yet.');
      const { serveGatewayStdio } = await import('../../gateway/serve-stdio.ts');
      const persona = options.persona ?? null;
      await serveGatewayStdio(gateway, { persona, logger, signal: context.io.signal });
      return 0;
    } finally {
      await gateway.close();
    }
  } finally {
    await services.close();
  }
}

function gatewayServices({ io }: CommandContext, logger: Logger): Promise<Services> {
  return createServices({
    userDataDir: io.userDataDir,
    host: 'cli',
    versions,
    sessionIdleMs,
    machine: hostMachine(io.env),
    logger,
    env: io.env,
    workers: pathToFileURL(`${io.builtDir}/`),
    shippedPacks: resolve(io.builtDir, '../../skill-packs'),
    shippedGuidance: resolve(io.builtDir, '../../guidance'),
    fts: io.env.PEGBOARD_FTS === 'off' ? 'off' : 'detect',
    // A host searches an index in memory, of what its persona may use.
    warmIndex: false,
  });
}
