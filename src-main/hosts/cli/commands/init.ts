import { join, resolve } from 'node:path';
import { shellWord } from '#core/client-configs/start-command.ts';
import { counted } from '#shared/counted.ts';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { projectConfigs } from './import-project.ts';

/** What one may do first in a workspace with the demo. */
const demoSteps = 'pegboard tools --tokens\n  pegboard experiment run --plan';

/** `pegboard init [dir]`: makes a workspace. Errors: `workspace_exists`, with `demo` also `file_exists`. */
export async function init(
  context: CommandContext,
  folder: string | undefined,
  { demo = false }: { readonly demo?: boolean },
): CommandResult {
  const root = resolve(context.io.cwd, folder ?? '.');
  return withServices(context, async (services) => {
    const summary = await services.workspace.init({ path: root, ...(demo ? { demo } : {}) });
    const found = await projectConfigs(services, root);
    const configs = found.map(({ file, servers }) => ({ file, servers }));
    context.reporter.result('init/1', { path: summary.path, configs }, () => {
      const into = root === context.io.cwd ? '' : `cd ${plainText(shellWord(folder ?? '.'))}\n  `;
      const imports = found[0]
        ? found
            .map(({ file, servers }) => `pegboard import ${plainText(file)}    (${counted(servers, 'MCP server')})`)
            .join('\n  ')
        : 'pegboard import <captured tools.json>';
      return `Made ${plainText(join(root, 'pegboard.yaml'))}.\nNext:\n  ${into}${demo ? demoSteps : imports}\n  pegboard search "what you need" --explain\n  pegboard simulate scenarios/echo.scenario.yaml`;
    });
    return 0;
  });
}
