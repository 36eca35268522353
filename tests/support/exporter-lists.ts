import { SeededRandom } from '../integration/reference/seeded-random.ts';
import { type SampleSchema, type SampleTool, type SchemaRange, sampleTools } from './sample-tools.ts';

/** A captured list in the style of one exporter, with what importing it must give. */
export interface ExporterList {
  readonly exporter: string;
  readonly file: string;
  readonly text: string;
  readonly tools: readonly ExpectedTool[];
  /** Codes of the findings that reading it must tell, besides those for missing descriptions. */
  readonly findings: readonly string[];
}

export interface ExpectedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Written {
  readonly text: string;
  readonly file?: string;
  readonly schema?: (tool: SampleTool) => Readonly<Record<string, unknown>>;
  readonly findings?: readonly string[];
}

interface Exporter {
  readonly name: string;
  readonly range: SchemaRange;
  readonly write: (tools: readonly SampleTool[], random: SeededRandom) => Written;
}

const mcp = ({ name, description, schema }: SampleTool) => ({ name, description, inputSchema: schema });

/** As `json.dumps` of Python's SDK: every field is there, null where it says nothing. */
const pythonSdk: Exporter = {
  name: 'the Python SDK',
  range: 'all',
  write: (tools, random) => ({
    text: JSON.stringify(
      {
        meta: null,
        nextCursor: null,
        tools: tools.map((tool) => ({
          name: tool.name,
          title: tool.title,
          description: tool.description === '' ? null : tool.description,
          inputSchema: tool.schema,
          outputSchema: null,
          icons: null,
          annotations:
            tool.readOnly === null
              ? null
              : {
                  title: null,
                  readOnlyHint: tool.readOnly,
                  destructiveHint: null,
                  idempotentHint: null,
                  openWorldHint: null,
                },
          execution: null,
          _meta: null,
        })),
      },
      null,
      random.pick([0, 2, 4]),
    ),
  }),
};

const inspector: Exporter = {
  name: 'the inspector on the command line',
  range: 'all',
  write: (tools, random) => {
    const list = JSON.stringify({ tools: tools.map(mcp) }, null, 2);
    return random.chance(0.5)
      ? { text: `${list}\n` }
      : {
          text: `> inspector@1.0.0 start\nConnecting to the server …\n${list}\nDone.\n`,
          findings: ['text_passed_over'],
        };
  },
};

const answers: Exporter = {
  name: 'JSON-RPC answers in lines',
  range: 'all',
  write: (tools, random) => {
    const half = Math.ceil(tools.length / 2);
    const pages = tools.length > 1 ? [tools.slice(0, half), tools.slice(half)] : [tools];
    const messages = [
      {
        jsonrpc: '2.0',
        id: 0,
        result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'harbour', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'ready' } },
      ...pages.map((page, i) => ({
        jsonrpc: '2.0',
        id: i + 1,
        result: { tools: page.map(mcp), ...(i < pages.length - 1 ? { nextCursor: `page${i}` } : {}) },
      })),
    ];
    const style = random.below(3);
    if (style === 0) return { text: messages.map((message) => JSON.stringify(message)).join('\n'), file: 'log.ndjson' };
    if (style === 1) return { text: JSON.stringify(messages) };
    return { text: messages.map((message) => JSON.stringify(message, null, 2)).join('\n') };
  },
};

const events: Exporter = {
  name: 'server-sent events',
  range: 'all',
  write: (tools, random) => {
    const end = random.pick(['\n', '\r\n']);
    const data = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: tools.map(mcp) } });
    return { text: ['event: message', `data: ${data}`, '', ': keep-alive', ''].join(end), file: 'answer.txt' };
  },
};

const servers: Exporter = {
  name: 'a list of servers',
  range: 'all',
  write: (tools, random) => {
    const server = { name: 'harbour', tools: tools.map(mcp) };
    const values = [
      { servers: [server] },
      { servers: { harbour: { tools: server.tools } } },
      { harbour: server },
      [{ serverName: 'harbour', tools: server.tools }],
    ];
    return { text: JSON.stringify(random.pick(values), null, 1) };
  },
};

const openaiChat: Exporter = {
  name: 'OpenAI Chat Completions and LiteLLM',
  range: 'all',
  write: (tools, random) => {
    const list = tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: schema, strict: random.pick([true, false, null]) },
    }));
    const functions = list.map((tool) => tool.function);
    return {
      text: JSON.stringify(
        random.pick([
          list,
          { model: 'm', messages: [{ role: 'user', content: 'hi' }], tools: list },
          { data: list },
          { functions },
        ]),
      ),
    };
  },
};

const openaiResponses: Exporter = {
  name: 'OpenAI Responses',
  range: 'all',
  write: (tools) => {
    const list = tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      parameters: schema,
      strict: true,
    }));
    return {
      text: JSON.stringify({ model: 'm', input: 'hi', tools: [{ type: 'web_search_preview' }, ...list] }, null, 2),
      findings: ['provider_tool_skipped'],
    };
  },
};

const anthropic: Exporter = {
  name: 'Anthropic Messages',
  range: 'all',
  write: (tools, random) => {
    const list = tools.map(({ name, description, schema }, i) => ({
      ...(random.chance(0.3) ? { type: 'custom' } : {}),
      name,
      description,
      input_schema: schema,
      ...(i === tools.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}),
    }));
    return {
      text: JSON.stringify(
        random.pick([list, { tools: list }, { model: 'm', max_tokens: 5, tools: list, messages: [] }]),
      ),
    };
  },
};

/** Gemini's schemas have their types in capitals; Python's client writes every keyword, most of them null. */
const gemini: Exporter = {
  name: 'Gemini function declarations',
  range: 'rich',
  write: (tools, random) => {
    const declarations = tools.map(({ name, description, schema }) => ({
      name,
      description,
      parameters: inCapitals(schema, random.chance(0.5)),
    }));
    return {
      text: JSON.stringify(
        random.pick([
          { tools: [{ functionDeclarations: declarations }] },
          [{ function_declarations: declarations }],
          { functionDeclarations: declarations },
        ]),
      ),
      findings: ['field_converted'],
    };
  },
};

const bedrock: Exporter = {
  name: 'Bedrock Converse',
  range: 'all',
  write: (tools, random) => {
    const list = tools.map(({ name, description, schema }) => ({
      toolSpec: { name, description, inputSchema: { json: schema } },
    }));
    return { text: JSON.stringify(random.pick([{ toolConfig: { tools: list } }, { tools: list }, list])) };
  },
};

const langchain: Exporter = {
  name: 'LangChain',
  range: 'rich',
  write: (tools, random) => {
    const dump = {
      return_direct: false,
      verbose: false,
      callbacks: null,
      tags: null,
      metadata: null,
      response_format: 'content',
    };
    if (random.chance(0.5))
      return {
        text: JSON.stringify(
          tools.map(({ name, description, schema }) => ({ name, description, args_schema: schema, ...dump })),
        ),
      };
    const list = tools.map(({ name, description, schema }) => ({ name, description, args: schema.properties }));
    const tell = tools.some(({ schema }) => Object.keys(schema.properties).length > 0);
    return {
      text: JSON.stringify({ tools: list }),
      schema: ({ schema }) => ({ type: 'object', properties: schema.properties }),
      findings: tell ? ['field_converted'] : [],
    };
  },
};

const pythonTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  object: 'dict',
};

const cohere: Exporter = {
  name: 'Cohere',
  range: 'plain',
  write: (tools) => ({
    text: JSON.stringify({
      tools: tools.map(({ name, description, schema }) => ({
        name,
        description,
        parameter_definitions: Object.fromEntries(
          Object.entries(schema.properties).map(([key, property]) => [
            key,
            {
              description: property.description,
              type: pythonTypes[String(property.type)],
              required: schema.required?.includes(key) ?? false,
            },
          ]),
        ),
      })),
    }),
  }),
};

const aiSdk: Exporter = {
  name: 'the AI SDK',
  range: 'all',
  write: (tools, random) => {
    const wrap = (schema: SampleSchema) => (random.chance(0.5) ? { jsonSchema: schema } : schema);
    const key = random.pick(['inputSchema', 'parameters']);
    const map = Object.fromEntries(
      tools.map(({ name, description, schema }) => [name, { description, [key]: wrap(schema) }]),
    );
    return { text: JSON.stringify(random.chance(0.5) ? { tools: map } : map, null, 2) };
  },
};

const lines: Exporter = {
  name: 'tools.jsonl',
  range: 'all',
  write: (tools) => ({
    file: 'tools.jsonl',
    text: tools
      .map((tool) => ({
        ...mcp(tool),
        title: tool.title,
        tags: null,
        category: null,
        phrases: null,
        side_effects: null,
        loading_mode: null,
        risk_level: null,
        requires_confirmation: null,
        examples: null,
        aliases: null,
        usage_hint: null,
        related_tools: null,
        hypothetical_queries: null,
        namespace: null,
      }))
      .map((tool) => JSON.stringify(tool))
      .join('\n'),
  }),
};

const byHand: Exporter = {
  name: 'a file that somebody edited',
  range: 'all',
  write: (tools, random) => {
    const text = JSON.stringify({ tools: tools.map(mcp) }, null, 2)
      .replace('{', `${random.pick(['', '\ufeff'])}{ // the harbour's tools`)
      .replace(/\n\}$/, ',\n  /* more follow */\n}');
    return { text: text.replace('\ufeff{', '{'), findings: ['json_relaxed'] };
  },
};

/** Fifteen ways of writing a list of tools. */
export const exporters: readonly Exporter[] = [
  pythonSdk,
  inspector,
  answers,
  events,
  servers,
  openaiChat,
  openaiResponses,
  anthropic,
  gemini,
  bedrock,
  langchain,
  cohere,
  aiSdk,
  lines,
  byHand,
];

/** So many lists of each exporter, the same for the same seed. Texts, names and schemas are our own. */
export function exporterLists(seed: number, each: number): ExporterList[] {
  return exporters.flatMap((exporter, at) =>
    Array.from({ length: each }, (_, i) => {
      const random = new SeededRandom(seed * 100_003 + at * 1_009 + i);
      const tools = sampleTools(random, exporter.range);
      const { text, file = 'list.json', schema = (tool) => tool.schema, findings = [] } = exporter.write(tools, random);
      const expected = tools.map((tool) => ({ name: tool.name, description: tool.description, schema: schema(tool) }));
      return { exporter: exporter.name, file, text, tools: expected, findings };
    }),
  );
}

function inCapitals(schema: unknown, hasNulls: boolean): unknown {
  if (Array.isArray(schema)) return schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'type' && typeof value === 'string') return [key, value.toUpperCase()];
    if (key === 'properties')
      return [
        key,
        Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, inCapitals(one, hasNulls)])),
      ];
    return [key, key === 'items' ? inCapitals(value, hasNulls) : value];
  });
  return { ...Object.fromEntries(entries), ...(hasNulls ? { format: null, anyOf: null, pattern: null } : {}) };
}
