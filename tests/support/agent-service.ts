import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { scriptedAgent } from '#core/experiments/population/scripted-agent.ts';
import type { ModelMessage } from '#core/planner/models/model-client.ts';
import type { Task } from '#shared/domain/task.ts';
import { openAiStream, serviceError } from './model-answers.ts';

/** What the service says that each reply took. */
const serviceUsage = {
  prompt_tokens: 1000,
  prompt_tokens_details: { cached_tokens: 400 },
  completion_tokens: 20,
  total_tokens: 1020,
};

/**
 * A service on loopback that speaks the chat completions API with streaming and usage, and plays a careful agent that knows this solution; ends with the
 * test. `fails` says which requests, from 1, it answers with 400; `idle` resolves when nobody is connected, so that nothing more arrives from who was killed.
 */
export async function agentService(
  task: Pick<Task, 'solution' | 'answer'>,
  { fails = () => false }: { readonly fails?: (attempt: number) => boolean } = {},
): Promise<{ readonly url: string; readonly asked: string[]; idle(): Promise<void> }> {
  const agent = scriptedAgent(task, 'careful');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', async () => {
      asked.push(text);
      const attempt = asked.length;
      if (fails(attempt)) return serviceError(400, 'not now')(response, attempt);
      const { messages } = JSON.parse(text) as { messages: ModelMessage[] };
      const reply = await agent.complete({ messages });
      const half = Math.floor(reply.length / 2);
      openAiStream([reply.slice(0, half), reply.slice(half)], serviceUsage)(response, attempt);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));
  const idle = async () => {
    while ((await connections()) > 0) await setTimeout(2);
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, idle };
}
