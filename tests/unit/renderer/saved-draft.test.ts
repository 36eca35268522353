import { beforeEach, describe, expect, it } from 'vitest';
import {
  draftKey,
  movePersonaDrafts,
  saveDraft,
  setDraft,
  useSettingsView,
} from '../../../src-renderer/features/settings/settings-view.ts';

const key = draftKey('/w', 'tool_search.max_search_results');
const draft = () => useSettingsView.getState().drafts[key];

describe('a setting that is saved while somebody types on', () => {
  beforeEach(() => useSettingsView.setState({ drafts: {} }));

  it('keeps what was typed meanwhile', async () => {
    const saving = Promise.withResolvers<null>();
    setDraft(key, '7');
    const saved = saveDraft({ key, check: () => null, save: () => saving.promise });
    setDraft(key, '70');
    saving.resolve(null);
    expect([await saved, draft()]).toEqual([null, '70']);
  });

  it('forgets the draft when it is what was saved', async () => {
    setDraft(key, '7');
    await saveDraft({ key, check: () => null, save: async () => null });
    expect(draft()).toBeUndefined();
  });

  it('keeps a draft that is refused or wrong', async () => {
    setDraft(key, '70');
    expect(await saveDraft({ key, check: () => null, save: async () => 'no' })).toBe('no');
    expect(await saveDraft({ key, check: () => 'too much', save: async () => null })).toBeUndefined();
    expect(draft()).toBe('70');
  });

  it('goes along when its persona gets another name', () => {
    const at = (field: string) => draftKey('/w', `personas.${field}`);
    useSettingsView.setState({ drafts: { [at('a.name')]: 'b', [at('a.tenant_id')]: 't', [key]: '7' } });
    movePersonaDrafts('/w', { from: 'a', to: 'b' });
    expect(useSettingsView.getState().drafts).toEqual({ [at('b.tenant_id')]: 't', [key]: '7' });
  });
});
