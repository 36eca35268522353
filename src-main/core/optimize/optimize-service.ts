import type { CallOptions } from '#shared/contract/from-contract.ts';
import { modelPriceOf } from '#shared/domain/model-prices.ts';
import type { BoardEvent, BoardReport, OptimizeApplied, OptimizeBoardInput } from '#shared/domain/optimize.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import type { GoldenQueries } from '../evaluation/golden/golden-queries.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import { progressStream } from '../progress-stream.ts';
import type { Services } from '../services.ts';
import { readUseSessions } from '../use/read-sessions.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { AppliedBoards } from './applied-boards.ts';
import { boardReport } from './board/board-report.ts';
import { chooseBoard } from './board/choose-board.ts';
import { prepareBoard } from './board/prepare-board.ts';
import { goldenSessions } from './golden-sessions.ts';
import { runOptimizeWorker } from './run-optimize-worker.ts';

interface OptimizeParts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly logger: Logger;
  readonly userDataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly prompts: PromptEnvironment;
  readonly golden: Pick<GoldenQueries, 'read'>;
  /** The computer whose clients are configured: they name servers of their own. */
  readonly machine?: Machine | undefined;
  /** Script of the thread to choose in; without it this thread does. */
  readonly worker: URL | undefined;
}

/** What most prices ask for a token from the prompt cache, as a share of that of input. */
const usualCacheRead = 0.1;

interface Progress {
  readonly type: 'progress';
  readonly done: number;
  readonly total: number;
}

/** Proposals from what agents did. */
export function optimizeService(parts: OptimizeParts): Services['optimize'] {
  const applied = new AppliedBoards(parts);
  return {
    board: (input, call) => boardEvents(parts, applied, { input, call }),
    applied: async (made: OptimizeApplied) => {
      await applied.keep(parts.session.current().loaded.root, made);
      return { kept: true };
    },
  };
}

async function* boardEvents(
  parts: OptimizeParts,
  applied: AppliedBoards,
  { input, call }: { readonly input: OptimizeBoardInput; readonly call: CallOptions | undefined },
): AsyncGenerator<BoardEvent, void> {
  const report = yield* progressStream<Progress, BoardReport>(
    ({ signal, onProgress }) =>
      proposeBoard(parts, {
        ...{ input, signal, applied },
        onProgress: (done, total) => onProgress({ type: 'progress', done, total }),
      }),
    call?.signal,
  );
  yield { type: 'done', report };
}

async function proposeBoard(
  { session, files, userDataDir, machine, prompts, golden, worker }: OptimizeParts,
  {
    input,
    signal,
    onProgress,
    applied,
  }: {
    readonly input: OptimizeBoardInput;
    readonly signal: AbortSignal;
    readonly onProgress: (done: number, total: number) => void;
    readonly applied: AppliedBoards;
  },
): Promise<BoardReport> {
  const cacheRead = cacheReadOf(input.model);
  return session.onCurrent(async (workspace) => {
    const { loaded } = workspace;
    const all =
      input.from === 'usage'
        ? await readUseSessions({ workspace: loaded, userDataDir, files, machine, since: input.since })
        : goldenSessions((await golden.read()).queries, input.persona ?? null);
    const sessions = all.filter(
      ({ persona, calls, searches, gets }) =>
        (input.persona === undefined || persona === input.persona) && calls.length + searches.length + gets.length > 0,
    );
    const prepared = await prepareBoard(workspace, sessions, { input, cacheRead, prompts: { ...prompts, signal } });
    const choice = worker
      ? await runOptimizeWorker(worker, prepared.job, { signal, onProgress })
      : chooseBoard(prepared.job, onProgress);
    return boardReport({ ...{ loaded, input, sessions, prepared, choice }, applied: await applied.last(loaded.root) });
  });
}

/** Price of a token from the cache as a share of the price of input. Error: `invalid_input` for a model without a price. */
function cacheReadOf(model: string | undefined): number {
  if (model === undefined) return usualCacheRead;
  const price = modelPriceOf(model);
  if (!price) {
    throw new PegboardError('invalid_input', `The list of prices has no model "${model}".`, {
      hint: 'Leave the model out: a token from the cache then counts as a tenth.',
    });
  }
  return price.input === 0 ? 1 : price.cached / price.input;
}
