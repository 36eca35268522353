import type { EntryOwner } from '#shared/domain/connect.ts';
import { servedEntry } from '../client-configs/served-entry.ts';

/** Whom an entry of a client belongs to; null where there is none, or it serves this workspace. */
export function otherOwner(entry: unknown, workspace: string): EntryOwner | null {
  if (entry === undefined) return null;
  const served = servedEntry('', entry);
  if (!served) return { kind: 'program' };
  return served.workspace === workspace ? null : { kind: 'workspace', workspace: served.workspace };
}
