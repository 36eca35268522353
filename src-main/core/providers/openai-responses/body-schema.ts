import { mark, name, object, oneOf, words } from '../schema-parts.ts';

const sentName = name(64);

const functionTool = object(
  {
    type: { const: 'function' },
    name: sentName,
    parameters: { type: 'object', required: ['type'] },
    strict: { const: false },
  },
  { description: words, defer_loading: { const: true } },
);

const namespaceTool = object({
  type: { const: 'namespace' },
  name: sentName,
  description: { type: 'string', minLength: 1 },
  tools: { type: 'array', minItems: 1, items: functionTool },
});

const searchTool = object({ type: { const: 'tool_search' } });

const searchItem = {
  execution: { const: 'server' },
  call_id: { type: 'null' },
  status: { enum: ['completed', 'incomplete'] },
};

const item = oneOf(
  object({ role: { enum: ['user', 'assistant'] }, content: words }),
  object(
    { type: { const: 'function_call' }, call_id: words, name: sentName, arguments: words },
    { namespace: sentName },
  ),
  object({ type: { const: 'function_call_output' }, call_id: words, output: words }),
  object({ type: { const: 'tool_search_call' }, ...searchItem, arguments: { type: 'object' } }),
  object({
    type: { const: 'tool_search_output' },
    ...searchItem,
    tools: { type: 'array', items: oneOf(functionTool, namespaceTool) },
  }),
);

const deferred = {
  anyOf: [mark('defer_loading'), { properties: { tools: { contains: mark('defer_loading') } }, required: ['tools'] }],
};

/** What we send to Responses of OpenAI, from the pages that `sources` names. */
export const openaiResponsesSchema = {
  ...object(
    { model: words, input: { type: 'array', items: item } },
    { tools: { type: 'array', items: oneOf(searchTool, functionTool, namespaceTool) }, instructions: words },
  ),
  // What is deferred needs the search beside it.
  if: { properties: { tools: { contains: deferred } }, required: ['tools'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { tools: { contains: searchTool } } },
};
