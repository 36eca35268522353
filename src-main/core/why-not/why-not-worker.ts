import { parentPort, workerData } from 'node:worker_threads';
import { PegboardError, toErrorValue } from '#shared/errors.ts';
import { nodeFiles } from '../files/node-files.ts';
import { type LoadedWorkspace, loadWorkspace } from '../workspace/load-workspace.ts';
import { WhyNotQueue } from './why-not-queue.ts';
import type { WhyNotQuestion, WhyNotReply, WhyNotThreadData } from './why-not-thread.ts';

/** Thread that answers "why not?", so that no window waits for an index or for edits that are tried. */
const { fts } = workerData as WhyNotThreadData;
const desk = new WhyNotQueue({ files: nodeFiles, fts });
const asked = new Map<number, AbortController>();
const reply = (message: WhyNotReply) => parentPort?.postMessage(message);
let loaded: LoadedWorkspace | undefined;

parentPort?.on('message', async (message: WhyNotQuestion) => {
  if (message.type === 'cancel') {
    asked.get(message.id)?.abort();
    return;
  }
  const { id, root, revision, request, model } = message;
  const stop = new AbortController();
  asked.set(id, stop);
  try {
    reply({
      id,
      answer: await desk.answer(await workspaceAt(root, revision), request, { signal: stop.signal, model }),
    });
  } catch (error) {
    reply({ id, error: toErrorValue(error) });
  } finally {
    asked.delete(id);
  }
});

/** The workspace as the asker sees it; read here, since sending ten thousand tools would hold up the window. */
async function workspaceAt(root: string, revision: string): Promise<LoadedWorkspace> {
  if (loaded?.root === root && loaded.contentKey === revision) return loaded;
  const read = await loadWorkspace(root, nodeFiles);
  if (read.contentKey !== revision) {
    throw new PegboardError('config_changed', 'The workspace changed while the question was on its way.', {
      hint: 'Ask again.',
    });
  }
  loaded = read;
  return read;
}
