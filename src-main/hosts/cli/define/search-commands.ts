import { Option } from 'commander';
import { loadingModeSchema } from '#shared/domain/loading-mode.ts';
import { rankingSchema, searchTypeSchema } from '#shared/domain/search-request.ts';
import { type AddCommand, commaList, list, numberFrom, type Run } from './options.ts';

/** Adds the commands about the catalog and its search: tools, search, confusable, get, models, eval. */
export function addSearchCommands(command: AddCommand, run: Run): void {
  command('tools', 'list the catalog: each tool, its mode and why; with --tokens what each costs')
    .option('--tokens', 'show the tokens of each definition')
    .option(
      '--problems',
      'only tools whose definitions have findings, with the findings; exit 1 on a warning or an error',
    )
    .option('--namespace <namespace>', 'only tools of this namespace')
    .addOption(new Option('--mode <mode>', 'only tools of this mode').choices(loadingModeSchema.options))
    .action((options) => run(async (context) => (await import('../commands/tools.ts')).tools(context, options)));
  command('search <query>', 'search for tools as the model would, with tool_search')
    .addOption(
      new Option('--type <type>', 'how to search').choices([...searchTypeSchema.options, 'hybrid']).default('fts'),
    )
    .option('--limit <count>', 'largest number of results, 1 to 20 (default: 8, of hybrid 5)', numberFrom(1, 20))
    .option('--include-always-loaded', 'also find tools that are in the prompt anyway')
    .option('--persona <name>', 'search as this persona')
    .option('--explain', 'show how every score is computed')
    .option('--why-not <tool>', 'explain why this tool is not found or ranks low, and what would lift it')
    .addOption(
      new Option('--ranking <ranking>', 'rank fts by this (default: what pegboard.yaml says)').choices(
        rankingSchema.options,
      ),
    )
    .option('--yes', 'agree to send texts to the address of the model that pegboard.yaml names')
    .option('--compare [engines]', 'several engines side by side, separated by commas (default: all)', commaList)
    .action((query: string, options) =>
      run(async (context) =>
        options.compare === undefined
          ? (await import('../commands/search.ts')).search(context, query, options)
          : (await import('../commands/search-compare.ts')).compare(context, query, options),
      ),
    );
  command(
    'confusable',
    'pairs of tools that queries cannot tell apart, and the words that would separate them; exit 1 when there are any',
  )
    .option('--persona <name>', 'look at what this persona may use')
    .option('--limit <count>', 'largest number of pairs to print', numberFrom(1), 20)
    .action((options) =>
      run(async (context) => (await import('../commands/confusable.ts')).confusable(context, options)),
    );
  command('get <name...>', 'tool_get: the records of tools by name')
    .option('--persona <name>', 'get as this persona')
    .option('--no-schemas', 'leave the schemas out')
    .option('--no-examples', 'leave the examples out')
    .action((names: string[], options) =>
      run(async (context) => (await import('../commands/get.ts')).get(context, names, options)),
    );
  command(
    'models [action]',
    'models that compare meanings: list them, test the one that pegboard.yaml names, prepare the vectors of the tools; fetches nothing',
  )
    .option('--persona <name>', 'with prepare: the tools that this persona may use')
    .option('--yes', 'agree to send texts to the address of the model that pegboard.yaml names')
    .action((action: string | undefined, options) =>
      run(async (context) => (await import('../commands/models.ts')).models(context, action, options)),
    );
  command(
    'eval [action] [words...]',
    'measure how well searches find the expected tools of golden queries; manage the queries with list, add "query" tool…, and remove "query" [tool]',
  )
    .option('--queries <file>', 'a queries.jsonl, each line {"query", "relevant": [names]} (default: evals/*.jsonl)')
    .option('--file <path>', 'use only this file of golden queries, or add to it, such as evals/golden.jsonl')
    .option('--tools <file>', 'search the tools of this file (default: those of the workspace)')
    .option(
      '--engine <names>',
      'engines to compare, separated by commas (default: what pegboard.yaml ranks by)',
      commaList,
    )
    .option('--fail-under <metric=value>', 'exit with 1 when an engine is below this, such as hit@5=0.9', list)
    .option(
      '--compare <path>',
      'compare query by query with a kept report (json), or with the tools of another workspace',
    )
    .option('--fail-on-worse', 'with --compare: exit with 1 when a query got worse')
    .option('--by-namespace', 'show each namespace too')
    .option('--intervals', 'say how sure each mean is: 95 % bootstrap intervals')
    .option(
      '--junit <file>',
      'write JUnit XML: one case for each query, failed when no expected result is in the first five',
    )
    .option('--persona <name>', 'measure what this persona finds')
    .action((action: string | undefined, words: string[], options) =>
      run(async (context) =>
        action === undefined
          ? (await import('../commands/eval.ts')).evaluate(context, options)
          : (await import('../commands/eval-golden.ts')).golden(context, action, words, options),
      ),
    );
}
