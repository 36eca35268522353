import { type Command, Option } from 'commander';
import { catalogFormatSchema } from '#shared/domain/export-plan.ts';
import { nativeSearchSchema, providerNameSchema } from '#shared/domain/payload.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import type { AddCommand, Run } from './options.ts';

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
      run(async (context) => (await import('../commands/export-payload.ts')).exportPayload(context, options)),
    );
  const writing = (made: Command) =>
    made
      .option('--dry-run', 'show the plan and write nothing')
      .option('--keep <path...>', 'leave these files as people changed them')
      .option('--yes', 'agree to replace the other files that people changed')
      .option(
        '--branch <name>',
        'commit to a branch of the git repository around the folder: the current one, or a new one that is checked out',
      )
      .option('--message <text>', 'message of that commit');
  writing(
    command(
      'catalog',
      'what was tuned, for the agent: patterns, modes and curation, with a report of what does not map',
    )
      .addOption(
        new Option('--as <format>', 'format to write').choices(catalogFormatSchema.options).makeOptionMandatory(),
      )
      .option('--persona <name>', 'only what this persona may use')
      .option('--out <file>', 'file to write, or a folder; without it the catalog is printed'),
  ).action((options) =>
    run(async (context) => (await import('../commands/export-catalog.ts')).exportCatalog(context, options)),
  );
  writing(
    command('packs <pack...>', 'packs of the workspace, and shipped:<pack>, each to a folder of its name')
      .addOption(new Option('--to <format>', 'format to write').choices(skillFormatSchema.options).default('skill-md'))
      .requiredOption('--out <folder>', 'folder to write to')
      .option('--flat', 'the only pack lies in the folder itself'),
  ).action((packs: string[], options) =>
    run(async (context) => (await import('../commands/export-packs.ts')).exportPacks(context, packs, options)),
  );
}
