import { toolDefinitionJson } from '#shared/domain/tool.ts';
import type { UsageEntry } from '#shared/domain/usage-view.ts';
import { PegboardError } from '#shared/errors.ts';
import { codePoints, tokensOfSize } from '#shared/tokens.ts';
import { normaliseTool } from '../catalog/normalise-tool.ts';
import type { Database } from '../db/database.ts';
import { databaseError } from '../db/open-database.ts';
import type { Files } from '../files/files.ts';
import { isRunning } from '../files/temporary-files.ts';
import type { Logger } from '../logger.ts';
import type { Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { fileReading, lookAtLog } from './usage/look-at-log.ts';
import { usageReader } from './usage/open-for-reading.ts';
import { usageEntry, usageSessions } from './usage/read-usage.ts';
import { clearUsage, usedBytes } from './usage/trim-usage.ts';
import { usagePath } from './usage/usage-file.ts';
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

/** What hosts do with the open workspace, by the log that the gateways of all processes write. */
export function gatewayService({ session, files, logger, now, userDataDir }: GatewayServiceParts): Services['gateway'] {
  const read = usageReader(files, logger);
  const loaded = () => session.current().loaded;
  const pathOf = (root: string) => usagePath(userDataDir, root, files);
  const look = async <Result>(work: (database: Database) => Result) =>
    lookAtLog(await pathOf(loaded().root), work, { files, logger });
  const reading = fileReading(() => pathOf(loaded().root), { files, logger });
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
    ...reading,
    request: async ({ id }): Promise<UsageEntry | null> => (await look((database) => usageEntry(database, id))).result,
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
