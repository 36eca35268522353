import { type Command, Option } from 'commander';
import { nativeSearchSchema, providerNameSchema } from '#shared/domain/payload.ts';
import type { CommandContext, CommandResult } from './command-context.ts';

type Run = (work: (context: CommandContext) => CommandResult) => Promise<void>;
type AddCommand = (usage: string, description: string, formats?: readonly string[]) => Command;

/** Adds the commands under `pegboard export`. */
export function addExportCommands(command: AddCommand, run: Run): void {
  command('payload', 'the request that a provider would get of the catalog; nothing is sent', [
    'human',
    'json',
    'curl',
    'typescript',
  ])
    .addOption(
      new Option('--provider <provider>', 'whose request').choices(providerNameSchema.options).makeOptionMandatory(),
    )
    .option('--query <text>', 'what the user says')
    .option('--persona <name>', 'only what this persona may use')
    .option('--profile <name>', 'under this profile', 'workspace')
    .addOption(new Option('--search <algorithm>', 'how Anthropic searches').choices(nativeSearchSchema.options))
    .option('--history <file>', 'messages so far, ours or those of any provider')
    .option('--no-cache', 'without marks for the prompt cache')
    .action((options) =>
      run(async (context) => (await import('./commands/export-payload.ts')).exportPayload(context, options)),
    );
}
