import { beforeEach, describe, expect, it } from 'vitest';
import { useHealth } from '../../../src-renderer/features/health/health-model.ts';
import { useSkillsView } from '../../../src-renderer/features/playground/skills/skills-view.ts';
import { useSettingsView } from '../../../src-renderer/features/settings/settings-view.ts';
import { setOpenWorkspace } from '../../../src-renderer/state/open-workspace.ts';
import { usePlayground } from '../../../src-renderer/state/playground-store.ts';
import { useWhyNotStore } from '../../../src-renderer/state/why-not-store.ts';

describe('what belongs to a workspace', () => {
  beforeEach(() => {
    setOpenWorkspace(null);
    setOpenWorkspace('/first');
  });

  it('is not there in another one, and is back with its own', () => {
    usePlayground.getState().set({ query: 'refund an order' });
    usePlayground.getState().select('shop.refund');
    usePlayground.getState().remember('refund an order');
    useWhyNotStore.getState().ask('shop.refund');
    useHealth.setState({ pair: 2 });
    useSkillsView.setState({ selected: 'refunds' });
    useSettingsView.setState({ query: 'limit', persona: 'support' });

    setOpenWorkspace('/second');
    expect(usePlayground.getState()).toMatchObject({ query: '', selected: null, history: [] });
    expect(useWhyNotStore.getState()).toMatchObject({ asked: null, text: '' });
    expect(useHealth.getState().pair).toBe(0);
    expect(useSkillsView.getState().selected).toBeNull();
    expect(useSettingsView.getState()).toMatchObject({ query: '', persona: null });
    usePlayground.getState().remember('another question');

    setOpenWorkspace('/first');
    expect(usePlayground.getState()).toMatchObject({ query: 'refund an order', selected: 'shop.refund' });
    expect(usePlayground.getState().history).toEqual(['refund an order']);
    expect(useWhyNotStore.getState()).toMatchObject({ asked: 'shop.refund', text: 'shop.refund' });
    expect(useSettingsView.getState()).toMatchObject({ query: 'limit', persona: 'support' });
    expect(usePlayground.getState().histories).toMatchObject({
      '/first': ['refund an order'],
      '/second': ['another question'],
    });
  });
});
