import { type AddCommand, commaList, type Run, timeOption } from './options.ts';

/** Adds `pegboard usage` and its options. */
export function addUsageCommand(command: AddCommand, run: Run): void {
  command('usage', 'what agents actually searched for and called, according to the logs on this computer', [
    'human',
    'json',
    'csv',
  ])
    .addOption(timeOption('--since <time>', 'how far back, such as 12h, 30d or 8w', '30d'))
    .option(
      '--from <origins>',
      'read these logs now: claude-code, codex, gateway, or files and folders; separated by commas',
      commaList,
    )
    .option('--forget', 'remove what was kept of all logs')
    .option('--golden', 'propose golden queries in the words of real searches')
    .option('--persona <name>', 'with --golden: only searches of this persona (default: searches without a persona)')
    .option('--write <file>', 'with --golden: add the proposals to this file of evals/')
    .action((options) => run(async (context) => (await import('../commands/usage.ts')).usage(context, options)));
}
