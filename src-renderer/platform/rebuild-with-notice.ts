import { notifications } from '@mantine/notifications';
import { type IndexRebuild, useIndexRebuild } from '../state/index-rebuild.ts';
import { formatCount } from '../strings/count.ts';
import { strings } from '../strings/platform.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { noticeButton } from '../ui/notice-button.tsx';
import { toPegboardError } from '../ui/pegboard-error.ts';
import type { PegboardClient } from './client.ts';
import { openWorkspace, thisWindow } from './this-window.ts';

const id = 'index-rebuild';

/** Rebuilds the index from nothing, with a notice that says how far it is and can cancel it. */
export async function rebuildWithNotice(): Promise<void> {
  const path = openWorkspace()?.path;
  if (path === undefined || useIndexRebuild.getState().rebuild.kind === 'running') return;
  notifications.show({
    id,
    title: strings.rebuildNotice.rebuildingIndex,
    message: strings.rebuildNotice.starting,
    loading: true,
    autoClose: false,
  });
  const stop = useIndexRebuild.subscribe(({ rebuild }) => notifications.update({ id, ...noticeOf(rebuild) }));
  try {
    await rebuildIndex(thisWindow().client, path);
  } finally {
    stop();
  }
}

function noticeOf(rebuild: IndexRebuild) {
  switch (rebuild.kind) {
    case 'running':
      return {
        title: strings.rebuildNotice.rebuildingIndex,
        message: noticeButton(strings.rebuildNotice.cancel, rebuild.cancel, rebuildStep(rebuild)),
        loading: true,
        autoClose: false as const,
      };
    case 'failed': {
      const { message, hint } = rebuild.error;
      return {
        title: strings.rebuildNotice.indexWasNotRebuilt,
        message: visibleString(hint === undefined ? message : `${message} ${hint}`),
        color: 'red',
        loading: false,
        autoClose: false as const,
      };
    }
    case 'cancelled':
      return {
        title: strings.rebuildNotice.cancelled,
        message: strings.rebuildNotice.indexIsUnchanged,
        loading: false,
        autoClose: 4000,
      };
    case 'none':
      return { title: '', message: '', loading: false, autoClose: 1 };
    case 'done':
      return {
        title: strings.rebuildNotice.indexRebuilt,
        message: strings.rebuildNotice.toolsCanBeFound(formatCount(rebuild.tools)),
        loading: false,
        autoClose: 4000,
      };
  }
}

/** The progress of a rebuild: "Writing 300 of 1,000 tools". */
export function rebuildStep({ phase, done, total }: Extract<IndexRebuild, { kind: 'running' }>): string {
  if (phase === 'start') return strings.rebuildNotice.starting;
  return strings.rebuildNotice.tools(phase === 'hash', formatCount(done), formatCount(total));
}

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
