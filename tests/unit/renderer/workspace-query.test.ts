import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardClient } from '../../../src-renderer/platform/client.ts';
import { takeWorkspace, watchWorkspace, workspaceKey } from '../../../src-renderer/platform/workspace-query.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices } from '../../support/workspace.ts';

const summaryOf = (sequence: number, revision: string) => ({ path: '/w', sequence, revision }) as WorkspaceSummary;

it('a summary that the watch brings late does not take the place of a newer answer', async () => {
  const queryClient = new QueryClient();
  const revision = () => queryClient.getQueryData<WorkspaceSummary>(workspaceKey)?.revision;
  const stop = new AbortController();
  const messages: ((summary: WorkspaceSummary | null) => void)[] = [];
  const next = () => new Promise<WorkspaceSummary | null>((resolve) => messages.push(resolve));
  async function* watch() {
    for (let i = 0; i < 3 && !stop.signal.aborted; i++) yield await next();
  }
  const tell = async (summary: WorkspaceSummary | null) => {
    await expect.poll(() => messages.length).toBe(1);
    messages.shift()?.(summary);
    // The watch asks for the next one when it has taken this one.
    await expect.poll(() => messages.length).toBe(1);
  };
  const client = { workspace: { watch: async () => watch() } } as unknown as PegboardClient;
  const watching = watchWorkspace({ client, queryClient, signal: stop.signal });
  await tell(summaryOf(10, 'before'));
  takeWorkspace(queryClient, summaryOf(12, 'edited'));
  await tell(summaryOf(11, 'before, with its index'));
  expect(revision()).toBe('edited');
  takeWorkspace(queryClient, summaryOf(12, 'edited, read again'));
  expect(revision()).toBe('edited, read again');
  // The third ends the stream. The first of the next one is of a core that may have started anew.
  await tell(summaryOf(13, 'edited again'));
  expect(revision()).toBe('edited again');
  await tell(summaryOf(1, 'of another core'));
  expect(revision()).toBe('of another core');
  stop.abort();
  messages.shift()?.(null);
  await watching;
});

it('each change of what is shown has a higher number', async () => {
  const services = await testServices({});
  const root = temporaryFolder();
  const first = await services.workspace.init({ path: root });
  const changes = ['always', 'deferred', 'always'] as const;
  let last = first.sequence;
  for (const value of changes) {
    const path = ['tool_search', 'default_loading_mode'];
    await services.config.edit({ changes: [{ path, value }], label: 'a change' });
    const now = await services.workspace.current();
    expect(now?.sequence).toBeGreaterThan(last);
    last = now?.sequence ?? 0;
    expect((await services.workspace.current())?.sequence).toBe(last);
  }
});
