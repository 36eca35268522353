import { shellWord } from '#core/client-configs/start-command.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { CommandContext, CommandResult } from './command-context.ts';

/**
 * Runs an import. Where there is no workspace, the error gives the line that makes one and imports these words: an import is often the first
 * command of all.
 */
export async function initFirst(
  { workspace }: CommandContext,
  words: readonly string[],
  work: () => CommandResult,
): CommandResult {
  try {
    return await work();
  } catch (error) {
    if (!isPegboardError(error) || error.code !== 'workspace_not_found' || workspace !== undefined) throw error;
    const again = ['pegboard import', ...words.map(shellWord)].join(' ');
    throw new PegboardError(error.code, error.message, {
      hint: `Make one here and import: pegboard init && ${again}\nOr name one with --workspace <folder>.`,
      ...(error.data === undefined ? {} : { data: error.data }),
    });
  }
}
