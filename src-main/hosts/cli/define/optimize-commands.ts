import { Option } from 'commander';
import { type AddCommand, commaList, list, numberFrom, type Run, secondsOf, wholeNumber } from './options.ts';

/** Adds the commands that propose. */
export function addOptimizeCommands(command: AddCommand, run: Run): void {
  command('board', 'propose which tools to always load, judged on sessions that were not used to choose them')
    .addOption(from())
    .option(
      '--since <time>',
      'with usage: only sessions of this time, such as 12h, 30d or 8w (default: all)',
      secondsOf,
    )
    .option(
      '--budget <tokens>',
      'token budget for the definitions, by both estimators (default: as many as pay off)',
      wholeNumber,
    )
    .option('--persona <name>', 'only sessions of this persona, and its tools')
    .option('--model <model>', 'take the price of cache reads from this model (default: a tenth of the price of input)')
    .option('--keep <glob>', 'tools that stay where they are; the option may be given several times', list)
    .option('--check', 'exit 1 when a better board is proven, or the present one exceeds the budget')
    .option('--apply', 'write the proposal into pegboard.yaml')
    .option('--only <names>', 'with --apply: only these tools, separated by commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-board.ts')).optimizeBoard(context, options)),
    );
  command('texts', 'propose words for overlays, tried together and judged on queries that were not used to choose them')
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
    .option('--references', 'also write repeated parts only once, under $defs')
    .option('--persona <name>', 'only the tools of this persona')
    .option('--check', 'exit 1 when a schema can be shorter')
    .option('--apply', 'write the proposal into pegboard.yaml')
    .option('--only <names>', 'only these tools, separated by commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-schemas.ts')).optimizeSchemas(context, options)),
    );
  command('skills', 'propose shorter descriptions of skills, and skills to leave out')
    .option('--since <time>', 'only sessions of this time, such as 12h, 30d or 8w (default: all)', secondsOf)
    .option('--persona <name>', 'only sessions of this persona, and its skills')
    .option(
      '--context-window <tokens>',
      'context window of the host, in tokens (default: what hosts assume when they do not know it)',
      numberFrom(1),
    )
    .option('--check', 'exit 1 when there is something to propose')
    .option('--apply', 'write the proposal into the packs and pegboard.yaml')
    .option('--only <names>', 'only these skills, separated by commas', commaList)
    .action((options) =>
      run(async (context) => (await import('../commands/optimize-skills.ts')).optimizeSkills(context, options)),
    );
  command('undo', 'undo what --apply wrote last; later changes to other fields stay').action(() =>
    run(async (context) => (await import('../commands/optimize-undo.ts')).optimizeUndo(context)),
  );
}

function from(): Option {
  return new Option('--from <basis>', 'sessions that were read from logs, or golden queries')
    .choices(['usage', 'evals'])
    .default('usage');
}
