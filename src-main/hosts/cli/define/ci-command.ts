import { Option } from 'commander';
import { type AddCommand, list, type Run } from './options.ts';

/** Adds `pegboard ci`. */
export function addCiCommand(command: AddCommand, run: Run): void {
  command(
    'ci',
    'check the workspace for a pull request: findings, sources, golden queries, tokens by tool; exit 10 to 13 name what failed',
  )
    .option('--base <version>', 'compare tools, prompt and golden queries with this version in git')
    .option('--baseline <file>', 'findings that are accepted (default: pegboard-baseline.json of the workspace)')
    .option('--write-baseline', 'accept the current findings: write that file, and keep the reasons in it')
    .addOption(
      new Option('--fail-on <severity>', 'fail on findings of this severity or higher')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .option('--skills <path>', 'also check the skills in this file or folder; may be repeated', list)
    .option('--source <name=file>', 'compare a captured list with this source; may be repeated', list)
    .option('--live', 'start every live server and compare what it lists with its source')
    .option('--compare <report>', 'compare golden queries with this report of "pegboard eval" instead of --base')
    .option(
      '--fail-under <metric=value>',
      'fail when a metric of the golden queries is below this; may be repeated',
      list,
    )
    .option('--allow-worse', 'report golden queries that got worse without failing')
    .option('--markdown <file>', 'write the summary as Markdown')
    .option('--sarif <file>', 'write the findings that are not accepted as SARIF 2.1.0')
    .action((options) => run(async (context) => (await import('../commands/ci.ts')).ci(context, options)));
}
