import { type AutosaveWhen, usePreferences } from '../state/preferences-store.ts';
import { strings } from '../strings/documents.ts';
import { documentAt, saveDocument, useDocuments } from './document-store.ts';
import { flushWhenHidden } from './draft-journal.ts';

const pauseMs = 1000;

/** The setting in words. */
export const autosaveChoices: readonly { readonly value: AutosaveWhen; readonly label: string }[] = [
  { value: 'off', label: strings.autosave.off },
  { value: 'pause', label: strings.autosave.after1SWithout },
  { value: 'leave', label: strings.autosave.whenEditorLosesFocus },
];

const when = (): AutosaveWhen => usePreferences.getState().autosave;

/** The focus left a document, or its screen did. */
export function leaveDocument(key: string): void {
  if (when() !== 'off') autosave(key);
}

/** After a failure it waits for the next change: what failed once fails again. */
function autosave(key: string): void {
  if (!documentAt(key)?.error) void saveDocument(key);
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Keeps what is typed, and saves it by itself, as the setting says, for as long as the window lives. */
export function startDocuments(): () => void {
  const stop = useDocuments.subscribe(({ documents }, before) => {
    for (const [key, state] of Object.entries(documents)) {
      if (state.text === before.documents[key]?.text) continue;
      clearTimeout(timers.get(key));
      if (when() === 'pause')
        timers.set(
          key,
          setTimeout(() => autosave(key), pauseMs),
        );
    }
  });
  const stopFlushing = flushWhenHidden();
  const listening = new AbortController();
  const { signal } = listening;
  const leaveAll = () => {
    for (const key of Object.keys(useDocuments.getState().documents)) leaveDocument(key);
  };
  window.addEventListener('blur', leaveAll, { signal });
  window.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      const key = documentOf(target);
      if (key !== undefined && documentOf(relatedTarget) !== key) leaveDocument(key);
    },
    { signal },
  );
  return () => {
    stop();
    stopFlushing();
    listening.abort();
  };
}

/** The document that an element edits: `data-document` is on everything around its editors, be they a text or a form. */
function documentOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-document]')?.dataset.document : undefined;
}
