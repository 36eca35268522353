import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { loadingModeSchema } from '#shared/domain/loading-mode.ts';
import { rankingSchema, searchTypeSchema } from '#shared/domain/search-request.ts';
import { errorTable, isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { CliIo } from './cli-io.ts';
import type { CommandContext, CommandResult } from './command-context.ts';
import { addEconomicsOptions } from './economics-command.ts';
import { addExportCommands } from './export-commands.ts';
import { type OutputFormat, Reporter } from './reporter.ts';
import { addSkillsCommands } from './skills-commands.ts';

/**
 * Runs the command line and returns its exit code. Each command loads its own module, so that one does
 * not wait for what another needs.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(io, argv, async (work) => {
    const options = program.opts<{ workspace?: string; format?: string }>();
    const { workspace, format } = options;
    exitCode = await work({
      io,
      reporter: new Reporter(io, formatOf(argv, io)),
      workspace,
      sarif: format === 'sarif',
      csv: format === 'csv',
      code: codeOf(format),
    });
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const reporter = new Reporter(io, formatOf(argv, io));
    if (error instanceof CommanderError && error.code === 'commander.help') reporter.note(program.helpInformation());
    const known = error instanceof CommanderError ? usageError(error) : error;
    if (io.signal.aborted) return errorTable.cancelled.exitCode;
    reporter.error(toErrorValue(known));
    if (!isPegboardError(known) && io.env.PEGBOARD_DEBUG) io.stderr.write(`${(known as Error).stack}\n`);
    return errorTable[toErrorValue(known).code].exitCode;
  }
}

/** `--format` wherever it stands: an error in the arguments must be told in the right format too. */
function formatOf(argv: readonly string[], io: CliIo): OutputFormat {
  const end = argv.indexOf('--');
  const ours = end < 0 ? argv : argv.slice(0, end);
  const at = ours.findIndex((argument) => argument === '--format' || argument.startsWith('--format='));
  const given = ours[at]?.includes('=') ? ours[at]?.split('=')[1] : ours[at + 1];
  if (at >= 0 && (given === 'human' || given === 'json')) return given;
  return io.stdout.isTty ? 'human' : 'json';
}

function usageError(error: CommanderError): PegboardError {
  if (error.code === 'commander.help')
    return new PegboardError('usage', 'No command was given.', { hint: 'pegboard --help lists them.' });
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  return new PegboardError('usage', `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.?$/, '.')}`, {
    hint:
      rest.join(' ').replace(/^\(|\)$/g, '') ||
      'pegboard --help lists the commands; pegboard <command> --help its options.',
    cause: error,
  });
}

type Run = (work: (context: CommandContext) => CommandResult) => Promise<void>;

function buildProgram(io: CliIo, argv: readonly string[], run: Run): Command {
  const program = new Command('pegboard')
    .description(
      'See what tool search does to your agent: import tools, search them as the model would, follow every score.',
    )
    .version(packageJson.version)
    .option('--workspace <folder>', 'folder with a pegboard.yaml (default: the current folder or one above it)')
    .addOption(
      new Option('--format <format>', 'human or json (default: json when stdout is no terminal)').choices([
        'human',
        'json',
        'sarif',
        'csv',
        'curl',
        'typescript',
      ]),
    )
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {} })
    .helpCommand(false);

  // Both spellings work: `pegboard --format json tools` and `pegboard tools --format json`.
  const command = (
    usage: string,
    description: string,
    {
      parent = program,
      formats = ['human', 'json'],
    }: { parent?: Command; formats?: readonly string[] | undefined } = {},
  ) =>
    parent
      .command(usage)
      .description(description)
      .exitOverride()
      .option('--workspace <folder>', 'folder with a pegboard.yaml')
      .addOption(new Option('--format <format>', formats.join(' or ')).choices(formats))
      .hook('preAction', (owner, called) => {
        // The hook of a group runs too; what a command can write is its own to say.
        if (owner !== called) return;
        const { workspace } = called.opts<{ workspace?: string }>();
        if (workspace !== undefined) program.setOptionValue('workspace', workspace);
        const { format = 'json' } = program.opts<{ format?: string }>();
        if (!formats.includes(format)) {
          throw new PegboardError('usage', `This command cannot write ${format}.`, {
            hint: `It can ${formats.join(' or ')}.`,
          });
        }
      });

  command('init [folder]', 'make a workspace').action((folder: string | undefined) =>
    run(async (context) => (await import('./commands/init.ts')).init(context, folder)),
  );
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
        if (options.discover) return (await import('./commands/discover.ts')).discover(context, words, options);
        const isLive = ['mcp', 'url', 'source', 'env', 'cwd', 'header'].some((key) => key in options);
        if (options.mcp && !argv.includes('--'))
          throw new PegboardError('usage', 'The command of a server follows after "--".', {
            hint: 'For example: pegboard import --mcp --name files -- npx -y <server>',
          });
        if (isLive) return (await import('./commands/import-mcp.ts')).importMcp(context, words, options);
        if (words.length === 0) return (await import('./commands/import-project.ts')).importProject(context, options);
        return (await import('./commands/import.ts')).importFiles(context, words, options);
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
          ? (await import('./commands/sources-edit.ts')).editSource(context, words, options)
          : (await import('./commands/sources.ts')).sources(context, { action, words }, options),
      ),
    );
  command('call <tool>', 'call a tool of a live source by hand')
    .option('--args <json>', 'its arguments as JSON, or @file', '{}')
    .option('--timeout <seconds>', 'time for starting the server and for the call', seconds)
    .option('--yes', 'agree to start the server, and to a call that may destroy something')
    .action((tool: string, options) =>
      run(async (context) => (await import('./commands/call.ts')).call(context, tool, options)),
    );
  command('tools', 'list the catalog: each tool, its mode and why, its tokens')
    .option('--tokens', 'show the tokens of each definition')
    .option('--problems', 'only tools whose definitions have findings, and those; exit 1 on a warning or an error')
    .option('--namespace <namespace>', 'only tools of this namespace')
    .addOption(new Option('--mode <mode>', 'only tools of this mode').choices(loadingModeSchema.options))
    .action((options) => run(async (context) => (await import('./commands/tools.ts')).tools(context, options)));
  command('search <query>', 'tool_search, as the model would see it')
    .addOption(
      new Option('--type <type>', 'how to search').choices([...searchTypeSchema.options, 'hybrid']).default('fts'),
    )
    .option('--limit <count>', 'most results, 1 to 20 (default: 8, of hybrid 5)', wholeNumber)
    .option('--include-always-loaded', 'also find tools that are in the prompt anyway')
    .option('--persona <name>', 'search as this persona')
    .option('--explain', 'show the whole arithmetic of every score')
    .option('--why-not <tool>', 'say why this tool is not found, or not so high, and what would lift it')
    .addOption(
      new Option('--ranking <ranking>', 'rank fts by this (default: what pegboard.yaml says)').choices(
        rankingSchema.options,
      ),
    )
    .option('--yes', 'with hybrid: agree to send texts to the embedder that pegboard.yaml names')
    .option('--compare [engines]', 'several engines side by side, between commas (default: all)', commaList)
    .action((query: string, options) =>
      run(async (context) =>
        options.compare === undefined
          ? (await import('./commands/search.ts')).search(context, query, options)
          : (await import('./commands/search-compare.ts')).compare(context, query, options),
      ),
    );
  command(
    'confusable',
    'pairs of tools that queries cannot tell apart, and the words that would; exit 1 when there are',
  )
    .option('--persona <name>', 'look at what this persona may use')
    .option('--limit <count>', 'most pairs to print', wholeNumber, 20)
    .action((options) =>
      run(async (context) => (await import('./commands/confusable.ts')).confusable(context, options)),
    );
  command('get <name...>', 'tool_get: the records of tools by name')
    .option('--persona <name>', 'get as this persona')
    .option('--no-schemas', 'leave the schemas out')
    .option('--no-examples', 'leave the examples out')
    .action((names: string[], options) =>
      run(async (context) => (await import('./commands/get.ts')).get(context, names, options)),
    );
  command(
    'eval [action] [words...]',
    'measure how well searches find the right tools for golden queries; list, add "query" tool…, remove "query" [tool] manage them',
  )
    .option('--queries <file>', 'a queries.jsonl: {"query", "relevant": [names]} a line (default: evals/*.jsonl)')
    .option('--file <path>', 'only, or into, this file of golden queries, such as evals/golden.jsonl')
    .option('--tools <file>', 'search the tools of this file (default: those of the workspace)')
    .option('--engine <names>', 'engines to compare, between commas (default: what pegboard.yaml ranks by)', commaList)
    .option('--fail-under <metric=value>', 'exit with 1 when an engine is below, such as hit@5=0.9', list)
    .option(
      '--compare <path>',
      'compare query by query with a kept report (json), or with the tools of another workspace',
    )
    .option('--fail-on-worse', 'with --compare: exit with 1 when a query got worse')
    .option('--by-namespace', 'show each namespace too')
    .option('--intervals', 'say how sure each mean is: 95 % bootstrap intervals')
    .option('--junit <file>', 'write JUnit XML: a case a query, failed when no right tool is in the first five')
    .option('--persona <name>', 'measure what this persona finds')
    .action((action: string | undefined, words: string[], options) =>
      run(async (context) =>
        action === undefined
          ? (await import('./commands/eval.ts')).evaluate(context, options)
          : (await import('./commands/eval-golden.ts')).golden(context, action, words, options),
      ),
    );
  command('prompt', 'the system prompt that the agent would send, with the tokens of each block')
    .option('--profile <name>', 'render under this profile', 'workspace')
    .option('--persona <name>', 'render for this persona')
    .option('--query <text>', 'what the user asks, for the hints')
    .option('--diff <profile>', 'compare with this profile, block by block')
    .option('--at <version>', 'of the workspace as a version in git has it: HEAD, a branch, a tag, a commit')
    .option('--diff-at <version>', 'compare with this version in git')
    .option('--leaks', 'prove instead that no name hidden from the persona stands in a text that a model could read')
    .action((options) =>
      run(async (context) =>
        options.leaks
          ? (await import('./commands/prompt-leaks.ts')).promptLeaks(context, options)
          : (await import('./commands/prompt.ts')).prompt(context, options),
      ),
    );
  command('simulate <scenario>', 'play a *.scenario.yaml: steps, events, tokens, expectations')
    .option('--live', "the scenario's live model plays in place of its scripts")
    .option('--history <file>', 'begin with these messages; what they show as found is visible, and nothing else')
    .option('--update', 'write the golden trace beside the scenario')
    .option('--diff <steps>', 'compare the prompts of two steps, such as 2,5: counted from 1 over all turns')
    .option('--remember', 'begin with the working memory that its session has, and keep it in your own folder')
    .option('--forget', 'remove what is kept of its session first')
    .option('--record <file>', 'write what the model and the real tools said as a scenario that plays without them')
    .option('--yes', 'agree to start the servers of its live tools, and to calls that may destroy something')
    .action((scenario: string, options) =>
      run(async (context) => (await import('./commands/simulate.ts')).simulate(context, scenario, options)),
    );
  const economics = command(
    'economics',
    'what deferring tools saves: tokens, cost, break-even, from your own numbers',
    {
      formats: ['human', 'json', 'csv'],
    },
  );
  addEconomicsOptions(economics, run);
  const skills = command('skills', 'packs and skills: validate, convert, export, list, search, get');
  addSkillsCommands((usage, description, formats) => command(usage, description, { parent: skills, formats }), run);
  const exporting = command('export', 'what others would get of the workspace: payload, catalog, packs');
  addExportCommands((usage, description, formats) => command(usage, description, { parent: exporting, formats }), run);
  command('budgets', 'what each host would show of the tools and skills, and what it would cut')
    .option('--context-window <tokens>', "the model's context window, tokens", wholeNumber, 200_000)
    .option('--no-context-window', 'as where the window is not known')
    .action((options) => run(async (context) => (await import('./commands/budgets.ts')).budgets(context, options)));
  command('doctor', 'check versions, full-text search and the workspace').action(() =>
    run(async (context) => (await import('./commands/doctor.ts')).doctor(context)),
  );
  command('serve', 'open the app in a browser, on this computer only')
    .option('--port <port>', 'port to listen on (default: that of the first time, else a free one)', portNumber)
    .option('--no-open', 'print the address and open no browser')
    .action((options) => run(async (context) => (await import('./commands/serve.ts')).serve(context, options)));
  return program;
}

function codeOf(format: string | undefined): CommandContext['code'] {
  return format === 'curl' || format === 'typescript' ? format : null;
}

/** An option that may be given several times. */
function list(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Names between commas; the option may be given several times too. */
function commaList(value: string, before: readonly string[] = []): string[] {
  const names = value.split(',').map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== '')];
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function seconds(text: string): number {
  const count = wholeNumber(text);
  if (count < 1 || count > 3600) throw new InvalidArgumentError('It must be from 1 to 3600.');
  return count;
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return port;
}
