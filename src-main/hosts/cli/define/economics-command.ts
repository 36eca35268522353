import { InvalidArgumentError, Option } from 'commander';
import { accumulationSchema, hiddenCostSchema } from '#shared/domain/economics.ts';
import { modelPrices } from '#shared/domain/model-prices.ts';
import type { AddCommand, Run } from './options.ts';

/** Adds `pegboard economics` and its options. */
export function addEconomicsCommand(command: AddCommand, run: Run): void {
  command('economics', 'what deferring tools saves: tokens, cost, break-even, from your own numbers', [
    'human',
    'json',
    'csv',
  ])
    .option('--seed', 'use the reference figures instead of those of the workspace')
    .option('--profile <name>', 'measure discovery under this profile (default: workspace)')
    .option('--persona <name>', 'measure for this persona')
    .addOption(new Option('--estimator <name>', 'what counts tokens').choices(['estimate', 'o200k']))
    .option('--tools-per-run <count>', 'tools that a task finds and keeps (default: 3)', number)
    .option('--steps <count>', 'requests per task (default: 5)', number)
    .addOption(
      new Option('--accumulation <how>', 'whether requests contain the whole conversation').choices(
        accumulationSchema.options,
      ),
    )
    .option('--history <tokens>', 'tokens that a request adds to the history (default: 200)', number)
    .option('--search-history <tokens>', 'further tokens that the search adds (default: 200)', number)
    .option(
      '--hidden <costs>',
      `extra costs to count, separated by commas: ${hiddenCostSchema.options.join(', ')}; rules=250 sets the tokens`,
      names,
    )
    .option('--hidden-each-step', 'hidden costs count in every request after the first')
    .option('--requests <count>', 'requests per day (default: 10000)', number)
    .option('--model <name>', `prices of this model, in US dollars, from the list of ${modelPrices.published}`)
    .option('--price <money>', 'price per million input tokens (default: 0.15)', number)
    .option('--mix <A/B/C>', 'requests of each type per hundred (default: 60/30/10)', numbers)
    .option('--cached-price <money>', 'price per million tokens that a prompt cache held', number)
    .option(
      '--cached <all/discovery>',
      'share of tokens that the cache held, 0 to 1, with all tools and with discovery',
      numbers,
    )
    .option('--spend <money>', 'current spend per month (default: as computed)', number)
    .option('--savings-rate <share>', 'share saved, 0 to 1, or computed', rate)
    .option('--cost <money>', 'cost to set up tool search (default: 600)', number)
    .action((options) =>
      run(async (context) => (await import('../commands/economics.ts')).economics(context, options)),
    );
}

function number(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

function numbers(text: string): number[] {
  return text.split('/').map(number);
}

function rate(text: string): number | 'computed' {
  return text === 'computed' ? text : number(text);
}

function names(text: string): string[] {
  return text.split(',').map((name) => {
    const [cost, tokens] = name.trim().split('=');
    if (!hiddenCostSchema.options.some((known) => known === cost)) {
      throw new InvalidArgumentError(`It must be one of ${hiddenCostSchema.options.join(', ')}.`);
    }
    if (tokens !== undefined) number(tokens);
    return name.trim();
  });
}
