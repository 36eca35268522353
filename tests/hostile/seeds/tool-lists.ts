import type { DocumentFormat } from '../mutate/document.ts';
import { baseTools } from './base-workspace.ts';

export interface SeedFile {
  readonly name: string;
  readonly format: DocumentFormat;
  readonly text: string;
}

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where it is', examples: ['a.txt'] },
    mode: { enum: ['r', 'w'], default: 'r' },
    lines: { type: ['integer', 'null'], minimum: 1 },
    filter: { $ref: '#/$defs/filter' },
  },
  required: ['path'],
  $defs: { filter: { type: 'object', properties: { and: { type: 'array', items: { $ref: '#/$defs/filter' } } } } },
  examples: [{ path: 'a.txt' }],
};
const mcpTools = [
  {
    name: 'read',
    title: 'Read',
    description: 'Read a file.',
    inputSchema: schema,
    annotations: { readOnlyHint: true },
  },
  {
    name: 'write',
    description: 'Write a file.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    _meta: {
      v: 1,
      'anthropic/alwaysLoad': true,
      'anthropic/searchHint': 'store text; save a file',
      'anthropic/maxResultSizeChars': 5000,
    },
  },
  {
    name: 'list',
    inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', definitions: {} },
  },
];
const openai = mcpTools.map(({ name, inputSchema }) => ({
  type: 'function',
  function: { name, description: `Does ${name}.`, parameters: inputSchema, strict: false },
}));
const anthropic = mcpTools.map(({ name, inputSchema }) => ({
  name,
  description: `Does ${name}.`,
  input_schema: inputSchema,
}));

const json = (name: string, value: unknown): SeedFile => ({
  name,
  format: 'json',
  text: JSON.stringify(value, null, 1),
});

/** Lists of tools in every shape that is read, small enough that one change matters. */
export const toolListSeeds: readonly SeedFile[] = [
  json('tools.json', { tools: mcpTools }),
  json('array.json', mcpTools),
  json('envelope.json', { jsonrpc: '2.0', id: 1, result: { tools: mcpTools, nextCursor: 'more' } }),
  json('pages.json', [{ tools: mcpTools.slice(0, 1), nextCursor: 'x' }, { tools: mcpTools.slice(1) }]),
  json('servers.json', [
    { server: 'one', tools: mcpTools.slice(0, 2) },
    { server: { name: 'two', version: '1' }, tools: mcpTools.slice(2) },
  ]),
  json('openai.json', openai),
  json('responses.json', { model: 'm', tools: openai.map(({ function: one }) => ({ type: 'function', ...one })) }),
  json('anthropic.json', { model: 'm', tools: anthropic, messages: [] }),
  json('one.json', mcpTools[0]),
  { name: 'tools.jsonl', format: 'jsonl', text: `${baseTools.map((tool) => JSON.stringify(tool)).join('\n')}\n` },
];
