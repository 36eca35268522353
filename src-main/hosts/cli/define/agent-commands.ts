import { type AddCommand, numberFrom, type Run } from './options.ts';

/** Adds the commands about what an agent gets and does: prompt, simulate, budgets. */
export function addAgentCommands(command: AddCommand, run: Run): void {
  command('prompt', 'the system prompt that the agent would send, with the tokens of each block')
    .option('--profile <name>', 'render under this profile', 'workspace')
    .option('--persona <name>', 'render for this persona')
    .option('--query <text>', 'what the user asks, for the hints')
    .option('--diff <profile>', 'compare with this profile, block by block')
    .option('--at <version>', 'use the workspace as it is in this version in git: HEAD, a branch, a tag, a commit')
    .option('--diff-at <version>', 'compare with this version in git')
    .option('--leaks', 'check instead that no text for the model contains a name that is hidden from the persona')
    .action((options) =>
      run(async (context) =>
        options.leaks
          ? (await import('../commands/prompt-leaks.ts')).promptLeaks(context, options)
          : (await import('../commands/prompt.ts')).prompt(context, options),
      ),
    );
  command('simulate <scenario>', 'run a *.scenario.yaml: show steps, events, tokens, expectations')
    .option('--live', 'use the live model of the scenario instead of its scripts')
    .option('--history <file>', 'start from these messages; only the tools that they show as found are visible')
    .option('--update', 'write the golden trace beside the scenario')
    .option('--diff <steps>', 'compare the prompts of two steps, such as 2,5: counted from 1 over all turns')
    .option('--remember', 'start with the working memory of the session, and keep it in your own folder')
    .option('--forget', 'delete the kept memory of the session first')
    .option(
      '--record <file>',
      'record the replies of the model and the real tools as a scenario that runs without them',
    )
    .option('--yes', 'agree to start the servers of its live tools, and to calls that may destroy something')
    .action((scenario: string, options) =>
      run(async (context) => (await import('../commands/simulate.ts')).simulate(context, scenario, options)),
    );
  command('budgets', 'show which tools and skills each host would list, and what it would cut')
    .option('--context-window <tokens>', "the model's context window, tokens", numberFrom(1), 200_000)
    .option('--no-context-window', 'treat the context window as unknown')
    .action((options) => run(async (context) => (await import('../commands/budgets.ts')).budgets(context, options)));
}
