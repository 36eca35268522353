import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { WhyNotThread } from '#core/why-not/why-not-thread.ts';
import { whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

function threadOf(script: URL): WhyNotThread {
  const thread = new WhyNotThread(script, { fts: 'detect' });
  onTestFinished(() => thread.close());
  return thread;
}

const asking = (tool: string) => ({
  root: '/',
  revision: '',
  request: whyNotRequestSchema.parse({ input: { query: 'x' }, tool }),
});

/** Breaks at one question, is silent at another, and answers the rest with the tool. */
function brittleScript(): URL {
  const folder = temporaryFolder();
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, request }) => {
      if (request?.tool === 'break') throw new Error('broken');
      if (request?.tool !== 'wait') parentPort.postMessage({ id, answer: { tool: request?.tool } });
    });`;
  write(folder, 'worker.mjs', code);
  return pathToFileURL(join(folder, 'worker.mjs'));
}

it('tells why its script cannot be loaded', async () => {
  await expect(threadOf(pathToFileURL('/nowhere/why-not-worker.js')).ask(asking('a'))).rejects.toThrow(
    /Cannot find module/,
  );
});

it('starts another thread after one broke, and the end of the first does not reach the second', async () => {
  const thread = threadOf(brittleScript());
  for (let round = 0; round < 3; round++) {
    await expect(thread.ask(asking('break'))).rejects.toThrow('broken');
    expect(await thread.ask(asking('a'))).toEqual({ tool: 'a' });
  }
});

it('cancels what waits for it when it is closed', async () => {
  const thread = threadOf(brittleScript());
  const asked = thread.ask(asking('wait'));
  await Promise.all([expect(asked).rejects.toMatchObject({ code: 'cancelled' }), thread.close()]);
});
