import { mark, name, object, oneOf, words } from '../schema-parts.ts';

const cacheControl = object({ type: { const: 'ephemeral' } }, { ttl: { enum: ['5m', '1h'] } });
const toolName = name(128);
const text = object(
  { type: { const: 'text' }, text: { type: 'string', minLength: 1 } },
  { cache_control: cacheControl },
);
const reference = object({ type: { const: 'tool_reference' }, tool_name: toolName });
const searchName = { enum: ['tool_search_tool_bm25', 'tool_search_tool_regex'] };
const serverId = { type: 'string', pattern: '^srvtoolu_[a-zA-Z0-9_]+$' };
const callId = { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' };

const found = oneOf(
  object({ type: { const: 'tool_search_tool_search_result' }, tool_references: { type: 'array', items: reference } }),
  object(
    {
      type: { const: 'tool_search_tool_result_error' },
      error_code: { enum: ['invalid_tool_input', 'unavailable', 'too_many_requests', 'execution_time_exceeded'] },
    },
    { error_message: { type: ['string', 'null'] } },
  ),
);

const userBlock = oneOf(
  text,
  object({ type: { const: 'tool_result' }, tool_use_id: callId, content: words }, { is_error: { type: 'boolean' } }),
);

const assistantBlock = oneOf(
  text,
  object({ type: { const: 'tool_use' }, id: callId, name: toolName, input: { type: 'object' } }),
  object({ type: { const: 'server_tool_use' }, id: serverId, name: searchName, input: { type: 'object' } }),
  object({ type: { const: 'tool_search_tool_result' }, tool_use_id: serverId, content: found }),
);

const message = (role: string, block: object) =>
  object({ role: { const: role }, content: { type: 'array', minItems: 1, items: block } });

/** The search tool: never deferred. */
const searchTool = object(
  { type: { type: 'string', pattern: '^tool_search_tool_(bm25|regex)(_[0-9]{8})?$' }, name: searchName },
  { cache_control: cacheControl },
);

/** A tool of the user; deferred, or marked for the cache, never both. */
const tool = {
  ...object(
    { name: toolName, input_schema: { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] } },
    {
      description: words,
      defer_loading: { const: true },
      cache_control: cacheControl,
      input_examples: { type: 'array', minItems: 1, items: { type: 'object' } },
    },
  ),
  not: { required: ['defer_loading', 'cache_control'] },
};

/** What we send to Messages of Anthropic, from the pages that `sources` names. */
export const anthropicMessagesSchema = object(
  {
    model: words,
    max_tokens: { type: 'integer', minimum: 1 },
    messages: {
      type: 'array',
      items: oneOf(message('user', userBlock), message('assistant', assistantBlock)),
    },
  },
  {
    // At least one tool is not deferred.
    tools: { type: 'array', items: oneOf(searchTool, tool), contains: { not: mark('defer_loading') } },
    system: { type: 'array', items: text, minItems: 1 },
  },
);
