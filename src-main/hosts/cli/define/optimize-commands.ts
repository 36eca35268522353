import { Option } from 'commander';
import { type AddCommand, commaList, list, type Run, secondsOf, wholeNumber } from './options.ts';

/** Adds the commands that propose. */
export function addOptimizeCommands(command: AddCommand, run: Run): void {
  command('board', 'propose which tools to load always; judged on sessions that the proposal was not chosen from')
    .addOption(from())
    .option(
      '--since <time>',
      'with usage: only sessions of this time, such as 12h, 30d or 8w (default: all)',
      secondsOf,
    )
    .option(
      '--budget <tokens>',
      'tokens that the definitions may have by either estimator (default: as many as pay)',
      wholeNumber,
    )
    .option('--persona <name>', 'only sessions of this persona, and its tools')
    .option('--model <model>', 'take the price of cache reads from this model (default: a tenth of the price of input)')
    .option('--keep <glob>', 'tools that stay where they are; the option may be given several times', list)
    .option('--check', 'exit 1 when a better board is proven, or the present one exceeds the budget')
    .option('--apply', 'write the proposal into pegboard.yaml')
    .option('--only <names>', 'with --apply: only these tools, between commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-board.ts')).optimizeBoard(context, options)),
    );
  command('texts', 'propose words for overlays, tried together; judged on queries that they were not chosen from')
    .addOption(from())
    .option(
      '--since <time>',
      'with usage: only sessions of this time, such as 12h, 30d or 8w (default: all)',
      secondsOf,
    )
    .option('--persona <name>', 'only sessions of this persona, and its tools')
    .option('--check', 'exit 1 when better texts are proven')
    .option('--apply', 'write the proposal into pegboard.yaml')
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-texts.ts')).optimizeTexts(context, options)),
    );
  command('schemas', 'propose input schemas that say the same in fewer tokens')
    .option('--references', 'also write parts that are there several times once, under $defs')
    .option('--persona <name>', 'only the tools of this persona')
    .option('--check', 'exit 1 when a schema can be shorter')
    .option('--apply', 'write the proposal into pegboard.yaml')
    .option('--only <names>', 'only these tools, between commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-schemas.ts')).optimizeSchemas(context, options)),
    );
  command('skills', 'propose shorter descriptions of skills, and skills to leave out')
    .option('--since <time>', 'only sessions of this time, such as 12h, 30d or 8w (default: all)', secondsOf)
    .option('--persona <name>', 'only sessions of this persona, and its skills')
    .option(
      '--context-window <tokens>',
      'context window of the host (default: what hosts take without one)',
      wholeNumber,
    )
    .option('--check', 'exit 1 when there is something to propose')
    .option('--apply', 'write the proposal into the packs and pegboard.yaml')
    .option('--only <names>', 'only these skills, between commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-skills.ts')).optimizeSkills(context, options)),
    );
  command('undo', 'take back what --apply wrote last; later changes of other fields stay').action(() =>
    run(async (context) => (await import('../commands/optimize-undo.ts')).optimizeUndo(context)),
  );
}

function from(): Option {
  return new Option('--from <basis>', 'sessions that were read from logs, or golden queries')
    .choices(['usage', 'evals'])
    .default('usage');
}
