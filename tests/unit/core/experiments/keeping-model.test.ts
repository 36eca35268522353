import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { experimentSchema, openIndexDatabase } from '#core/db/open-database.ts';
import { keepingModel } from '#core/experiments/run/keeping-model.ts';
import { ReplyStore } from '#core/experiments/store/reply-store.ts';
import type { ModelClient, ModelMessage } from '#core/planner/models/model-client.ts';

const said = (...contents: string[]): ModelMessage[] => contents.map((content) => ({ role: 'user', content }));
const path = () => join(mkdtempSync(join(tmpdir(), 'pegboard-experiment-')), 'one.db');
const usage = { input: 5, cached: 1, output: 2 };

function counting() {
  const asked: string[] = [];
  const model: ModelClient = {
    complete: async ({ messages, on_usage }) => {
      asked.push(messages.map(({ content }) => content).join());
      on_usage?.(usage);
      return `reply ${asked.length}`;
    },
  };
  return { asked, model };
}

/** A trial in a process of its own, as far as the file can tell. */
async function asking<Result>(file: string, model: ModelClient, work: (client: ModelClient) => Promise<Result>) {
  const database = openIndexDatabase(file, experimentSchema);
  try {
    const store = new ReplyStore(database);
    const result = await work(keepingModel(model, { trial: 1, store, stopwatch: () => 0 }));
    return { result, requests: store.requests(1), again: store.sentAgain() };
  } finally {
    database.close();
  }
}

it('asks no answered request again, and gives its reply and its tokens', async () => {
  const file = path();
  const { asked, model } = counting();
  await asking(file, model, (client) => client.complete({ messages: said('a') }));
  const told: unknown[] = [];
  const { result, requests, again } = await asking(file, model, async (client) => [
    await client.complete({ messages: said('a'), on_usage: (tokens) => told.push(tokens) }),
    await client.complete({ messages: said('a', 'reply 1', 'b') }),
  ]);
  expect(asked).toEqual(['a', 'a,reply 1,b']);
  expect(result).toEqual(['reply 1', 'reply 2']);
  expect(told).toEqual([usage]);
  expect(requests).toEqual([
    { messages: said('a'), reply: 'reply 1' },
    { messages: said('a', 'reply 1', 'b'), reply: 'reply 2' },
  ]);
  expect(again).toBe(0);
});

it('keeps a reply before the run has it', async () => {
  const file = path();
  const { model } = counting();
  await asking(file, model, async (client) => {
    const reply = client.complete({ messages: said('a') });
    await reply;
    const other = openIndexDatabase(file, experimentSchema);
    expect(new ReplyStore(other).requests(1)).toHaveLength(1);
    other.close();
  });
});

it('sends a request again that was not answered, and counts it', async () => {
  const file = path();
  const broken: ModelClient = { complete: () => Promise.reject(new Error('gone')) };
  await expect(asking(file, broken, (client) => client.complete({ messages: said('a') }))).rejects.toThrow('gone');
  const { asked, model } = counting();
  const { again } = await asking(file, model, (client) => client.complete({ messages: said('a') }));
  expect(asked).toEqual(['a']);
  expect(again).toBe(1);
});

it('ends a trial whose request differs from the kept one', async () => {
  const file = path();
  const { asked, model } = counting();
  await asking(file, model, (client) => client.complete({ messages: said('a') }));
  const other = asking(file, model, (client) => client.complete({ messages: said('b') }));
  await expect(other).rejects.toMatchObject({ code: 'model_failed' });
  expect(asked).toEqual(['a']);
});
