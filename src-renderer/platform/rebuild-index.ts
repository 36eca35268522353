import { useIndexRebuild } from '../state/index-rebuild.ts';
import type { PegboardClient } from './client.ts';
import { toPegboardError } from './pegboard-error.ts';

/** Rebuilds the index from nothing and says how far it is in `useIndexRebuild`; one at a time. Never throws. */
export async function rebuildIndex(client: PegboardClient, workspace: string): Promise<void> {
  const { rebuild } = useIndexRebuild.getState();
  if (rebuild.kind === 'running') return;
  const controller = new AbortController();
  const started = performance.now();
  const cancel = () => controller.abort();
  const show = useIndexRebuild.setState;
  show({ rebuild: { kind: 'running', workspace, phase: 'start', done: 0, total: 0, cancel } });
  try {
    for await (const event of await client.catalog.syncIndex({ rebuild: true }, { signal: controller.signal })) {
      if (event.type === 'done') {
        const ms = performance.now() - started;
        show({ rebuild: { kind: 'done', workspace, tools: event.status.tools, ms } });
      } else show({ rebuild: { kind: 'running', workspace, ...progressOf(event), cancel } });
    }
    if (useIndexRebuild.getState().rebuild.kind === 'running') show({ rebuild: { kind: 'cancelled', workspace } });
  } catch (error) {
    show({
      rebuild: controller.signal.aborted
        ? { kind: 'cancelled', workspace }
        : { kind: 'failed', workspace, error: toPegboardError(error) },
    });
  }
}

function progressOf({ phase, done, total }: { phase: 'hash' | 'write'; done: number; total: number }) {
  return { phase, done, total };
}
