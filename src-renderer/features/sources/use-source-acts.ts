import { useMemo } from 'react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { type PegboardClient, useClient } from '../../platform/client.ts';
import { undoOfEdit } from '../../platform/edit-config.ts';
import { offerUndo, tellError, tellRemoved } from '../../platform/undo-change.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { sourceKey, useSourcesView } from '../../state/sources-view.ts';
import { inTurn } from '../../state/undo-store.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { showSourceInCatalog } from '../catalog/catalog-store.ts';
import { applyJob, cancelJobsOf, retryJob, type SourceJob, startJob, startSignIn } from './source-jobs.ts';

/** Everything that can be done to a source. What fails is told in a notice. */
export interface SourceActs {
  importAgain(source: SourceSummary): void;
  stop(source: SourceSummary): Promise<void>;
  setEnabled(source: SourceSummary, enabled: boolean): Promise<void>;
  remove(source: SourceSummary): Promise<void>;
  rename(source: SourceSummary, to: string): Promise<void>;
  /** Writes how the server of a source is reached. Throws what the core refuses. */
  setConnection(source: SourceSummary, connection: McpConnection): Promise<void>;
  signIn(source: SourceSummary): void;
  signOut(source: SourceSummary): Promise<void>;
  showInCatalog(source: SourceSummary): void;
  applyPlan(job: SourceJob): void;
  retry(job: SourceJob): void;
}

export function useSourceActs(workspace: string): SourceActs {
  const client = useClient();
  return useMemo(() => sourceActs(client, workspace), [client, workspace]);
}

function sourceActs(client: PegboardClient, workspace: string): SourceActs {
  const select = (name: string) => useSourcesView.getState().select(workspace, sourceKey(name));
  return {
    importAgain: ({ name }) => {
      startJob(client, { workspace, source: name, connection: null });
      select(name);
    },
    stop: ({ name }) => telling(client.sources.stop({ name })),
    setEnabled: ({ name }, enabled) => {
      cancelJobsOf(workspace, name);
      return changing(workspace, () =>
        client.sources.setEnabled({ name, enabled }, { context: { workspace } }).then(() =>
          offerUndo({
            workspace,
            done: `${enabled ? 'Enabled' : 'Disabled'} ${name}`,
            undo: async () => {
              await client.sources.setEnabled({ name, enabled: !enabled });
              return null;
            },
          }),
        ),
      );
    },
    remove: ({ name }) => {
      cancelJobsOf(workspace, name);
      return changing(workspace, () =>
        client.sources.remove({ name }, { context: { workspace } }).then(({ undo, tools, kept_at }) => {
          const done = `Removed ${name}`;
          const text = `${formatPlural(tools, 'tool')} left the catalog.`;
          if (undo === null)
            return tellRemoved(done, kept_at === null ? text : `${text} The list is kept at ${kept_at}.`);
          const restore = async () => {
            await client.sources.restore({ undo });
            select(name);
            return null;
          };
          offerUndo({ workspace, done, undo: restore }, text);
        }),
      );
    },
    rename: async ({ name }, to) => {
      cancelJobsOf(workspace, name);
      const { tools, fields } = await inTurn(workspace, () =>
        client.sources.rename({ name, to }, { context: { workspace } }),
      );
      select(to);
      const change = {
        workspace,
        done: `Renamed ${name} to ${to}`,
        undo: async () => {
          await client.sources.rename({ name: to, to: name });
          select(name);
          return null;
        },
      };
      offerUndo(
        change,
        `${formatPlural(tools.length, 'tool')} and ${formatPlural(fields.length, 'setting')} followed.`,
      );
    },
    setConnection: async ({ name }, connection) => {
      cancelJobsOf(workspace, name);
      const { undo } = await client.sources.setConnection({ name, connection });
      select(name);
      if (undo === null) return;
      const places = [`pegboard.yaml/sources/${name}`];
      const change = undoOfEdit({ workspace, done: `Changed the connection of ${name}`, undo, places });
      offerUndo(change, 'Its tools stay as they are until you import it again.');
    },
    signIn: ({ name }) => {
      startSignIn(client, { workspace, source: name, connection: null });
      select(name);
    },
    signOut: ({ name }) => telling(client.sources.signOut({ name })),
    showInCatalog: ({ name }) => {
      showSourceInCatalog(workspace, name);
      useNavigation.getState().goTo('catalog');
    },
    applyPlan: ({ id }) => applyJob(client, id),
    retry: ({ id }) => retryJob(client, id),
  };
}

/** Makes a change that Undo waits for, and says what fails. */
function changing(workspace: string, work: () => Promise<unknown>): Promise<void> {
  return telling(inTurn(workspace, work));
}

async function telling(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    tellError(error);
  }
}
