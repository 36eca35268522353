import { type Command, Option } from 'commander';
import { type AddCommand, commaList, numberFrom, positiveNumber, type Run, wholeNumber } from './options.ts';

const reportFormats = ['human', 'json', 'markdown', 'csv', 'html'];

/** Adds the commands about experiments. */
export function addExperimentCommands(command: AddCommand, run: Run): void {
  limited(
    command('run [file]', 'run the tasks of the workspace under several arms, and compare the arms', reportFormats)
      .option('--model <name>', 'which model runs the tasks: provider:model, such as openai:gpt-5-mini, or scripted')
      .option('--base-url <address>', 'address of the service of an openai-compatible model')
      .option('--tasks <globs>', 'only these tasks, separated by commas: paths, tag:… or level:…', commaList)
      .option(
        '--arms <names>',
        'only these arms, separated by commas; the others are compared with the first',
        commaList,
      )
      .option('--repetitions <count>', 'how often each task runs under each arm', numberFrom(1))
      .option('--seed <number>', 'seed for the order of the trials and for scripted agents', wholeNumber),
  )
    .option('--out <file>', 'write the report into this file')
    .option('--plan', 'only show what it would run and cost')
    .option('--yes', 'agree to the costs of a live model, and to start the servers of live tools')
    .action((file: string | undefined, options) =>
      run(async (context) => (await import('../commands/experiment-run.ts')).experimentRun(context, file, options)),
    );
  limited(
    command('resume [id]', 'resume a stopped experiment; without an id, the newest unfinished one', reportFormats),
  )
    .option('--out <file>', 'write the report into this file')
    .option('--yes', 'agree to start the servers of live tools')
    .action((id: string | undefined, options) =>
      run(async (context) => (await import('../commands/experiment-run.ts')).experimentResume(context, id, options)),
    );
  command('report [id]', 'show the report of an experiment; without an id, of the newest one', reportFormats)
    .option('--out <file>', 'write the report into this file')
    .action((id: string | undefined, options) =>
      run(async (context) => (await import('../commands/experiment-report.ts')).experimentReport(context, id, options)),
    );
  command('list', 'list the kept experiments of the workspace').action(() =>
    run(async (context) => (await import('../commands/experiment-kept.ts')).experimentList(context)),
  );
  command('remove <id>', 'remove a kept experiment').action((id: string) =>
    run(async (context) => (await import('../commands/experiment-kept.ts')).experimentRemove(context, id)),
  );
  command('check', 'check the tasks: the solution of each solves it, and doing nothing does not').action(() =>
    run(async (context) => (await import('../commands/experiment-tasks.ts')).experimentCheck(context)),
  );
  command('generate', 'create tasks from the scenarios or golden queries of the workspace')
    .addOption(
      new Option('--from <basis>', 'what to create the tasks from')
        .choices(['scenarios', 'golden'])
        .default('scenarios'),
    )
    .option('--apply', 'write them into the folder tasks; a file that is there stays')
    .action((options) =>
      run(async (context) => (await import('../commands/experiment-tasks.ts')).experimentGenerate(context, options)),
    );
  command(
    'import <file>',
    'create tasks from the file of a public benchmark: LiveMCPBench, MCP-Bench, ProgressiveMCPBench',
  )
    .option('--apply', 'write them into the folder tasks; a file that is there stays')
    .action((file: string, options) =>
      run(async (context) =>
        (await import('../commands/experiment-tasks.ts')).experimentImport(context, file, options),
      ),
    );
}

function limited(command: Command): Command {
  return command
    .option('--max-cost <dollars>', 'stop when the requests cost this many US dollars', positiveNumber)
    .option('--max-tokens <tokens>', 'stop when this many tokens were sent and received', wholeNumber)
    .option('--max-requests <count>', 'stop when this many requests were sent', wholeNumber)
    .option('--max-minutes <minutes>', 'stop after this many minutes', positiveNumber);
}
