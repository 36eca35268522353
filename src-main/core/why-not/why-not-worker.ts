import { workerData } from 'node:worker_threads';
import type { WhyNot } from '#shared/domain/why-not.ts';
import { PegboardError } from '#shared/errors.ts';
import { answerQuestions } from '../asked-thread.ts';
import { nodeFiles } from '../files/node-files.ts';
import { type LoadedWorkspace, loadWorkspace } from '../workspace/load-workspace.ts';
import { WhyNotQueue } from './why-not-queue.ts';
import type { WhyNotQuestion, WhyNotThreadData } from './why-not-service.ts';

/** Thread that answers "why not?", so that no window waits for an index or for edits that are tried. Its indexes serve all questions. */
const { fts } = workerData as WhyNotThreadData;
const desk = new WhyNotQueue({ files: nodeFiles, fts });
let loaded: LoadedWorkspace | undefined;

answerQuestions<WhyNotQuestion, WhyNot>(async ({ root, revision, request, model }, signal) =>
  desk.answer(await workspaceAt(root, revision), request, { signal, model }),
);

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
