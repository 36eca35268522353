import type { CallClass } from './call-class.ts';
import { callClasses, hintsOf } from './call-class.ts';
import { overviewOf } from './overview.ts';
import type { ServedInput, ServedTool } from './served-tool.ts';

/** The call tools and what each may call; `tool_call` calls everything. */
export const callTools: ReadonlyMap<string, CallClass | 'any'> = new Map<string, CallClass | 'any'>([
  ...callClasses.map((kind) => [`tool_call_${kind}`, kind] as const),
  ['tool_call', 'any'],
]);

/** The call tools that a workspace serves. */
export function servedCallTools(form: 'split' | 'single'): readonly string[] {
  return [...callTools.keys()].filter((name) => (name === 'tool_call') === (form === 'single'));
}

/** The tool of the list through which a tool of a class is called. */
export function callToolFor(kind: CallClass, form: 'split' | 'single'): string {
  return form === 'single' ? 'tool_call' : `tool_call_${kind}`;
}

/** Our own tools at the head of a list in search mode: what finds, what shows, what calls. */
export function ownTools({ tools, config, readable }: ServedInput): readonly ServedTool[] {
  const { gateway, tool_search } = config;
  const deferred = tools.filter((tool) => tool.mode !== 'always');
  const overview = overviewOf(deferred, tool_search.directory, { budget: gateway.overview_tokens, readable });
  return [
    {
      name: 'tool_search',
      title: 'Search tools',
      description: [searchWords(deferred.length), ...(overview === '' ? [] : ['What there is:', overview])].join('\n'),
      inputSchema: searchSchema(tool_search.max_search_results),
      annotations: readOnly,
    },
    {
      name: 'tool_get',
      title: 'Show tools',
      description:
        'Shows tools in full by their names: description, schema of the arguments, examples. Use it when a line of tool_search does not tell enough to call the tool.',
      inputSchema: getSchema,
      annotations: readOnly,
    },
    ...servedCallTools(gateway.call_tools).map((name) => callTool(name, callTools.get(name) ?? 'any')),
  ];
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function searchWords(tools: number): string {
  const count = tools === 1 ? '1 more tool is' : `${tools} more tools are`;
  return `Finds tools by what they do. ${count} not in this list: search for the capability that you need before you say that something cannot be done. Each result names the tool that calls it, with its arguments.`;
}

function searchSchema(most: number): Record<string, unknown> {
  return {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'What the tool should do, in a few words. Several wishes need several searches.',
      },
      limit: { type: 'integer', minimum: 1, maximum: Math.min(20, most), description: 'How many results at most.' },
      search_type: {
        type: 'string',
        enum: ['fts', 'regex', 'exact'],
        description: 'fts, the default: by words. regex: a pattern over names and descriptions. exact: a name.',
      },
      include_always_loaded: { type: 'boolean', description: 'Also find tools that are in this list.' },
    },
    required: ['query'],
    additionalProperties: false,
  };
}

const getSchema = {
  type: 'object',
  properties: {
    names: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 10,
      description: 'Names as tool_search gives them.',
    },
    include_schemas: { type: 'boolean', description: 'With the schemas; on unless false.' },
    include_examples: { type: 'boolean', description: 'With example calls; on unless false.' },
  },
  required: ['names'],
  additionalProperties: false,
};

const callWords: Readonly<Record<CallClass | 'any', string>> = {
  read: 'Calls a tool that only reads.',
  write: 'Calls a tool that changes something and destroys nothing.',
  destructive: 'Calls a tool that may destroy or overwrite something, or whose effects nobody has declared.',
  any: 'Calls a tool.',
};

function callTool(name: string, kind: CallClass | 'any'): ServedTool {
  return {
    name,
    title: kind === 'any' ? 'Call a tool' : `Call a tool (${kind})`,
    description: `${callWords[kind]} Takes the name that tool_search gave and the arguments of that tool.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool, as tool_search gives it.' },
        arguments: { type: 'object', description: 'Arguments of that tool.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { ...hintsOf(kind === 'any' ? 'destructive' : kind), openWorldHint: true },
  };
}
