import type { Finding } from '#shared/domain/finding.ts';
import { variableName } from '../../secrets/variable-references.ts';
import {
  type ClientDefinition,
  joinedConfigs,
  noServers,
  type ReadConfig,
  type ReadContext,
  type VariableNote,
} from '../client-definition.ts';
import { type ConfigDocument, parseJsonDocument } from '../config-document.ts';
import { inEachVsCode } from '../machine-folders.ts';
import { type Dialect, isRecord, readServerMap, strayKeys, valueAt } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'vscode',
  hasEnvFile: true,
  clientKeys: ['gallery', 'version', 'dev', 'sandbox', 'sandboxEnabled', 'oauth'],
};

/**
 * VS Code: `servers` and `inputs` in mcp.json, of the user profile and of a project, with comments; and the same two below
 * `mcp` in settings.json, where earlier versions kept them. An input is asked for when the server starts: here it becomes
 * an environment variable named after it.
 */
export const vscode: ClientDefinition = {
  client: 'vscode',
  fileName: /(^|[\\/])\.vscode[\\/](mcp|settings)\.json$/i,
  userLocations: (machine) => [...inEachVsCode(machine, 'mcp.json'), ...inEachVsCode(machine, 'settings.json')],
  projectLocations: ['.vscode/mcp.json', '.vscode/settings.json'],
  entry: { format: 'json', path: ['servers'], fields: { type: 'stdio' }, file: /[\\/]mcp\.json$/ },
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const isSettings = /(^|[\\/])settings\.json$/.test(context.path) || isLikeSettings(document.value);
    if (isSettings) {
      // Settings may be written as `"mcp": {"servers": …}` and as `"mcp.servers": …`.
      return joinedConfigs([
        readPart(document, { servers: ['mcp', 'servers'], inputs: ['mcp', 'inputs'] }, context),
        readPart(document, { servers: ['mcp.servers'], inputs: ['mcp.inputs'] }, context),
      ]);
    }
    const stray = strayKeys(document, ['servers', 'inputs', '$schema'], context);
    const read = readPart(document, { servers: ['servers'], inputs: ['inputs'] }, context);
    return { ...read, findings: [...stray, ...read.findings] };
  },
};

/** Settings under another name. */
function isLikeSettings(value: unknown): boolean {
  if (valueAt(value, ['servers']) !== undefined) return false;
  return isRecord(valueAt(value, ['mcp', 'servers'])) || isRecord(valueAt(value, ['mcp.servers']));
}

function readPart(
  document: ConfigDocument,
  paths: { readonly servers: readonly string[]; readonly inputs: readonly string[] },
  context: ReadContext,
): ReadConfig {
  const read = readServerMap(document, paths.servers, dialect, context);
  const inputs = readInputs(document, paths.inputs, context);
  return {
    ...read,
    findings: [...inputs.findings, ...read.findings],
    values: withDefaults(read, inputs.defaults),
    notes: inputs.notes,
  };
}

interface Inputs {
  readonly findings: readonly Finding[];
  readonly notes: ReadonlyMap<string, VariableNote>;
  /** Values by variable. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** The variable that represents each input. What an input would offer or run to get its value is not carried over. */
function readInputs(document: ConfigDocument, path: readonly string[], context: ReadContext): Inputs {
  const inputs = valueAt(document.value, path);
  const findings: Finding[] = [];
  const notes = new Map<string, VariableNote>();
  const defaults = new Map<string, string>();
  for (const [i, input] of (Array.isArray(inputs) ? inputs : []).entries()) {
    if (!isRecord(input) || typeof input.id !== 'string') continue;
    const variable = variableName(input.id);
    const start = document.placeOf([...path, i]);
    const isAsked = input.type === undefined || input.type === 'promptString' || input.type === 'pickString';
    findings.push({
      code: 'input_variable',
      severity: isAsked ? 'info' : 'warning',
      message: `The input "${input.id}" becomes the variable ${variable}${isAsked ? '' : `; how VS Code gets it (${typeof input.type === 'string' ? input.type : 'unknown'}) is not carried over`}.`,
      path: context.path,
      ...(start ? { range: { start } } : {}),
    });
    notes.set(variable, {
      description: descriptionOf(input),
      secret: typeof input.password === 'boolean' ? input.password : undefined,
    });
    if (typeof input.default === 'string') defaults.set(variable, input.default);
  }
  return { findings, notes, defaults };
}

/** The text of an input, and the values that it offers. */
function descriptionOf({ description, options }: Readonly<Record<string, unknown>>): string | undefined {
  const text = typeof description === 'string' && description !== '' ? description : undefined;
  const offered = (Array.isArray(options) ? options : [])
    .map((option: unknown) => (isRecord(option) ? option.value : option))
    .filter((option) => typeof option === 'string');
  return offered.length === 0 ? text : `${text === undefined ? '' : `${text} `}(${offered.slice(0, 20).join(', ')})`;
}

/** The values of each server, with the defaults of the inputs that it uses. */
function withDefaults({ servers, values }: ReadConfig, defaults: Inputs['defaults']): ReadConfig['values'] {
  return new Map(
    servers.map((server) => {
      const used = server.variables.flatMap((name): [string, string][] => {
        const value = defaults.get(name);
        return value === undefined ? [] : [[name, value]];
      });
      return [server, { ...Object.fromEntries(used), ...values.get(server) }];
    }),
  );
}
