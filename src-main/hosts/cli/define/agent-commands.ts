import { type AddCommand, type Run, wholeNumber } from './options.ts';

/** Adds the commands about what an agent gets and does: prompt, simulate, budgets. */
export function addAgentCommands(command: AddCommand, run: Run): void {
  command('prompt', 'the system prompt that the agent would send, with the tokens of each block')
    .option('--profile <name>', 'render under this profile', 'workspace')
    .option('--persona <name>', 'render for this persona')
    .option('--query <text>', 'what the user asks, for the hints')
    .option('--diff <profile>', 'compare with this profile, block by block')
    .option('--at <version>', 'of the workspace as a version in git has it: HEAD, a branch, a tag, a commit')
    .option('--diff-at <version>', 'compare with this version in git')
    .option('--leaks', 'prove instead that no name hidden from the persona stands in a text that a model could read')
    .action((options) =>
      run(async (context) =>
        options.leaks
          ? (await import('../commands/prompt-leaks.ts')).promptLeaks(context, options)
          : (await import('../commands/prompt.ts')).prompt(context, options),
      ),
    );
  command('simulate <scenario>', 'play a *.scenario.yaml: steps, events, tokens, expectations')
    .option('--live', "the scenario's live model plays in place of its scripts")
    .option('--history <file>', 'begin with these messages; what they show as found is visible, and nothing else')
    .option('--update', 'write the golden trace beside the scenario')
    .option('--diff <steps>', 'compare the prompts of two steps, such as 2,5: counted from 1 over all turns')
    .option('--remember', 'begin with the working memory that its session has, and keep it in your own folder')
    .option('--forget', 'remove what is kept of its session first')
    .option('--record <file>', 'write what the model and the real tools said as a scenario that plays without them')
    .option('--yes', 'agree to start the servers of its live tools, and to calls that may destroy something')
    .action((scenario: string, options) =>
      run(async (context) => (await import('../commands/simulate.ts')).simulate(context, scenario, options)),
    );
  command('budgets', 'what each host would show of the tools and skills, and what it would cut')
    .option('--context-window <tokens>', "the model's context window, tokens", wholeNumber, 200_000)
    .option('--no-context-window', 'as where the window is not known')
    .action((options) => run(async (context) => (await import('../commands/budgets.ts')).budgets(context, options)));
}
