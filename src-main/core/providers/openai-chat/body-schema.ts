import { name, object, oneOf, words } from '../schema-parts.ts';

const sentName = name(64);

const call = object({
  id: words,
  type: { const: 'function' },
  function: object({ name: sentName, arguments: words }),
});

const message = oneOf(
  object({ role: { enum: ['system', 'user'] }, content: words }),
  object({ role: { const: 'assistant' }, content: words }, { tool_calls: { type: 'array', minItems: 1, items: call } }),
  object({
    role: { const: 'assistant' },
    content: { type: 'null' },
    tool_calls: { type: 'array', minItems: 1, items: call },
  }),
  object({ role: { const: 'tool' }, tool_call_id: words, content: words }),
);

const tool = object({
  type: { const: 'function' },
  function: object({ name: sentName, parameters: { type: 'object', required: ['type'] } }, { description: words }),
});

/** What we send to Chat Completions of OpenAI, from the pages that `sources` names. */
export const openaiChatSchema = object(
  { model: words, messages: { type: 'array', items: message } },
  { tools: { type: 'array', maxItems: 128, items: tool } },
);
