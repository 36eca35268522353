import { resolve } from 'node:path';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';

/** `pegboard init [dir]`: makes a workspace. Error: `workspace_exists`. */
export async function init(context: CommandContext, folder: string | undefined): CommandResult {
  const root = resolve(context.io.cwd, folder ?? '.');
  return withServices(context, async (services) => {
    const summary = await services.workspace.init(root);
    context.reporter.result('init/1', { path: summary.path }, () => {
      const into = folder === undefined ? '' : `cd ${folder}\n  `;
      return `Made ${root}/pegboard.yaml.\nNext:\n  ${into}pegboard import <captured tools.json>\n  pegboard search "what you need" --explain\n  pegboard simulate scenarios/echo.scenario.yaml`;
    });
    return 0;
  });
}
