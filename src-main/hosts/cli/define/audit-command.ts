import { Option } from 'commander';
import type { AddCommand, Run } from './options.ts';

/** Adds `pegboard audit`. */
export function addAuditCommand(command: AddCommand, run: Run): void {
  command(
    'audit [path]',
    'find definitions of tools that attack a model or its user, in a workspace, a captured file or a folder; starts nothing',
    ['human', 'json', 'sarif', 'junit', 'markdown'],
  )
    .addOption(
      new Option('--fail-on <verdict>', 'exit 1 when a tool gets this verdict or a worse one')
        .choices(['review', 'quarantine'])
        .default('review'),
    )
    .option('--against <path>', 'an earlier listing: what a tool did not have then is suspicious')
    .action((path: string | undefined, options) =>
      run(async (context) => (await import('../commands/audit.ts')).audit(context, path, options)),
    );
}
