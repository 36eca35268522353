import { Option } from 'commander';
import { gatewayModeSchema } from '#shared/domain/gateway-config.ts';
import { type AddCommand, type Run, seconds } from './options.ts';

/** Adds the command that puts Pegboard into the configuration of an MCP client. */
export function addConnectCommand(command: AddCommand, run: Run): void {
  command(
    'connect [client]',
    'give the tools of the workspace to an MCP client such as claude-code or cursor; without a client, list the clients',
  )
    .option('--persona <name>', 'serve what this persona may see')
    .addOption(new Option('--mode <mode>', 'how the client sees the tools').choices(gatewayModeSchema.options))
    .option('--project', 'use the configuration of the current folder instead of that of the user')
    .option('--name <name>', 'name of the entry (default: gateway.server_name of the workspace)')
    .option('--replace', 'with --yes: replace an entry of that name that is of another workspace or program')
    .option('--take-over', 'the servers in the file become sources of the workspace and leave the file')
    .option('--timeout <seconds>', 'with --take-over: time for connecting to a server and for each request', seconds)
    .option('--dry-run', 'print the change and write nothing')
    .option('--undo', 'undo the connection')
    .option('--yes', 'agree to the change, and with --take-over to start the servers')
    .action((client: string | undefined, options) =>
      run(async (context) => (await import('../commands/connect.ts')).connect(context, client, options)),
    );
}
