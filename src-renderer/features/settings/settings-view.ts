import { create } from 'zustand';
import { keepApart } from '../../state/open-workspace.ts';
import { type KeptValue, saveKept } from '../../ui/use-typed-value.ts';

export const settingsTabs = ['fields', 'personas', 'index', 'file'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface SettingsView {
  readonly tab: SettingsTab;
  readonly query: string;
  /** Show only what the file says. */
  readonly writtenOnly: boolean;
  /** Name of the persona that is shown; null for the policy. */
  readonly persona: string | null;
  /** The rename of a persona that was asked for last: until the file says it, the persona has its old name. */
  readonly renaming: { readonly from: string; readonly to: string } | null;
  /** Unsaved text by workspace and field, kept while another screen is shown. */
  readonly drafts: Readonly<Record<string, string>>;
}

export const useSettingsView = create<SettingsView>()(() => ({
  tab: 'fields',
  query: '',
  writtenOnly: false,
  persona: null,
  renaming: null,
  drafts: {},
}));

keepApart(useSettingsView, {
  pick: ({ query, persona }) => ({ query, persona, renaming: null }),
  initial: () => ({ query: '', persona: null, renaming: null }),
});

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

/** Moves what was typed for a persona to its new name; the name itself is written by now. */
export function movePersonaDrafts(workspace: string, { from, to }: { from: string; to: string }): void {
  const [before, after] = [from, to].map((name) => draftKey(workspace, `personas.${name}.`));
  useSettingsView.setState(({ drafts }) => ({
    drafts: Object.fromEntries(
      Object.entries(drafts).flatMap(([key, text]) => {
        if (!key.startsWith(`${before}`)) return [[key, text]];
        const field = key.slice(`${before}`.length);
        return field === 'name' && text.trim() === to ? [] : [[`${after}${field}`, text]];
      }),
    ),
  }));
}

/** Unsaved text by path, for `useTypedValue`. It is kept when the screen closes. */
export function useKeptDraft(key: string): KeptValue<string> {
  const typed = useSettingsView(({ drafts }) => drafts[key] ?? null);
  return { typed, ...keptDraft(key) };
}

/** Saves what was typed at a place, see `saveKept`. */
export function saveDraft({
  key,
  ...saving
}: { readonly key: string } & Omit<Parameters<typeof saveKept<string>>[0], 'kept'>): Promise<
  string | null | undefined
> {
  return saveKept({ kept: keptDraft(key), ...saving });
}

function keptDraft(key: string): Omit<KeptValue<string>, 'typed'> {
  return {
    now: () => useSettingsView.getState().drafts[key] ?? null,
    keep: (text) => setDraft(key, text),
  };
}
