import { Option } from 'commander';
import { gatewayModeSchema } from '#shared/domain/gateway-config.ts';
import { type AddCommand, portNumber, type Run } from './options.ts';

/** Adds `pegboard mcp`. */
export function addMcpCommand(command: AddCommand, run: Run): void {
  command('mcp', 'serve the workspace to an MCP host, over stdin and stdout or HTTP on this computer')
    .option('--persona <name>', 'only what this persona may use')
    .addOption(
      new Option(
        '--mode <mode>',
        'what hosts see: with search, the always-loaded tools and a search; with direct, every permitted tool',
      ).choices(gatewayModeSchema.options),
    )
    .option('--name <name>', 'name of the entry in the host, so that names of tools fit (default: gateway.server_name)')
    .option('--start-all', 'start every server that you agreed to now instead of on first use')
    .option('--http', 'serve over streamable HTTP on 127.0.0.1 instead of stdin and stdout')
    .option(
      '--port <port>',
      'with --http: port to listen on (default: the port of the first start, else a free one)',
      portNumber,
    )
    .action((options) => run(async (context) => (await import('../commands/mcp.ts')).mcp(context, options)));
}
