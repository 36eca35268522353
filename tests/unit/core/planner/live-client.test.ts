import { describe, expect, it } from 'vitest';
import { createLiveClient } from '#core/planner/models/live-client.ts';
import type { Delay } from '#core/planner/run/run-tool.ts';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { freePort } from '../../../support/mcp-servers.ts';
import { anthropicStream, openAiStream, type ServiceAnswer, serviceError } from '../../../support/model-answers.ts';
import { modelService } from '../../../support/model-services.ts';

const key = 'sk-very-secret-0123456789';
const messages = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Hello' },
  { role: 'assistant' as const, content: '{}' },
  { role: 'user' as const, content: 'Observation: {}' },
];
const providers = ['anthropic', 'openai', 'openai-compatible'] as const;
const streamOf = (provider: ModelChoice['provider'], pieces: readonly string[]): ServiceAnswer =>
  provider === 'anthropic' ? anthropicStream(pieces) : openAiStream(pieces);

async function liveClient(provider: ModelChoice['provider'], answer: ServiceAnswer, env: Record<string, string> = {}) {
  const { url, requests } = await modelService(answer);
  const waits: number[] = [];
  const delay: Delay = async (milliseconds) => {
    waits.push(milliseconds);
  };
  const choice: ModelChoice = {
    provider,
    model: 'some-model',
    ...(provider === 'openai-compatible' ? { base_url: url } : {}),
  };
  const keys = {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: url,
    OPENAI_COMPATIBLE_API_KEY: key,
    OPENAI_COMPATIBLE_BASE_URL: url,
  };
  const client = await createLiveClient(choice, { env: { ...keys, ...env }, fetch, delay });
  return { client, requests, waits };
}

describe.each(providers)('a live model over the wire of %s', (provider) => {
  it('gets the messages and the key, and its reply comes in pieces', async () => {
    const { client, requests } = await liveClient(
      provider,
      streamOf(provider, ['{"next_', 'node": "x", ', '"args": {}}']),
    );
    const chunks: [string, boolean][] = [];
    const reply = await client.complete({ messages, on_stream_chunk: (chunk, done) => chunks.push([chunk, done]) });
    expect(reply).toBe('{"next_node": "x", "args": {}}');
    expect(chunks).toEqual([
      ['{"next_', false],
      ['node": "x", ', false],
      ['"args": {}}', false],
      ['', true],
    ]);
    const [request] = requests;
    expect(request?.body).toMatchObject({ model: 'some-model', stream: true });
    const sent = JSON.stringify(request?.body);
    for (const { content } of messages) expect(sent).toContain(JSON.stringify(content).slice(1, -1));
    expect(provider === 'anthropic' ? request?.headers['x-api-key'] : request?.headers.authorization).toContain(key);
  });

  it('is asked again after 429 and 5xx, as late as it says', async () => {
    const fine = streamOf(provider, ['fine']);
    const { client, requests, waits } = await liveClient(provider, (response, attempt) => {
      if (attempt === 1) return serviceError(429, 'Too many requests.', { 'retry-after': '7' })(response, attempt);
      if (attempt === 2) return serviceError(503, 'Overloaded.')(response, attempt);
      return fine(response, attempt);
    });
    expect(await client.complete({ messages })).toBe('fine');
    expect([requests.length, waits]).toEqual([3, [7000, 1000]]);
  });

  it('that goes on failing is told, in the end', async () => {
    const { client, requests } = await liveClient(provider, serviceError(500, 'Out of order.'));
    await expect(client.complete({ messages })).rejects.toMatchObject({
      code: 'model_failed',
      message: "The model's service failed (500): Out of order.",
    });
    expect(requests).toHaveLength(4);
  });

  it('that refuses the key, or the request, is asked once, and no error holds the key', async () => {
    const refusing = await liveClient(provider, serviceError(401, `Incorrect API key provided: ${key}.`));
    const refused = await refusing.client.complete({ messages }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'authentication_required' });
    const rejecting = await liveClient(provider, serviceError(400, `Bad request by ${key}: no such model.`));
    const rejected = await rejecting.client.complete({ messages }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      code: 'model_failed',
      message: "The model's service failed (400): Bad request by [key]: no such model.",
    });
    expect([refusing.requests.length, rejecting.requests.length]).toEqual([1, 1]);
    for (const error of [refused, rejected] as Error[]) {
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(key);
    }
  });

  it('is left when the run is cancelled', async () => {
    const stop = new AbortController();
    const { client } = await liveClient(provider, () => stop.abort());
    await expect(client.complete({ messages, signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a live model', () => {
  it('whose reply breaks off is not asked again, since part of it was told', async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    const breaking: ServiceAnswer[] = [
      anthropicStream(['{"next'], error),
      (response, attempt) => {
        const { write } = response;
        response.write = ((chunk: string) => {
          write.call(response, chunk, 'utf8', () => {
            if (chunk.includes('{\\"next')) response.destroy();
          });
          return true;
        }) as typeof write;
        response.end = () => response;
        anthropicStream(['{"next'])(response, attempt);
      },
    ];
    for (const answer of breaking) {
      const { client, requests } = await liveClient('anthropic', answer);
      const chunks: string[] = [];
      const failure = client.complete({ messages, on_stream_chunk: (chunk) => chunks.push(chunk) });
      await expect(failure).rejects.toMatchObject({ code: 'model_failed' });
      expect([requests.length, chunks]).toEqual([1, ['{"next']]);
    }
  });

  it('that nobody serves is told', async () => {
    const choice: ModelChoice = {
      provider: 'openai-compatible',
      model: 'm',
      base_url: `http://127.0.0.1:${await freePort()}/v1`,
    };
    const client = await createLiveClient(choice, { env: {}, fetch, delay: async () => {} });
    await expect(client.complete({ messages })).rejects.toMatchObject({
      code: 'model_failed',
      hint: 'Is the service running, and its address right?',
    });
  });

  it('at an address that a scenario names gets no key, unless the environment names that address', async () => {
    const { client, requests } = await liveClient('openai-compatible', openAiStream(['fine']), {
      OPENAI_COMPATIBLE_BASE_URL: 'https://elsewhere.example/v1',
    });
    await client.complete({ messages });
    expect(JSON.stringify(requests[0]?.headers)).not.toContain(key);
  });

  it('without its key is refused, by the name of the variable', async () => {
    for (const [provider, variable] of [
      ['anthropic', 'ANTHROPIC_API_KEY'],
      ['openai', 'OPENAI_API_KEY'],
    ] as const) {
      await expect(createLiveClient({ provider, model: 'm' }, { env: {}, fetch })).rejects.toMatchObject({
        code: 'variable_missing',
        data: { variable },
      });
    }
  });
});

describe('the tokens that a service counts', () => {
  const usageOf = async (provider: ModelChoice['provider'], answer: ServiceAnswer) => {
    const { client, requests } = await liveClient(provider, answer);
    const told: unknown[] = [];
    await client.complete({ messages, on_usage: (usage) => told.push(usage) });
    return { told, body: requests[0]?.body };
  };

  it.each(['openai', 'openai-compatible'] as const)('are asked for and told, over the wire of %s', async (provider) => {
    const usage = {
      prompt_tokens: 120,
      completion_tokens: 7,
      total_tokens: 127,
      prompt_tokens_details: { cached_tokens: 100 },
    };
    const { told, body } = await usageOf(provider, openAiStream(['fine'], usage));
    expect(told).toEqual([{ input: 120, cached: 100, output: 7 }]);
    expect(body).toMatchObject({ stream_options: { include_usage: true } });
  });

  it('are told over the wire of anthropic', async () => {
    const { told } = await usageOf('anthropic', anthropicStream(['fine']));
    expect(told).toEqual([{ input: 10, cached: 0, output: 9 }]);
  });

  it('are not told where the service does not count them', async () => {
    const { told } = await usageOf('openai-compatible', openAiStream(['fine']));
    expect(told).toEqual([]);
  });
});
