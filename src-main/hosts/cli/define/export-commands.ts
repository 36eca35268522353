import { type Command, Option } from 'commander';
import { agentFormSchema } from '#shared/domain/agent-forms.ts';
import { catalogFormatSchema } from '#shared/domain/export-plan.ts';
import { nativeSearchSchema, providerNameSchema } from '#shared/domain/payload.ts';
import { pluginFormSchema } from '#shared/domain/plugin-forms.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { type AddCommand, list, type Run } from './options.ts';

/** Adds the commands under `pegboard export`. */
export function addExportCommands(command: AddCommand, run: Run): void {
  command('payload', 'build the request that a provider would get for the catalog; nothing is sent', [
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
      .option('--keep <path...>', 'keep these files as people changed them')
      .option('--yes', 'agree to replace the other files that people changed')
      .option(
        '--branch <name>',
        'commit to a branch of the git repository around the folder: the current one, or a new one that is checked out',
      )
      .option('--message <text>', 'message of that commit');
  writing(
    command(
      'catalog',
      'export the tuned catalog for the agent: patterns, modes and overlays, with a report of what does not map',
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
    command('packs <pack...>', 'export packs of the workspace, or shipped:<pack>, each to a folder with its name')
      .addOption(new Option('--to <format>', 'format to write').choices(skillFormatSchema.options).default('skill-md'))
      .requiredOption('--out <folder>', 'folder to write to')
      .option('--flat', 'write the only pack into the folder itself'),
  ).action((packs: string[], options) =>
    run(async (context) => (await import('../commands/export-packs.ts')).exportPacks(context, packs, options)),
  );
  writing(
    command('plugin', 'export packs and live sources as one plugin, with a report of what the form cannot say')
      .addOption(new Option('--as <form>', 'form to write').choices(pluginFormSchema.options).makeOptionMandatory())
      .requiredOption('--name <name>', 'name of the plugin')
      .requiredOption('--out <folder>', 'folder to write to')
      .option('--pack <pack>', 'a pack of the workspace, or shipped:<pack>; may be repeated', list)
      .option('--source <name>', 'a live source; may be repeated', list)
      .option('--plugin-version <version>', 'version of the plugin, such as 1.2.0')
      .option('--description <text>', 'what the plugin does')
      .option('--author <name>', 'who makes the plugin')
      .option('--license <id>', 'its licence, such as MIT')
      .option('--marketplace <name>', 'also write a catalog with this name; the plugin is then in plugins/<name>'),
  ).action((options) =>
    run(async (context) => (await import('../commands/export-plugin.ts')).exportPlugin(context, options)),
  );
  writing(
    command(
      'agent',
      'export a persona as an agent file of a program: its tools, by the names that the program gives them',
    )
      .addOption(new Option('--as <program>', 'whose file').choices(agentFormSchema.options).makeOptionMandatory())
      .requiredOption('--persona <name>', 'persona whose tools the agent may use')
      .requiredOption(
        '--out <folder>',
        'folder of the project; the file is in .claude/agents or .codex/agents below it',
      )
      .addOption(
        new Option('--via <way>', 'the program has the servers itself, or Pegboard serves them')
          .choices(['sources', 'gateway'])
          .default('sources'),
      )
      .option('--name <name>', 'name of the agent (default: that of the persona)')
      .option('--description <text>', 'when to use the agent')
      .option('--model <model>', 'model of the agent'),
  ).action((options) =>
    run(async (context) => (await import('../commands/export-agent.ts')).exportAgent(context, options)),
  );
}
