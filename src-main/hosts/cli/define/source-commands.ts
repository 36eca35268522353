import { PegboardError } from '#shared/errors.ts';
import { type AddCommand, commaList, list, type Run, seconds } from './options.ts';

/** Adds the commands about sources: import, sources, call. `argv` says whether the command of a server follows after "--". */
export function addSourceCommands(command: AddCommand, run: Run, argv: readonly string[]): void {
  command(
    'import [file...]',
    'add sources: captured tool lists, the servers of a client configuration such as .mcp.json, or with --mcp, --url, --source one live server',
  )
    .option('--name <name>', 'name of the source (default: what the file or the server says, else its name)')
    .option('--dry-run', 'print the plan and write nothing')
    .option('--check', 'print the plan, write nothing, exit 1 when a source changed')
    .option('--strict', 'import nothing when a tool cannot be read, in place of the others alone')
    .option('--discover', 'list the MCP servers that other programs on this computer know; starts none')
    .option('--mcp', 'start the MCP server whose command follows after --')
    .option('--url <url>', 'reach an MCP server over streamable HTTP')
    .option('--source <name>', 'import a live source of the workspace again')
    .option(
      '--env <NAME[=value]>',
      'with --mcp: a variable the server gets; its value stays out of pegboard.yaml',
      list,
    )
    .option('--cwd <folder>', 'with --mcp: folder the server starts in (default: the current one)')
    .option(
      '--header <name: value>',
      'with --url: a header of each request; its value stays out of pegboard.yaml',
      list,
    )
    .option('--timeout <seconds>', 'with a live server: time for connecting and for each request', seconds)
    .option('--yes', 'agree to start what the configuration, or with --source the workspace, names')
    .option('--only <names>', 'of a configuration: these servers, between commas', commaList)
    .option('--except <names>', 'of a configuration: all servers but these, between commas', commaList)
    .option('--env-from-file', 'of a configuration: take the values that stand in it, for this command')
    .option('--keep', 'with --env-from-file: keep those values for later, outside of the workspace')
    .option('--all', 'with --discover: import every server that was found')
    .action((words: string[], options) =>
      run(async (context) => {
        if (options.discover) return (await import('../commands/discover.ts')).discover(context, words, options);
        const isLive = ['mcp', 'url', 'source', 'env', 'cwd', 'header'].some((key) => key in options);
        if (options.mcp && !argv.includes('--'))
          throw new PegboardError('usage', 'The command of a server follows after "--".', {
            hint: 'For example: pegboard import --mcp --name files -- npx -y <server>',
          });
        if (isLive) return (await import('../commands/import-mcp.ts')).importMcp(context, words, options);
        if (words.length === 0) return (await import('../commands/import-project.ts')).importProject(context, options);
        return (await import('../commands/import.ts')).importFiles(context, words, options);
      }),
    );
  command(
    'sources [action] [words...]',
    'list, remove, rename, edit, enable, disable or sign out of the sources of the workspace; values that are kept for them',
  )
    .option('--dry-run', 'with rename and edit: print what would change and write nothing')
    .option('--url <url>', 'with edit: the new address of the server; a new command follows after --')
    .option('--env <NAME[=value]>', 'with edit: a variable the server gets', list)
    .option('--header <name: value>', 'with edit: a header of each request', list)
    .option('--cwd <folder>', 'with edit: folder the server starts in')
    .option('--set <name>', 'with values: keep a value for this workspace; it is asked for, or read from stdin')
    .option('--forget <name>', 'with values: forget a kept value', list)
    .action((action: string | undefined, words: string[], options) =>
      run(async (context) =>
        action === 'edit'
          ? (await import('../commands/sources-edit.ts')).editSource(context, words, options)
          : (await import('../commands/sources.ts')).sources(context, { action, words }, options),
      ),
    );
  command('call <tool>', 'call a tool of a live source by hand')
    .option('--args <json>', 'its arguments as JSON, or @file', '{}')
    .option('--timeout <seconds>', 'time for starting the server and for the call', seconds)
    .option('--yes', 'agree to start the server, and to a call that may destroy something')
    .action((tool: string, options) =>
      run(async (context) => (await import('../commands/call.ts')).call(context, tool, options)),
    );
}
