/** Logs as programs write them, each in our own words: two tools of a server `pages`, a search, a skill, and secrets that nobody may keep. */

export const plantedSecret = 'planted-argument-7f3a';
const noon = Date.UTC(2026, 10, 2, 12);

export function isoTime(second: number): string {
  return new Date(noon + second * 1000).toISOString();
}

const line = (value: unknown) => JSON.stringify(value);
const lines = (values: readonly unknown[]) => `${values.map(line).join('\n')}\n`;

interface Turn {
  readonly id: string;
  readonly name: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

/** A turn of a transcript of Claude Code: a call, and two seconds later its result. */
function turn(
  second: number,
  { id, name, input = {}, content = 'done', is_error }: Turn,
  more: object = {},
): unknown[] {
  const common = {
    sessionId: 'session-one',
    cwd: `/home/${plantedSecret}`,
    version: '2.1.0',
    isSidechain: false,
    ...more,
  };
  const use = { type: 'tool_use', id, name, input };
  const result = { type: 'tool_result', tool_use_id: id, content, ...(is_error === undefined ? {} : { is_error }) };
  return [
    {
      ...common,
      type: 'assistant',
      timestamp: isoTime(second),
      message: { role: 'assistant', content: [{ type: 'text', text: plantedSecret }, use] },
    },
    { ...common, type: 'user', timestamp: isoTime(second + 2), message: { role: 'user', content: [result] } },
  ];
}

export const claudeCodeLog = lines([
  { type: 'summary', summary: plantedSecret, leafUuid: 'x' },
  { type: 'user', timestamp: isoTime(0), sessionId: 'session-one', message: { role: 'user', content: plantedSecret } },
  ...turn(1, {
    ...{ id: 'toolu_search_0000001', name: 'ToolSearch', input: { query: 'write a page', max_results: 5 } },
    content: [
      { type: 'tool_reference', tool_name: 'mcp__pages__read' },
      { type: 'tool_reference', tool_name: 'mcp__pages__create' },
    ],
  }),
  ...turn(10, {
    id: 'toolu_call_00000001',
    name: 'mcp__pages__create',
    input: { title: plantedSecret },
    content: [{ type: 'text', text: plantedSecret }],
  }),
  ...turn(20, { id: 'toolu_call_00000002', name: 'mcp__pages__read', is_error: true, content: 'no such page' }),
  ...turn(30, { id: 'toolu_own_000000001', name: 'Bash', input: { command: `echo ${plantedSecret}` } }),
  ...turn(40, {
    id: 'toolu_get_000000001',
    name: 'ToolSearch',
    input: { query: 'select:mcp__pages__read,mcp__pages__create' },
  }),
  ...turn(50, { id: 'toolu_skill_0000001', name: 'Skill', input: { skill: 'writing', args: plantedSecret } }),
  ...turn(60, { id: 'toolu_side_00000001', name: 'mcp__pages__read' }, { isSidechain: true, agentId: 'a1' }),
  ...turn(70, {
    id: 'toolu_none_00000001',
    name: 'ToolSearch',
    input: { query: 'send a letter' },
    content: 'No matching tools',
  }),
  ...turn(80, {
    id: 'toolu_via_000000001',
    name: 'mcp__pegboard__tool_call_write',
    input: { name: 'pages.create', arguments: { title: plantedSecret } },
  }),
  ...turn(90, { id: 'toolu_gone_00000001', name: 'mcp__gone__thing', input: { token: plantedSecret } }),
]);

const rollout = (second: number, type: string, payload: object) => ({ timestamp: isoTime(second), type, payload });

export const codexLog = lines([
  rollout(0, 'session_meta', { id: 'rollout-one', cwd: `/home/${plantedSecret}`, instructions: plantedSecret }),
  rollout(1, 'response_item', {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: plantedSecret }],
  }),
  rollout(2, 'response_item', {
    type: 'function_call',
    name: 'pages__create',
    call_id: 'call_create',
    arguments: line({ title: plantedSecret }),
  }),
  rollout(3, 'event_msg', {
    ...{ type: 'mcp_tool_call_end', call_id: 'call_create', duration: { secs: 0, nanos: 250_000_000 } },
    ...{
      invocation: { server: 'pages', tool: 'create', arguments: { title: plantedSecret } },
      result: { Ok: { content: [], isError: false } },
    },
  }),
  rollout(4, 'response_item', { type: 'function_call_output', call_id: 'call_create', output: plantedSecret }),
  rollout(5, 'response_item', {
    type: 'function_call',
    name: 'read',
    namespace: 'mcp__pages',
    call_id: 'call_read',
    arguments: '{}',
  }),
  rollout(6, 'event_msg', {
    ...{ type: 'mcp_tool_call_end', call_id: 'call_read', duration: { secs: 1, nanos: 0 } },
    ...{ invocation: { server: 'pages', tool: 'read' }, result: { Err: plantedSecret } },
  }),
  rollout(7, 'response_item', {
    type: 'function_call',
    name: 'shell',
    call_id: 'call_shell',
    arguments: line({ command: ['echo', plantedSecret] }),
  }),
  rollout(8, 'response_item', {
    type: 'function_call_output',
    call_id: 'call_shell',
    output: line({ output: plantedSecret, metadata: { exit_code: 0 } }),
  }),
  rollout(9, 'response_item', {
    type: 'tool_search_call',
    call_id: 'call_search',
    arguments: { query: 'read a page' },
  }),
  rollout(10, 'response_item', {
    type: 'tool_search_output',
    call_id: 'call_search',
    tools: [{ type: 'namespace', name: 'mcp__pages', tools: [{ name: 'read' }] }],
  }),
]);

const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } });

function span(second: number, tool: string, more: { spanId: string; code?: number; kind?: number; query?: string }) {
  const nanos = (at: number) => `${noon + at * 1000}000000`;
  return {
    ...{ traceId: 'trace-0001', spanId: more.spanId, name: `execute_tool ${tool}`, kind: more.kind ?? 1 },
    ...{ startTimeUnixNano: nanos(second), endTimeUnixNano: `${noon + second * 1000 + 40}500000` },
    attributes: [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', tool),
      attribute('gen_ai.conversation.id', 'conversation-one'),
      attribute(
        'gen_ai.tool.call.arguments',
        line(more.query === undefined ? { title: plantedSecret } : { query: more.query }),
      ),
      attribute('gen_ai.tool.call.result', plantedSecret),
    ],
    status: more.code === undefined ? {} : { code: more.code, message: plantedSecret },
  };
}

export const otlpDocument = {
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', 'shop-agent')] },
      scopeSpans: [
        {
          spans: [
            span(1, 'tool_search', { spanId: 's1', query: 'write a page' }),
            span(2, 'pages__create', { spanId: 's2' }),
            span(2, 'pages__create', { spanId: 's3', kind: 2 }),
            span(3, 'read', { spanId: 's4', code: 2 }),
            {
              traceId: 't',
              spanId: 's5',
              name: 'chat',
              startTimeUnixNano: '1',
              attributes: [attribute('gen_ai.operation.name', 'chat')],
            },
          ],
        },
      ],
    },
  ],
};

export const jsonlLog = lines([
  {
    time: isoTime(1),
    session: 'j1',
    query: 'write a page',
    tool: 'pages.create',
    ok: true,
    tokens: 12,
    prompt: plantedSecret,
  },
  { time: (noon + 2000) / 1000, session: 'j1', tool: 'pages.read', ok: false, arguments: { a: plantedSecret } },
  { time: noon + 3000, session: 'j2', query: 'send a letter', found: [] },
]);

const event = (event_type: string, second: number, payload: object) => ({
  event_type,
  ts: noon + second * 1000,
  payload,
});
const step = (index: number, next_node: string, args: object, more: object) => ({
  ...{ index, visible: [], blocks: [], tokens: { estimate: 1, o200k: 1 }, system_tokens: { estimate: 1, o200k: 1 } },
  ...{
    reply: plantedSecret,
    action: { next_node, args },
    tool: next_node,
    outcome: 'result',
    observation: plantedSecret,
  },
  ...{ truncated: false, activated: null },
  ...more,
});

export const traceDocument = {
  ...{ schema: 'pegboard.trace/1', run_id: 'run_1', query: plantedSecret, tool_context: {}, reason: 'answer' },
  ...{ answer: plantedSecret, resume_token: null, problem: null },
  steps: [
    step(1, 'tool_search', { query: 'write a page' }, { observation: line({ tools: [{ name: 'pages.create' }] }) }),
    step(2, 'pages.create', { title: plantedSecret }, {}),
    step(3, 'pages.read', {}, { outcome: 'tool_failed' }),
    step(4, 'final_response', { answer: plantedSecret }, { outcome: 'final', tool: null, observation: null }),
  ],
  events: [
    event('tool_search_cache_ready', 0, { tool_count: 2, fts_available: true, visible_tool_count: 2 }),
    event('tool_search_query', 5, {
      query: 'write a page',
      requested_search_type: 'fts',
      effective_search_type: 'fts',
      results_count: 1,
    }),
  ],
};
