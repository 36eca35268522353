import type { DisconnectResult } from '#shared/domain/connect.ts';
import { editServers, type ServerValue, serversIn } from '../client-configs/edit-servers.ts';
import { isRecord } from '../client-configs/read-server-map.ts';
import { servedEntry } from '../client-configs/served-entry.ts';
import type { ClientFile } from './client-file.ts';
import type { ConnectRecord } from './connect-records.ts';
import { otherOwner } from './entry-owner.ts';

interface Connection {
  readonly file: ClientFile;
  readonly name: string;
  readonly record: ConnectRecord | null;
  /** The file as it was before; null where there was none or it is gone. */
  readonly backup: string | null;
}

interface Disconnection extends Pick<DisconnectResult, 'how' | 'put_back' | 'again'> {
  /** The new text of the file; null removes the file. */
  readonly text: string | null;
}

/**
 * How a connection is undone: with the backup of the file when nobody changed the file since, else with an edit that removes the entry, or
 * puts back the one that it replaced, and the servers that were taken over. Error: `client_config_invalid`.
 */
export function disconnection({ file, name, record, backup }: Connection): Disconnection {
  const nothing = { how: 'nothing', text: file.text, put_back: [], again: null } as const;
  if (file.text === null || (record && file.hash === record.before)) return nothing;
  const isAsWritten = record?.restores === true && file.hash !== null && record.after.includes(file.hash);
  if (isAsWritten && record.before === null) return { how: 'removed', text: null, put_back: [], again: null };
  const before = backup === null ? {} : serversIn(backup, file);
  const former = before[name];
  const again = record ? otherOwner(former, record.workspace) : null;
  if (isAsWritten && backup !== null) return { how: 'restored', text: backup, put_back: record.taken, again };
  const there = serversIn(file.text, file);
  const set = Object.fromEntries(
    (record?.taken ?? []).flatMap((taken): [string, ServerValue][] => {
      const entry = before[taken];
      return isRecord(entry) && !Object.hasOwn(there, taken) ? [[taken, entry]] : [];
    }),
  );
  const put_back = Object.keys(set);
  const ours = servedEntry(name, there[name]);
  const returns = again !== null && isRecord(former) && ours?.workspace === record?.workspace;
  if (returns) set[name] = former;
  const remove = ours === null || returns ? [] : [name];
  const text = editServers(file.text, { remove, set }, file);
  return text === file.text ? nothing : { how: 'edited', text, put_back, again: returns ? again : null };
}
