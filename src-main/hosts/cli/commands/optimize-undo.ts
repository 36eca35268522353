import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';

/** What follows a report whose proposal was written. */
export const undoHint = 'Take it back with pegboard optimize undo.';
export const writtenToConfig = `Written to pegboard.yaml. ${undoHint}`;

/** `pegboard optimize undo`: takes back what `--apply` wrote last. Errors: `undo_gone`, `file_changed`. */
export async function optimizeUndo(context: CommandContext): CommandResult {
  return withWorkspace(context, async (services) => {
    const { label, at, files } = await services.optimize.takeBack();
    context.reporter.result(
      'optimize-undo/1',
      { label, at, files },
      () => `Took back "${label}" of ${at}: ${files.join(', ')}.`,
    );
    return 0;
  });
}
