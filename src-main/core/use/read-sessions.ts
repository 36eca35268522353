import type { UseOrigin, UseSession } from '#shared/domain/use.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import type { Files } from '../files/files.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { configuredNames, createUseNames } from './map-names.ts';
import { eventMapper, type StoredEvent, scopeOf } from './use-rows.ts';
import { sessionsOfUse } from './use-sessions.ts';
import { folderOfUse, openUseStore } from './use-store.ts';

export interface SessionsOptions {
  readonly workspace: LoadedWorkspace;
  readonly userDataDir: string;
  readonly files: Files;
  readonly machine: Machine | undefined;
  /** Milliseconds since 1970, `until` exclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly origins?: readonly UseOrigin[] | undefined;
}

/**
 * The sessions that are kept of a workspace, in order of time, with names of its catalog. It reads no log: `use.read` does. Errors:
 * `database_busy`, `disk_full`, `folder_read_only`.
 */
export async function readUseSessions(options: SessionsOptions): Promise<UseSession[]> {
  const { workspace, userDataDir, files, machine, since, until, origins } = options;
  const names = createUseNames(workspace, await configuredNames(workspace, { machine, files }));
  const store = await openUseStore(await folderOfUse(userDataDir, workspace.root, files), files);
  try {
    return store.run((database) => {
      const { sql, given } = scopeOf(database, {
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        ...(origins === undefined ? {} : { origins: [...origins] }),
      });
      const rows = database
        .prepare<unknown[], StoredEvent>(`SELECT * FROM events WHERE ${sql} ORDER BY session, at, id`)
        .all(...given);
      return sessionsOfUse(rows.map(eventMapper(names)));
    });
  } finally {
    store.close();
  }
}
