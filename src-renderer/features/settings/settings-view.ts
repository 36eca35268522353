import { create } from 'zustand';

export const settingsTabs = ['fields', 'personas', 'index', 'file'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface SettingsView {
  readonly tab: SettingsTab;
  readonly query: string;
  /** Show only what the file says. */
  readonly writtenOnly: boolean;
  /** Name of the persona that is shown; null for the policy. */
  readonly persona: string | null;
  /** What was typed and is not in the file yet, by workspace and field: kept while another screen is shown. */
  readonly drafts: Readonly<Record<string, string>>;
}

export const useSettingsView = create<SettingsView>()(() => ({
  tab: 'fields',
  query: '',
  writtenOnly: false,
  persona: null,
  drafts: {},
}));

export const showTab = (tab: SettingsTab) => useSettingsView.setState({ tab });

export const setSelectedPersona = (persona: string | null) => useSettingsView.setState({ persona });

/** The drafts of one field of a workspace have keys that start with this. */
export const draftKey = (workspace: string, place: string) => `${workspace}\n${place}`;

/** Notes what was typed; null forgets it. */
export function setDraft(key: string, text: string | null): void {
  useSettingsView.setState(({ drafts }) => {
    const { [key]: _, ...others } = drafts;
    return { drafts: text === null ? others : { ...others, [key]: text } };
  });
}

/** What was typed at a place and is not in the file yet; null when nothing is. */
export function useDraft(key: string): string | null {
  return useSettingsView(({ drafts }) => drafts[key] ?? null);
}
