import type { Finding } from '#shared/domain/finding.ts';
import { variableName } from '../../secrets/variable-references.ts';
import type { ClientDefinition, ReadContext } from '../client-definition.ts';
import { type ConfigDocument, parseJsonDocument } from '../config-document.ts';
import { inEachVsCode } from '../machine-folders.ts';
import { type Dialect, isRecord, readServerMap, strayKeys, valueAt } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'vscode',
  clientKeys: ['gallery', 'version', 'dev', 'sandbox', 'sandboxEnabled', 'oauth'],
};

/**
 * VS Code: `servers` and `inputs` in mcp.json, of the user profile and of a project, with comments; and the same two below
 * `mcp` in settings.json, where earlier versions kept them. An input is asked for when the server starts: here it becomes
 * an environment variable named after it.
 */
export const vscode: ClientDefinition = {
  client: 'vscode',
  title: 'VS Code',
  userLocations: (machine) => [...inEachVsCode(machine, 'mcp.json'), ...inEachVsCode(machine, 'settings.json')],
  projectLocations: ['.vscode/mcp.json', '.vscode/settings.json'],
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return { servers: [], findings: [mistake] };
    const isSettings = /(^|[\\/])settings\.json$/.test(context.path);
    const section = isSettings ? ['mcp'] : [];
    const { servers, findings } = readServerMap(document, [...section, 'servers'], dialect, context);
    const stray = isSettings ? [] : strayKeys(document, ['servers', 'inputs', '$schema'], context);
    return { servers, findings: [...stray, ...inputFindings(document, [...section, 'inputs'], context), ...findings] };
  },
};

/** Which variable stands for which input. What an input would offer or run to get its value is not carried over. */
function inputFindings(document: ConfigDocument, path: readonly string[], context: ReadContext): Finding[] {
  const inputs = valueAt(document.value, path);
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((input, i) => {
    if (!isRecord(input) || typeof input.id !== 'string') return [];
    const start = document.placeOf([...path, i]);
    const isPrompt = input.type === undefined || input.type === 'promptString';
    return [
      {
        code: 'input_variable',
        severity: isPrompt ? ('info' as const) : ('warning' as const),
        message: `The input "${input.id}" becomes the variable ${variableName(input.id)}${isPrompt ? '' : `; how VS Code gets it (${typeof input.type === 'string' ? input.type : 'unknown'}) is not carried over`}.`,
        path: context.path,
        ...(start ? { range: { start } } : {}),
      },
    ];
  });
}
