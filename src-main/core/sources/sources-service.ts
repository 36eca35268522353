import type { Services } from '../services.ts';
import type { ConfigEdits } from '../workspace/config-edits.ts';
import type { LiveSources } from './live-sources.ts';
import { type EditContext, renameSource, setSourceEnabled } from './manage-sources.ts';
import type { RemovedSources } from './removed-sources.ts';
import { type ImportServersContext, importServers } from './review/import-servers.ts';
import type { WorkspaceValues } from './review/workspace-values.ts';
import { connectionToEdit, setConnection } from './set-connection.ts';

interface SourcesServiceParts extends EditContext, Omit<ImportServersContext, 'live'> {
  readonly live: LiveSources;
  readonly kept: WorkspaceValues;
  readonly removed: RemovedSources;
  readonly edits: ConfigEdits;
}

/** The sources of the open workspace, and what only live ones can: import again, call. */
export function sourcesService(parts: SourcesServiceParts): Services['sources'] {
  const { session, live, kept, removed } = parts;
  return {
    list: () => live.list(),
    watch: (call) => live.watch(call),
    importMcp: (input, call) => live.importMcp(input, call),
    importServers: (input, call) => importServers(input, parts, call?.signal),
    keptValues: () => kept.list(),
    keepValue: (input) => kept.keep(input),
    forgetValues: (input) => kept.forget(input),
    call: (input, call) => live.call(input, call),
    stop: (input) => live.stop(input),
    log: (input) => live.log(input),
    signIn: (input, call) => live.signIn(input, call),
    signOut: (input) => live.signOut(input),
    remove: (input) => removed.remove(input),
    restore: (input, call) => removed.restore(input, call),
    rename: (input) => renameSource(parts, input),
    connection: async ({ name }) => ({ connection: connectionToEdit(session.current().loaded, name) }),
    setConnection: (input) => setConnection(parts, input),
    setEnabled: (input) => setSourceEnabled(parts, input),
  };
}
