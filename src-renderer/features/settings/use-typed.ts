import { type KeyboardEvent, useRef, useState } from 'react';
import { setDraft, useDraft, useSettingsView } from './settings-view.ts';

/**
 * A text that is written when the focus leaves it or on Enter, and only when nothing is wrong with it; Escape takes it back.
 * Until then it is a draft, which outlives the screen. What is typed while an older text is being saved stays a draft.
 */
export function useTyped({
  key,
  written,
  check,
  save,
  isLong = false,
}: {
  key: string;
  /** What the file says. */
  written: string;
  check(text: string): string | null;
  save(text: string): Promise<string | null>;
  /** Enter makes a new line; with Ctrl it writes. */
  isLong?: boolean;
}) {
  const draft = useDraft(key);
  const [refusal, setRefusal] = useState<string | null>(null);
  const saving = useRef({ isUnderWay: false, isWantedAgain: false });
  const problem = draft === null ? null : check(draft);

  const commit = async (): Promise<void> => {
    if (saving.current.isUnderWay) {
      saving.current.isWantedAgain = true;
      return;
    }
    saving.current = { isUnderWay: true, isWantedAgain: false };
    const refused = await saveDraft({ key, check, save });
    const { isWantedAgain } = saving.current;
    saving.current = { isUnderWay: false, isWantedAgain: false };
    if (refused !== undefined) setRefusal(refused);
    if (isWantedAgain) await commit();
  };
  return {
    value: draft ?? written,
    error: problem ?? refusal,
    onText: (text: string) => {
      setRefusal(null);
      // While a text is being saved, the file is about to say something else than it did.
      setDraft(key, text === written && !saving.current.isUnderWay ? null : text);
    },
    onBlur: () => void commit(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && draft !== null) {
        event.stopPropagation();
        setDraft(key, null);
        setRefusal(null);
      } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void commit();
      }
    },
  };
}

/**
 * Saves a draft as it is now; it goes once it is saved, unless something else was typed meanwhile. What is wrong in words, null
 * when it was saved, undefined when there was nothing to save.
 */
export async function saveDraft({
  key,
  check,
  save,
}: {
  key: string;
  check(text: string): string | null;
  save(text: string): Promise<string | null>;
}): Promise<string | null | undefined> {
  const text = useSettingsView.getState().drafts[key];
  if (text === undefined || check(text) !== null) return undefined;
  const refused = await save(text);
  if (refused === null && useSettingsView.getState().drafts[key] === text) setDraft(key, null);
  return refused;
}
