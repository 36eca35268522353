import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { tool } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { aiSdkModel, aiSdkTools } from '../../../src-main/library/ai-sdk.ts';
import { createPlanner, createSearch, type Tool } from '../../../src-main/library/index.ts';
import { type McpClient, mcpTools } from '../../../src-main/library/mcp.ts';
import { call, done } from '../../support/planner.ts';

async function runOf(tools: readonly Tool[], replies: readonly string[]) {
  const planner = await createPlanner(tools, { model: aiSdkModel(mockModel(replies)) });
  onTestFinished(() => planner.close());
  return planner.run({ query: 'x' });
}

/** The AI SDK's own mock, which streams these replies in their order. */
function mockModel(replies: readonly string[]) {
  let next = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: replies[next++] ?? done },
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
        ],
      }),
    }),
  });
}

describe('the adapter of the AI SDK', () => {
  it('runs its models and its tools, by the schemas of the tools with their defaults', async () => {
    const tools = await aiSdkTools({
      greet: tool({
        description: 'Greet a person.',
        inputSchema: z.object({ name: z.string(), word: z.string().default('Hello') }),
        execute: async ({ name, word }) => `${word}, ${name}!`,
      }),
      count: tool({
        description: 'Count to three.',
        inputSchema: z.object({}),
        async *execute() {
          yield 1;
          yield 3;
        },
      }),
      wipe: tool({ description: 'Wipe.', inputSchema: z.object({}), needsApproval: true, execute: () => 'gone' }),
    });
    expect(tools.map(({ requires_confirmation }) => requires_confirmation)).toEqual([false, false, true]);
    const { steps, reason } = await runOf(tools, [call('greet', { name: 'Ada' }), call('count'), call('wipe')]);
    expect(steps.map(({ observation }) => observation)).toEqual(['{"result":"Hello, Ada!"}', '{"result":3}', null]);
    expect(reason).toBe('paused');
    const search = createSearch(tools);
    onTestFinished(() => search.close());
    expect((await search.get('greet'))[0]?.args_schema).toMatchObject({ required: ['name'] });
  });

  it('says what the service said when the model fails', async () => {
    const model = new MockLanguageModelV4({ doStream: () => Promise.reject(new Error('out of order')) });
    const planner = await createPlanner([], { model: aiSdkModel(model, { maxOutputTokens: 9 }) });
    onTestFinished(() => planner.close());
    const { reason, problem } = await planner.run({ query: 'x' });
    expect([reason, problem]).toEqual(['model_failed', expect.stringContaining('out of order')]);
    expect(model.doStreamCalls[0]?.maxOutputTokens).toBe(9);
  });

  it('refuses a tool that only the provider can run, and leaves the warnings of the SDK to its caller', async () => {
    const setting = globalThis.AI_SDK_LOG_WARNINGS;
    aiSdkModel(mockModel([]));
    const search = { type: 'provider', id: 'openai.web_search', args: {}, isProviderExecuted: true, inputSchema: {} };
    await expect(aiSdkTools({ search })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(globalThis.AI_SDK_LOG_WARNINGS).toBe(setting);
  });

  it('takes every model and every tool of the SDK by its type', () => {
    const provider = createOpenAICompatible({ name: 'service', baseURL: 'http://localhost' });
    expect(aiSdkModel(provider('m')).complete).toBeTypeOf('function');
  });
});

describe('the adapter of MCP', () => {
  it('lists every page, calls by the name of the server, and tells its errors', async () => {
    const called: unknown[] = [];
    const client: McpClient = {
      listTools: async ({ cursor } = {}) =>
        cursor === undefined
          ? { tools: [{ name: 'echo', description: 'Echo.', inputSchema: { type: 'object' } }], nextCursor: '2' }
          : { tools: [{ name: 'fail', description: 'Fail.', inputSchema: { type: 'object' } }] },
      callTool: async (params) => {
        called.push(params);
        if (params.name === 'fail') return { isError: true, content: [{ type: 'text', text: 'no luck' }] };
        return { content: [{ type: 'text', text: 'hi' }], structuredContent: { said: 'hi' } };
      },
    };
    const tools = await mcpTools(client, { prefix: 'demo' });
    expect(tools.map(({ name }) => name)).toEqual(['demo.echo', 'demo.fail']);
    const { steps } = await runOf(tools, [call('demo.echo', { text: 'hi' }), call('demo.fail')]);
    expect(steps.map(({ outcome, observation }) => [outcome, observation])).toMatchObject([
      ['result', '{"result":{"said":"hi"}}'],
      ['tool_failed', expect.stringContaining('no luck')],
      ['final', null],
    ]);
    expect(called[0]).toEqual({ name: 'echo', arguments: { text: 'hi' } });
  });

  it('refuses a list that never ends', async () => {
    const client: McpClient = {
      listTools: async () => ({ tools: [], nextCursor: 'again' }),
      callTool: async () => null,
    };
    await expect(mcpTools(client)).rejects.toMatchObject({ code: 'server_protocol' });
  });

  it('takes the clients of both major versions of the SDK by their types', () => {
    const clients: McpClient[] = [new Client1({ name: 'a', version: '1' }), new Client2({ name: 'b', version: '1' })];
    expect(clients).toHaveLength(2);
  });
});
