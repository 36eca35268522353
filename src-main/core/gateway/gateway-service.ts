import { toolDefinitionJson } from '#shared/domain/tool.ts';
import type { UsageEntry } from '#shared/domain/usage-view.ts';
import { PegboardError } from '#shared/errors.ts';
import { codePoints, tokensOfSize } from '#shared/tokens.ts';
import { normaliseTool } from '../catalog/normalise-tool.ts';
import type { Database } from '../db/database.ts';
import { databaseError, UnusableDatabase } from '../db/open-database.ts';
import type { Files } from '../files/files.ts';
import { isRunning } from '../files/temporary-files.ts';
import type { Logger } from '../logger.ts';
import type { Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { usageProblem, usageReader } from './usage/open-for-reading.ts';
import { usageEntries, usageEntry, usageSessions } from './usage/read-usage.ts';
import { clearUsage, usedBytes } from './usage/trim-usage.ts';
import { putDamagedAside, usagePath } from './usage/usage-file.ts';
import { noTotals, usageTotals } from './usage/usage-totals.ts';
import { watchUsage } from './usage/watch-usage.ts';

interface GatewayServiceParts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly userDataDir: string;
}

const dayMs = 24 * 60 * 60_000;

/** How long clearing the log waits for gateways that write, milliseconds. */
const clearWaitMs = 5000;

/** The result of reading the log; `result` is null when there is no log or a problem prevented reading it. */
interface Look<Result> {
  readonly log: string | null;
  readonly problem: string | null;
  readonly result: Result | null;
}

/** What hosts do with the open workspace, by the log that the gateways of all processes write. */
export function gatewayService({ session, files, logger, now, userDataDir }: GatewayServiceParts): Services['gateway'] {
  const read = usageReader(files, logger);
  const loaded = () => session.current().loaded;
  const pathOf = (root: string) => usagePath(userDataDir, root, files);
  const look = async <Result>(work: (database: Database) => Result): Promise<Look<Result>> => {
    const path = await pathOf(loaded().root);
    const { file, problem } = await read(path);
    if (!file) return { log: null, problem, result: null };
    try {
      return { log: file.logId, problem: null, result: work(file.database) };
    } catch (error) {
      const known = databaseError(error, path);
      file.database.close();
      if (known instanceof UnusableDatabase) await putDamagedAside(file, { files, logger });
      return { log: null, problem: usageProblem(known), result: null };
    } finally {
      file.database.close();
    }
  };
  return {
    status: async () => {
      const workspace = loaded();
      const since = now() - dayMs;
      const { result, ...state } = await look((database) => ({
        bytes: usedBytes(database),
        sessions: usageSessions(database, isRunning),
        totals: usageTotals(database, since),
      }));
      return {
        ...state,
        enabled: workspace.file.config.gateway.log.enabled,
        without: withoutPegboard(workspace),
        ...(result ?? { bytes: 0, sessions: [], totals: noTotals(since) }),
      };
    },
    traffic: async (input) => {
      const { result, ...state } = await look((database) => usageEntries(database, input));
      return { ...state, entries: result?.entries ?? [], next: result?.next ?? null };
    },
    request: async ({ id }): Promise<UsageEntry | null> => (await look((database) => usageEntry(database, id))).result,
    totals: async ({ since }) => {
      const from = Date.parse(since);
      return (await look((database) => usageTotals(database, from))).result ?? noTotals(from);
    },
    watch: ({ limit }, call) => {
      const path = async () => {
        const root = session.loaded()?.root;
        return root === undefined ? null : pathOf(root);
      };
      return watchUsage({ path, read, files, limit, signal: call?.signal });
    },
    clear: async () => {
      const path = await pathOf(loaded().root);
      const { file, problem } = await read(path);
      if (problem !== null) throw new PegboardError('file_unreadable', `${path}: ${problem}`, { data: { path } });
      if (!file) return { removed: 0 };
      try {
        file.database.pragma(`busy_timeout = ${clearWaitMs}`);
        return clearUsage(file.database, isRunning);
      } catch (error) {
        throw databaseError(error, path);
      } finally {
        file.database.close();
      }
    },
  };
}

const measured = new WeakMap<LoadedWorkspace, { readonly tools: number; readonly tokens: number }>();

/** How many tools the enabled sources have, and tokens of their definitions before overlays, by the estimate. */
function withoutPegboard(workspace: LoadedWorkspace): { readonly tools: number; readonly tokens: number } {
  const known = measured.get(workspace);
  if (known) return known;
  const tools = workspace.sources.flatMap(({ source, tools }) =>
    source.enabled ? tools.map((tool) => normaliseTool(tool, source)) : [],
  );
  const size = tools.reduce((sum, tool) => sum + codePoints(toolDefinitionJson(tool)), 0);
  const result = { tools: tools.length, tokens: tokensOfSize(size, 'estimate') };
  measured.set(workspace, result);
  return result;
}
