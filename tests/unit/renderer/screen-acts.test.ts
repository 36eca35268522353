import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardClient } from '../../../src-renderer/platform/client.ts';
import { inOrder, screenActs } from '../../../src-renderer/platform/screen-acts.ts';
import { known, setThisWindow } from '../../../src-renderer/platform/this-window.ts';
import { workspaceKey } from '../../../src-renderer/platform/workspace-query.ts';
import { useNavigation } from '../../../src-renderer/state/navigation-store.ts';
import { setOpenWorkspace } from '../../../src-renderer/state/open-workspace.ts';

/** A window whose catalog is read when `answer` is called. */
function open() {
  const queries = new QueryClient();
  const answers: ((tools: readonly string[]) => void)[] = [];
  setThisWindow({ client: {} as PegboardClient, queries });
  queries.setQueryData(workspaceKey, { path: '/w', revision: 'r1' } as WorkspaceSummary);
  const query = {
    queryKey: ['tools'],
    queryFn: () => new Promise<readonly string[]>((resolve) => answers.push(resolve)),
  };
  const acts = screenActs('catalog', ({ path }) => {
    const tools = known(query);
    return tools && { path, tools };
  });
  const answer = async (tools: readonly string[]) => {
    answers.shift()?.(tools);
    await expect.poll(() => queries.getQueryData(query.queryKey)).toEqual(tools);
  };
  return { acts, answer, asked: () => answers.length, queries };
}

const finished = () => new Promise((resolve) => setTimeout(resolve));

describe('acts of a screen', () => {
  beforeEach(() => {
    useNavigation.setState({ feature: 'catalog', dialog: null });
    setOpenWorkspace(null);
    setOpenWorkspace('/w');
  });

  it('that come before their data ask for it once, wait, and are done in their order', async () => {
    const { acts, answer, asked } = open();
    const met: string[] = [];
    expect(acts.mayBe(() => false)).toBe(true);
    acts.do(({ tools }) => met.push(`1 ${tools}`));
    acts.do(({ tools }) => met.push(`2 ${tools}`));
    expect([met, asked()]).toEqual([[], 1]);
    await answer(['a']);
    await expect.poll(() => met).toEqual(['1 a', '2 a']);
    acts.do(({ tools }) => met.push(`3 ${tools}`));
    expect([met[2], acts.mayBe(() => false)]).toEqual(['3 a', false]);
  });

  it('wait for an answer that is out of date to be asked anew', async () => {
    const { acts, answer, asked, queries } = open();
    acts.now();
    await answer(['old']);
    void queries.invalidateQueries({ queryKey: ['tools'] });
    const met: string[] = [];
    acts.do(({ tools }) => met.push(`${tools}`));
    expect([met, asked()]).toEqual([[], 1]);
    await answer(['new']);
    await expect.poll(() => met).toEqual(['new']);
  });

  it('wait for the act before them, which may have failed', async () => {
    const { acts, answer } = open();
    acts.now();
    await answer(['a']);
    const met: string[] = [];
    const writing = Promise.withResolvers<void>();
    acts.do(() => writing.promise);
    acts.do(() => met.push('moved'));
    inOrder(() => met.push('undone'));
    expect([met, acts.mayBe(() => false)]).toEqual([[], true]);
    writing.reject(new Error('no room'));
    await expect.poll(() => met).toEqual(['moved', 'undone']);
  });

  it.each([
    ['another screen', () => useNavigation.setState({ feature: 'tuner' })],
    ['a dialog', () => useNavigation.setState({ dialog: 'help' })],
    ['another workspace', () => setOpenWorkspace('/other')],
  ])('are dropped when they wait and the user opens %s', async (_, leave) => {
    const { acts, answer } = open();
    const met: string[] = [];
    acts.do(() => met.push('early'));
    leave();
    await answer(['a']);
    await finished();
    expect(met).toEqual([]);
    useNavigation.setState({ feature: 'catalog', dialog: null });
    acts.do(({ tools }) => met.push(`now ${tools}`));
    expect(met).toEqual(['now a']);
  });

  it('are not held by work that began before the user left', async () => {
    const { acts, answer } = open();
    acts.now();
    await answer(['a']);
    const met: string[] = [];
    const slow = Promise.withResolvers<void>();
    acts.do(() => slow.promise);
    useNavigation.setState({ feature: 'tuner' });
    useNavigation.setState({ feature: 'catalog' });
    acts.do(() => met.push('free'));
    slow.resolve();
    await slow.promise;
    expect(met).toEqual(['free']);
  });

  it('that wait are not done behind a dialog that opens, unless they were asked for from a dialog', async () => {
    let opened = false;
    vi.stubGlobal('document', { querySelector: () => (opened ? {} : null) });
    const { acts, answer } = open();
    const met: string[] = [];
    acts.do(() => {
      opened = true;
    });
    acts.do(() => met.push('behind'));
    await answer(['a']);
    await expect.poll(() => opened).toBe(true);
    acts.do(() => met.push('in the dialog'));
    await expect.poll(() => met).toEqual(['in the dialog']);
    vi.unstubAllGlobals();
  });

  it('do nothing where another screen is shown', () => {
    const { acts } = open();
    useNavigation.setState({ feature: 'tuner' });
    const met: string[] = [];
    acts.do(() => met.push('no'));
    expect([met, acts.now(), acts.mayBe(() => true)]).toEqual([[], null, false]);
  });
});
