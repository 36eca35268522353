import { InvalidArgumentError } from 'commander';
import { type AddCommand, type Run, secondsOf, wholeNumber } from './options.ts';

/** Most records that one command lists. */
const mostListed = 10_000;

/** Adds the commands about the gateway. */
export function addGatewayCommands(command: AddCommand, run: Run): void {
  command('log', 'what hosts listed, searched, got and called')
    .option('--json', 'the same as --format json')
    .option('--since <time>', 'how far back, such as 30m, 12h, 7d or 2w (default: 7d)', secondsOf, secondsOf('7d'))
    .option('--limit <count>', 'records to list, the newest (default: 50)', listed, 50)
    .option('--before <id>', 'only records before the one with this number', wholeNumber)
    .option('--clear', 'remove every record')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-log.ts')).gatewayLog(context, options)),
    );
  command('token', 'make the token that hosts send over HTTP, and show it once')
    .option('--persona <name>', 'a token that serves this persona alone')
    .option('--new', 'make another token instead of the existing one')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-token.ts')).gatewayToken(context, options)),
    );
}

function listed(text: string): number {
  const count = wholeNumber(text);
  if (count < 1 || count > mostListed) throw new InvalidArgumentError(`It must be from 1 to ${mostListed}.`);
  return count;
}
