import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { AskedThread } from '#core/asked-thread.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { write } from '../../support/workspace.ts';

function threadOf(script: URL): AskedThread<string, string> {
  const thread = new AskedThread<string, string>(script);
  onTestFinished(() => thread.close());
  return thread;
}

/** Breaks at one question, is silent at another, and repeats the rest; it says who was cancelled. */
function brittleScript(): URL {
  const folder = temporaryFolder();
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ type, id, question }) => {
      if (question === 'break') throw new Error('broken');
      if (type === 'cancel') parentPort.postMessage({ id, answer: 'cancelled' });
      else if (question !== 'wait') parentPort.postMessage({ id, answer: question });
    });`;
  write(folder, 'worker.mjs', code);
  return pathToFileURL(join(folder, 'worker.mjs'));
}

it('tells why its script cannot be loaded', async () => {
  await expect(threadOf(pathToFileURL('/nowhere/worker.js')).ask('a')).rejects.toThrow(/Cannot find module/);
});

it('starts another thread after one broke, and the end of the first does not reach the second', async () => {
  const thread = threadOf(brittleScript());
  for (let round = 0; round < 3; round++) {
    await expect(thread.ask('break')).rejects.toThrow('broken');
    expect(await thread.ask('a')).toBe('a');
  }
});

it('cancels what waits for it when it is closed', async () => {
  const thread = threadOf(brittleScript());
  const asked = thread.ask('wait');
  await Promise.all([expect(asked).rejects.toMatchObject({ code: 'cancelled' }), thread.close()]);
});

it('tells the thread when an asker goes away', async () => {
  const thread = threadOf(brittleScript());
  const stop = new AbortController();
  const asked = thread.ask('wait', stop.signal);
  stop.abort();
  expect(await asked).toBe('cancelled');
});

it('says why a question cannot be copied, and answers the next one', async () => {
  const thread = threadOf(brittleScript()) as AskedThread<unknown, unknown>;
  await expect(thread.ask(() => 'a function')).rejects.toThrow(/could not be cloned/);
  expect(await thread.ask('a')).toBe('a');
});
