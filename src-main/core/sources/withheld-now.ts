import { isPegboardError } from '#shared/errors.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { KeptSession } from './kept-session.ts';
import type { LiveCheck } from './live-check.ts';
import type { ServerSessions, SessionAtWork, UseOptions } from './server-sessions.ts';

interface LookingAt {
  readonly onServer: (
    name: string,
    use: UseOptions,
    work: (at: SessionAtWork) => Promise<readonly string[]>,
  ) => Promise<readonly string[]>;
  readonly sessions: Pick<ServerSessions, 'state' | 'limits'>;
  readonly check: Pick<LiveCheck, 'withheldBy'>;
  /** Notes that the list of a source is older than that of its server. */
  readonly markStale: (kept: KeptSession) => Promise<void>;
}

/** The names behind `LiveSources.withheldNow`: those of every live source whose server runs, sorted. */
export async function withheldNow(
  loaded: LoadedWorkspace,
  timeoutMs: number,
  { sessions, check, onServer, markStale }: LookingAt,
): Promise<readonly string[]> {
  const limits = sessions.limits(timeoutMs);
  const running = loaded.file.config.sources.filter(
    ({ name, mcp, enabled }) => mcp && enabled && sessions.state(loaded.root, name) === 'running',
  );
  const names = await Promise.all(
    running.map(({ name }) =>
      onServer(name, { signal: undefined, timeoutMs }, async (at) => {
        const withheld = await check.withheldBy(at, name, { loaded, limits });
        if (withheld.size > 0) await markStale(at.kept);
        return [...withheld];
      }).catch((error: unknown) => {
        if (!isPegboardError(error)) throw error;
        return [];
      }),
    ),
  );
  return names.flat().sort();
}
