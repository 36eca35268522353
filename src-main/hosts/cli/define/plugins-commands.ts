import { Option } from 'commander';
import type { AddCommand, Run } from './options.ts';

/** Adds the commands under `pegboard plugins`. */
export function addPluginsCommands(command: AddCommand, run: Run): void {
  command(
    'validate <path>',
    'check a plugin, or a folder with a catalog of plugins: Agent Plugins, Claude Code, Codex; starts nothing',
    ['human', 'json', 'sarif'],
  )
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 on findings of this severity or higher')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .action((path: string, options) =>
      run(async (context) =>
        (await import('../commands/plugins-validate.ts')).validatePluginsAt(context, path, options),
      ),
    );
}
