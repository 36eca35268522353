import { detectFts5 } from '../db/full-text.ts';
import { openScratchDatabase } from '../db/open-database.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from './workspace-session.ts';

interface SystemServiceParts {
  readonly session: WorkspaceSession;
  readonly host: 'electron' | 'http' | 'cli' | 'test';
  readonly fts: 'detect' | 'off';
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/** What this Pegboard runs on. */
export function systemService({ session, host, fts, versions }: SystemServiceParts): Services['system'] {
  return {
    report: async () => {
      const scratch = openScratchDatabase();
      try {
        const sqlite = String(scratch.prepare('SELECT sqlite_version()').pluck().get());
        return {
          versions: { ...definedOnly(versions), sqlite },
          host,
          fts_available: fts === 'detect' && detectFts5(scratch),
          findings: session.summary()?.findings ?? [],
        };
      } finally {
        scratch.close();
      }
    },
  };
}

function definedOnly(versions: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(versions).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
