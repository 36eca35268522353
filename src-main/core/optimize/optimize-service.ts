import type { CallOptions } from '#shared/contract/from-contract.ts';
import { modelPriceOf, usualCacheRead } from '#shared/domain/model-prices.ts';
import type {
  BoardEvent,
  BoardReport,
  OptimizeApplied,
  OptimizeBoardInput,
  OptimizeTextsInput,
  TextsEvent,
  TextsReport,
} from '#shared/domain/optimize.ts';
import type { UseSession } from '#shared/domain/use.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import type { GoldenQueries } from '../evaluation/golden/golden-queries.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import { progressStream } from '../progress-stream.ts';
import type { Services } from '../services.ts';
import type { SkillEditor } from '../skills/edit/skill-editor.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import { readUseSessions } from '../use/read-sessions.ts';
import type { ConfigEdits } from '../workspace/config-edits.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { AppliedBoards } from './applied-boards.ts';
import { AppliedChanges } from './applied-changes.ts';
import { boardReport } from './board/board-report.ts';
import { prepareBoard } from './board/prepare-board.ts';
import { goldenSessions } from './golden-sessions.ts';
import { runOptimizeWorker } from './run-optimize-worker.ts';
import { type OptimizeTask, runTask, type TaskOptions } from './run-task.ts';
import { schemasReport } from './schemas/schemas-report.ts';
import { skillsReport } from './skills/skills-report.ts';
import { isEnough, prepareTexts, textsReport } from './texts/texts-service.ts';

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
  readonly library: SkillLibrary;
  readonly config: ConfigEdits;
  readonly skillEditor: SkillEditor;
  readonly shippedPacks: string | undefined;
  /** The computer whose clients are configured: they name servers of their own. */
  readonly machine?: Machine | undefined;
  /** Script of the thread to choose in; without it this thread does. */
  readonly worker: URL | undefined;
}

interface Progress {
  readonly type: 'progress';
  readonly done: number;
  readonly total: number;
}

/** Proposals from what agents did. */
export function optimizeService(parts: OptimizeParts): Services['optimize'] {
  const applied = new AppliedBoards(parts);
  const changes = new AppliedChanges(parts);
  const root = () => parts.session.current().loaded.root;
  return {
    board: (input, call) => boardEvents(parts, applied, { input, call }),
    texts: (input, call) => textsEvents(parts, { input, call }),
    schemas: (input, call) =>
      parts.session.onCurrent(async ({ loaded }) => {
        const { queries } = await parts.golden.read();
        return schemasReport(loaded, { input, golden: queries, fts: parts.prompts.fts, signal: call?.signal });
      }),
    skills: (input, call) =>
      parts.session.onCurrent(async ({ loaded }) => {
        const { persona, since } = input;
        const sessions = (await readUseSessions({ ...parts, machine: parts.machine, workspace: loaded, since })).filter(
          (one) => persona === undefined || one.persona === persona,
        );
        return skillsReport(loaded, sessions, { ...parts, input, fts: parts.prompts.fts, signal: call?.signal });
      }),
    applied: async (made: OptimizeApplied) => {
      await applied.keep(root(), made);
      return { kept: true };
    },
    apply: (label, made) => changes.apply(root(), label, made),
    takeBack: () => changes.takeBack(root()),
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
  parts: OptimizeParts,
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
  const { session, prompts } = parts;
  const cacheRead = cacheReadOf(input.model);
  return session.onCurrent(async (workspace) => {
    const { loaded } = workspace;
    const sessions = await sessionsOf(parts, loaded, input);
    const prepared = await prepareBoard(workspace, sessions, { input, cacheRead, prompts: { ...prompts, signal } });
    const choice = await run(parts, { kind: 'board', job: prepared.job }, { signal, onProgress });
    return boardReport({ ...{ loaded, input, sessions, prepared, choice }, applied: await applied.last(loaded.root) });
  });
}

async function* textsEvents(
  parts: OptimizeParts,
  { input, call }: { readonly input: OptimizeTextsInput; readonly call: CallOptions | undefined },
): AsyncGenerator<TextsEvent, void> {
  const { session, golden, prompts } = parts;
  const report = yield* progressStream<Progress, TextsReport>(
    ({ signal, onProgress }) =>
      session.onCurrent(async (workspace) => {
        const sessions = input.from === 'usage' ? await sessionsOf(parts, workspace.loaded, input) : [];
        const { queries } = await golden.read();
        const job = prepareTexts(workspace, { input, sessions, golden: queries, fts: prompts.fts });
        const choice = isEnough(job)
          ? await run(
              parts,
              { kind: 'texts', job },
              { signal, onProgress: (done, total) => onProgress({ type: 'progress', done, total }) },
            )
          : null;
        return textsReport(workspace, { input, job, choice });
      }),
    call?.signal,
  );
  yield { type: 'done', report };
}

/** The sessions that a proposal is made from: those of its persona that did anything. */
async function sessionsOf(
  { files, userDataDir, machine, golden }: OptimizeParts,
  loaded: LoadedWorkspace,
  { from, since, persona }: Pick<OptimizeBoardInput, 'from' | 'since' | 'persona'>,
): Promise<readonly UseSession[]> {
  const all =
    from === 'usage'
      ? await readUseSessions({ workspace: loaded, userDataDir, files, machine, since })
      : goldenSessions((await golden.read()).queries, persona ?? null);
  return all.filter(
    (one) =>
      (persona === undefined || one.persona === persona) &&
      one.calls.length + one.searches.length + one.gets.length > 0,
  );
}

function run<Task extends OptimizeTask>({ worker }: OptimizeParts, task: Task, options: TaskOptions) {
  return worker ? runOptimizeWorker(worker, task, options) : runTask(task, options);
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
