import { join, resolve } from 'node:path';
import { shellWord } from '#core/client-configs/start-command.ts';
import { counted } from '#shared/counted.ts';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { projectConfigs } from './import-project.ts';

/** `pegboard init [dir]`: makes a workspace. Error: `workspace_exists`. */
export async function init(context: CommandContext, folder: string | undefined): CommandResult {
  const root = resolve(context.io.cwd, folder ?? '.');
  return withServices(context, async (services) => {
    const summary = await services.workspace.init({ path: root });
    const found = await projectConfigs(services, root);
    const configs = found.map(({ file, servers }) => ({ file, servers }));
    context.reporter.result('init/1', { path: summary.path, configs }, () => {
      const into = root === context.io.cwd ? '' : `cd ${plainText(shellWord(folder ?? '.'))}\n  `;
      const imports = found[0]
        ? found
            .map(({ file, servers }) => `pegboard import ${plainText(file)}    (${counted(servers, 'MCP server')})`)
            .join('\n  ')
        : 'pegboard import <captured tools.json>';
      return `Made ${plainText(join(root, 'pegboard.yaml'))}.\nNext:\n  ${into}${imports}\n  pegboard search "what you need" --explain\n  pegboard simulate scenarios/echo.scenario.yaml`;
    });
    return 0;
  });
}
