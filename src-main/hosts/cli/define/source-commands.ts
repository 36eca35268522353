import { PegboardError } from '#shared/errors.ts';
import { type AddCommand, commaList, list, type Run, seconds } from './options.ts';

/** How differences are printed; the last three are for CI. */
const formats = ['human', 'json', 'sarif', 'junit', 'markdown'] as const;

/** Adds the commands about sources: import, sources, call. `argv` says whether the command of a server follows after "--". */
export function addSourceCommands(command: AddCommand, run: Run, argv: readonly string[]): void {
  command(
    'import [file...]',
    'add sources: captured tool lists and OpenAPI documents, the servers of a client configuration such as .mcp.json, of a registry entry (server.json), a server card, a bundle (.mcpb) or a plugin; an agent file of Claude Code or Codex as a persona; or with --mcp, --url, --source one live server; - reads stdin',
    formats,
  )
    .option(
      '--name <name>',
      'name of the source (default: the name that the file or the server gives, else the file name)',
    )
    .option('--dry-run', 'print the plan and write nothing')
    .option(
      '--check',
      'print the plan, write nothing; exit 1 when a source changed, 6 when a tool would wait for approval, 4 when a server cannot be reached',
    )
    .option('--strict', 'import nothing when a tool or a file cannot be read; without it the others are imported')
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
    .option('--only <names>', 'for a configuration: these servers, separated by commas', commaList)
    .option('--except <names>', 'for a configuration: all servers but these, separated by commas', commaList)
    .option('--env-from-file', 'for a configuration: use the values in it, for this command')
    .option('--no-skills', 'for a plugin: import its servers, and do not add its skills as a pack')
    .option('--keep', 'with --env-from-file: keep those values for later, outside the workspace')
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
        const { initFirst } = await import('../init-first.ts');
        return initFirst(context, words, async () =>
          words.length === 0
            ? (await import('../commands/import-project.ts')).importProject(context, options)
            : (await import('../commands/import.ts')).importFiles(context, words, options),
        );
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
  command(
    'review',
    'show the tools, prompts and skills that differ from pegboard.lock, and approve or reject them; exit 1 while some wait, 6 while one of them is withheld',
    formats,
  )
    .option('--approve <names>', 'approve these tools as they are now, separated by commas', commaList)
    .option(
      '--keep-text <names>',
      'approve these tools, and keep their approved title and description as an overlay',
      commaList,
    )
    .option('--reject <names>', 'reject the present text of these tools: they are not served with it', commaList)
    .option('--all-cosmetic', 'approve every cosmetic change')
    .option('--lock', 'write pegboard.lock when there is none: all tools count as approved')
    .option('--golden', 'try the golden queries with the approved and with the present texts')
    .action((options) => run(async (context) => (await import('../commands/review.ts')).review(context, options)));
  command('call <tool>', 'call a tool of a live source by hand')
    .option('--args <json>', 'its arguments as JSON, or @file', '{}')
    .option('--timeout <seconds>', 'time for starting the server and for the call', seconds)
    .option('--yes', 'agree to start the server, and to a call that may destroy something')
    .action((tool: string, options) =>
      run(async (context) => (await import('../commands/call.ts')).call(context, tool, options)),
    );
}
