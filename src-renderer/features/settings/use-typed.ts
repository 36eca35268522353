import { type KeyboardEvent, useState } from 'react';
import { setDraft, useDraft } from './settings-view.ts';

/**
 * A text that is written when the focus leaves it or on Enter, and only when nothing is wrong with it; Escape takes it back.
 * Until then it is a draft, which outlives the screen.
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
  const [isSaving, setSaving] = useState(false);
  const problem = draft === null ? null : check(draft);

  const commit = async () => {
    if (draft === null || problem !== null || isSaving) return;
    setSaving(true);
    const refused = await save(draft);
    setSaving(false);
    setRefusal(refused);
    if (refused === null) setDraft(key, null);
  };
  return {
    value: draft ?? written,
    error: problem ?? refusal,
    onText: (text: string) => {
      setRefusal(null);
      setDraft(key, text === written ? null : text);
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
