import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Logger } from '#core/logger.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import { PegboardError } from '#shared/errors.ts';
import { startOnUsualPort } from '../../http/usual-port.ts';
import { createStderrLogger } from '../../stderr-logger.ts';
import { type CommandContext, type CommandResult, findWorkspace } from '../command-context.ts';
import { checkEntryName } from '../entry-name.ts';
import { gatewayServices } from '../gateway-services.ts';

export interface McpOptions {
  readonly persona?: string | undefined;
  readonly mode?: GatewayMode | undefined;
  readonly name?: string | undefined;
  readonly startAll?: boolean | undefined;
  readonly http?: boolean | undefined;
  readonly port?: number | undefined;
}

/** `pegboard mcp`: the workspace for an MCP host, until the host goes or Ctrl+C. Stdout has messages of the protocol alone. */
export async function mcp(context: CommandContext, options: McpOptions): CommandResult {
  refuseWrongOptions(options);
  const root = await findWorkspace(context);
  const logger = createStderrLogger();
  const services = await gatewayServices(context, logger);
  try {
    await services.workspace.open({ path: root });
    const gateway = await services.serveBoard({ mode: options.mode, serverName: options.name });
    try {
      if (options.startAll) void gateway.startAll();
      if (options.http) return await serveHttp(context, { gateway, root, logger, port: options.port });
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

/** Serves over HTTP until Ctrl+C. The token is shown when it was made, and never again. */
async function serveHttp(
  { io, reporter }: CommandContext,
  { gateway, root, logger, port }: { gateway: Gateway; root: string; logger: Logger; port: number | undefined },
): CommandResult {
  const { startGatewayHttp } = await import('../../gateway/start-gateway-http.ts');
  const start = (at: number) =>
    startGatewayHttp({ gateway, port: at, userDataDir: io.userDataDir, workspace: root, logger });
  const folder = createHash('sha256')
    .update(await nodeFiles.realPath(root))
    .digest('hex')
    .slice(0, 16);
  const path = join(io.userDataDir, `gateway-port-${folder}.json`);
  const http = await (port === undefined ? startOnUsualPort({ path, files: nodeFiles }, start) : start(port));
  try {
    const personas = gateway.personas();
    const value = { url: http.url, port: http.port, token: http.newToken, personas };
    reporter.result('mcp/1', value, () => describeServed(value));
    if (!io.signal.aborted) await once(io.signal, 'abort');
    return 0;
  } finally {
    await http.close();
  }
}

function describeServed(served: { url: string; token: string | null; personas: readonly string[] }): string {
  const { url, token, personas } = served;
  return [
    `The gateway runs until Ctrl+C at ${url}`,
    ...(personas.length > 0
      ? [`Personas: ${personas.map((name) => `${url}/${encodeURIComponent(name)}`).join(', ')}`]
      : []),
    token === null
      ? 'Hosts use the existing token; pegboard gateway token --new makes another.'
      : `Token (Pegboard shows it only once): ${token}`,
  ].join('\n');
}

/** Options that mean something over the other transport only. Error: `usage`. */
function refuseWrongOptions({ http, port, persona, name }: McpOptions): void {
  checkEntryName(name);
  if (port !== undefined && !http)
    throw new PegboardError('usage', '--port is for --http.', { hint: 'Add --http, or leave out --port.' });
  if (persona !== undefined && http)
    throw new PegboardError('usage', 'Over HTTP the address or the token of a host determines its persona.', {
      hint: 'Leave out --persona: the address is <url>/<persona>. A token for it alone: pegboard gateway token --persona <name>',
    });
}
