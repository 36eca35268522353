import { Command, CommanderError, Option } from 'commander';
import { errorTable, isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';
import { setPlainIssues } from '#shared/plain-issues.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { CliIo } from './cli-io.ts';
import type { CommandContext } from './command-context.ts';
import { addAgentCommands } from './define/agent-commands.ts';
import { addAuditCommand } from './define/audit-command.ts';
import { addCiCommand } from './define/ci-command.ts';
import { addConnectCommand } from './define/connect-command.ts';
import { addEconomicsCommand } from './define/economics-command.ts';
import { addExperimentCommands } from './define/experiment-commands.ts';
import { addExportCommands } from './define/export-commands.ts';
import { addGatewayCommands } from './define/gateway-commands.ts';
import { addMcpCommand } from './define/mcp-command.ts';
import { addOptimizeCommands } from './define/optimize-commands.ts';
import type { AddCommand, Run } from './define/options.ts';
import { addPluginsCommands } from './define/plugins-commands.ts';
import { addSearchCommands } from './define/search-commands.ts';
import { addSkillsCommands } from './define/skills-commands.ts';
import { addSourceCommands } from './define/source-commands.ts';
import { addUsageCommand } from './define/usage-command.ts';
import { addWorkspaceCommands } from './define/workspace-commands.ts';
import { type OutputFormat, Reporter } from './reporter.ts';

/**
 * Runs the command line and returns its exit code. Each command loads its own module, so that one does
 * not wait for what another needs.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  setPlainIssues();
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
      document: format === 'junit' || format === 'markdown' || format === 'html' ? format : null,
      code: codeOf(format),
    });
  });
  try {
    await program.parseAsync(asCommanderReads(program, argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const reporter = new Reporter(io, formatOf(argv, io));
    if (error instanceof MissingCommand) reporter.note(error.group.helpInformation());
    const known = error instanceof CommanderError ? usageError(error, { program, argv }) : error;
    if (io.signal.aborted) return errorTable.cancelled.exitCode;
    reporter.error(toErrorValue(known));
    if (!isPegboardError(known) && io.env.PEGBOARD_DEBUG) io.stderr.write(`${(known as Error).stack}\n`);
    return errorTable[toErrorValue(known).code].exitCode;
  }
}

/** `--format`, or `--json`, wherever it stands: an error in the arguments must be printed in the right format too. */
function formatOf(argv: readonly string[], io: CliIo): OutputFormat {
  const end = argv.indexOf('--');
  const ours = end < 0 ? argv : argv.slice(0, end);
  if (ours.includes('--json')) return 'json';
  const at = ours.findIndex((argument) => argument === '--format' || argument.startsWith('--format='));
  const given = ours[at]?.includes('=') ? ours[at]?.split('=')[1] : ours[at + 1];
  if (at >= 0 && (given === 'human' || given === 'json')) return given;
  return io.stdout.isTty ? 'human' : 'json';
}

/**
 * `help import` as `import --help`; what follows a name that is no group is left out, so that the command does not run. After a name
 * that no command has, nothing is kept: Commander would show the help around it and not say that it does not know the name.
 */
function asCommanderReads(program: Command, argv: readonly string[]): readonly string[] {
  const isHelp = argv[0] === 'help';
  const words = isHelp ? argv.slice(1) : argv;
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  let command = program;
  const names: string[] = [];
  for (const name of firstOption < 0 ? words : words.slice(0, firstOption)) {
    if (command.commands.length === 0) break;
    names.push(name);
    const next = command.commands.find((one) => one.name() === name);
    if (!next) return names;
    command = next;
  }
  return isHelp ? [...names, '--help'] : argv;
}

/** Only a group of commands was named. */
class MissingCommand extends PegboardError {
  readonly group: Command;

  constructor(group: Command) {
    const names: string[] = [];
    for (let one: Command | null = group; one; one = one.parent) names.unshift(one.name());
    const name = names.join(' ');
    const message = group.parent ? `${name} needs one of its commands.` : 'No command was given.';
    super('usage', message, { hint: `${name} --help lists them.` });
    this.group = group;
  }
}

/** Throws what Commander would end the process for. */
function throwsErrors(command: Command): Command {
  return command.exitOverride((error) => {
    throw error.code === 'commander.help' ? new MissingCommand(command) : error;
  });
}

function usageError(
  error: CommanderError,
  { program, argv }: { readonly program: Command; readonly argv: readonly string[] },
): PegboardError {
  const flags = flagsOf(program);
  const named = namedCommand(program, argv);
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const flag = /unknown option '(--[a-z-]+)=/.exec(first)?.[1];
  return new PegboardError('usage', `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.?$/, '.')}`, {
    hint:
      rest.join(' ').replace(/^\(|\)$/g, '') ||
      (flag && flags.has(flag) ? `${flag} takes no value.` : '') ||
      (named === null
        ? 'pegboard --help lists the commands; pegboard <command> --help its options.'
        : `${error.code === 'commander.excessArguments' ? 'Put quotes around words that belong together. ' : ''}${named} --help lists the arguments and options.`),
    cause: error,
  });
}

/** The command that was meant, by its whole name; null where the first word names none. */
function namedCommand(program: Command, argv: readonly string[]): string | null {
  let command = program;
  const names = ['pegboard'];
  for (const name of argv) {
    const next = command.commands.find((one) => one.name() === name);
    // Options may stand before the command.
    if (!next && names.length === 1) continue;
    if (!next) break;
    names.push(name);
    command = next;
  }
  return names.length > 1 ? names.join(' ') : null;
}

/** The long names of the options of every command. */
function flagsOf(command: Command): Set<string> {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return new Set([...own, ...command.commands.flatMap((inner) => [...flagsOf(inner)])]);
}

/** The whole command line, as commander knows it; `run` does the work of the chosen command. */
export function buildProgram(io: CliIo, argv: readonly string[], run: Run): Command {
  const program = throwsErrors(new Command('pegboard'))
    .description(
      'See what tool search does to your agent: import tools, search them as the model would, follow every score.',
    )
    .version(packageJson.version)
    .option('--workspace <folder>', 'folder with a pegboard.yaml (default: the current folder or one above it)')
    .addOption(
      new Option('--format <format>', 'human or json (default: json when stdout is not a terminal)').choices([
        'human',
        'json',
        'sarif',
        'csv',
        'junit',
        'markdown',
        'html',
        'curl',
        'typescript',
      ]),
    )
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {} })
    .helpCommand(false);

  const command = commandsOf(program, program);
  addWorkspaceCommands(command, run);
  addSourceCommands(command, run, argv);
  addSearchCommands(command, run);
  addAgentCommands(command, run);
  addConnectCommand(command, run);
  addEconomicsCommand(command, run);
  addMcpCommand(command, run);
  addCiCommand(command, run);
  addAuditCommand(command, run);
  addUsageCommand(command, run);
  const skills = command('skills', 'packs and skills: validate, convert, export, list, search, get');
  addSkillsCommands(commandsOf(program, skills), run);
  const plugins = command('plugins', 'plugins of agents: validate');
  addPluginsCommands(commandsOf(program, plugins), run);
  const gateway = command(
    'gateway',
    'serve MCP hosts, manage their tokens, and see what they do: log, token, serve, who',
  );
  addGatewayCommands(commandsOf(program, gateway), run);
  const optimize = command(
    'optimize',
    'proposals based on what agents did: board, texts, skills, schemas; undo reverts the last one',
  );
  addOptimizeCommands(commandsOf(program, optimize), run);
  const experiment = command('experiment', 'compare ways to give an agent its tools: run, report, check');
  addExperimentCommands(commandsOf(program, experiment), run);
  const exporting = command('export', 'what others get from the workspace: payload, catalog, packs, plugin, agent');
  addExportCommands(commandsOf(program, exporting), run);
  return program;
}

/** Both spellings work: `pegboard --format json tools` and `pegboard tools --format json`. */
function commandsOf(program: Command, parent: Command): AddCommand {
  return (usage, description, formats = ['human', 'json']) =>
    throwsErrors(parent.command(usage))
      .description(description)
      .option('--workspace <folder>', 'folder with a pegboard.yaml')
      .addOption(new Option('--format <format>', anyOf(formats)).choices(formats))
      .hook('preAction', (owner, called) => {
        // The hook of a group runs too; what a command can write is its own to say.
        if (owner !== called) return;
        const { workspace } = called.opts<{ workspace?: string }>();
        if (workspace !== undefined) program.setOptionValue('workspace', workspace);
        const { format = 'json' } = program.opts<{ format?: string }>();
        if (!formats.includes(format)) {
          throw new PegboardError('usage', `This command cannot write ${format}.`, {
            hint: `It can write ${anyOf(formats)}.`,
          });
        }
      });
}

function anyOf(formats: readonly string[]): string {
  return formats.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

function codeOf(format: string | undefined): CommandContext['code'] {
  return format === 'curl' || format === 'typescript' ? format : null;
}
