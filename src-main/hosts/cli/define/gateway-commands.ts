import { type AddCommand, numberFrom, type Run, secondsOf, timeOption } from './options.ts';

/** Adds the commands about the gateway. */
export function addGatewayCommands(command: AddCommand, run: Run): void {
  command('log', 'what hosts listed, searched, got and called')
    .option('--json', 'the same as --format json')
    .addOption(timeOption('--since <time>', 'how far back, such as 30m, 12h, 7d or 2w', '7d'))
    .option('--limit <count>', 'records to list, the newest', listed, 50)
    .option('--before <id>', 'only records before the one with this number', numberFrom(1))
    .option('--clear', 'remove every record')
    .option('--config <file>', 'settings of a gateway server: show its log instead, from its store if it has one')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-log.ts')).gatewayLog(context, options)),
    );
  command('token', 'make the token that hosts send over HTTP, and show it once')
    .option('--persona <name>', 'a token that serves this persona alone')
    .option('--new', 'make another token instead of the existing one')
    .option('--hash', 'make a token for a gateway server without storing it, and show it with its hash')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-token.ts')).gatewayToken(context, options)),
    );
  command('tokens', 'tokens that the store of a gateway server keeps, and when each was last used')
    .option('--config <file>', settingsText, defaultSettings)
    .option('--add <name>', 'make a token for this person, team or program, and show it once')
    .option('--persona <name>', 'with --add: the persona that it serves (default: all that the policy allows)')
    .option(
      '--expires <time>',
      'with --add: how long it works, such as 12h or 90d (default: until it is revoked)',
      secondsOf,
    )
    .option('--revoke <name>', 'revoke the token with this name')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-tokens.ts')).gatewayTokens(context, options)),
    );
  command('sign-ins', 'who signed in at the servers behind a gateway server, when, and when that was last used')
    .option('--config <file>', settingsText, defaultSettings)
    .option('--source <name>', 'only sign-ins at this source')
    .option('--revoke <caller>', 'end the sign-ins of a caller, given by name or as in the column caller of the list')
    .option('--reseal', 'seal every sign-in with the first of sign_in_keys, so that you can remove the other keys')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-sign-ins.ts')).gatewaySignIns(context, options)),
    );
  command('trail', 'who changed policies, personas, approvals and tokens of a gateway server')
    .option('--config <file>', settingsText, defaultSettings)
    .option('--limit <count>', 'entries to list, the newest', listed, 50)
    .option('--export', 'print every entry as a line of JSON')
    .option('--verify [file]', 'check the hash chain of the store, or of a file that --export wrote')
    .option('--expect <hash>', 'with --verify: an entry with this hash must be there')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-trail.ts')).gatewayTrail(context, options)),
    );
  command('serve', 'serve one catalog to many callers, as a settings file says')
    .option('--config <file>', settingsText, defaultSettings)
    .option('--start-all', 'start every server that you agreed to now instead of on first use')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-serve.ts')).gatewayServe(context, options)),
    );
  command('status', 'what a gateway server serves, what fails, who calls, and what waits for approval')
    .requiredOption('--address <url>', 'its public address, such as https://tools.example.com')
    .requiredOption('--token-env <name>', 'environment variable that holds an admin token')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-status.ts')).gatewayStatus(context, options)),
    );
  command('who', 'what a token may see on a gateway server, and why; the token comes from stdin')
    .option('--config <file>', settingsText, defaultSettings)
    .option('--claims', 'read the claims of an access token as JSON from stdin instead; only the rules are checked')
    .action((options) =>
      run(async (context) => (await import('../commands/gateway-who.ts')).gatewayWho(context, options)),
    );
}

const settingsText = 'the settings of the server';
const defaultSettings = 'pegboard-gateway.yaml';
const listed = numberFrom(1, 10_000);
