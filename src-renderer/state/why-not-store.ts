import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { useNavigation } from './navigation-store.ts';
import { keepApart } from './open-workspace.ts';
import { usePlayground } from './playground-store.ts';

interface WhyNotState {
  /** Name of the tool that is asked about; null before anybody asked. */
  readonly asked: string | null;
  /** The text of the field while the user types. */
  readonly text: string;
  /** The action of the panel on screen for its first suggestion; null when there is none. */
  readonly applyFirst: (() => void) | null;
  readonly copyFirst: (() => void) | null;
  write(text: string): void;
  ask(tool: string): void;
}

/** The question "why not this tool?", kept while the query changes under it. */
export const useWhyNotStore = create<WhyNotState>()((set) => ({
  asked: null,
  text: '',
  applyFirst: null,
  copyFirst: null,
  write: (text) => set({ text }),
  ask: (tool) => set({ asked: tool, text: tool }),
}));

keepApart(useWhyNotStore, {
  pick: ({ asked, text }) => ({ asked, text }),
  initial: () => ({ asked: null, text: '' }),
});

export const whyNotField = 'why-not-tool';

/** Opens the panel in the playground: with a tool the question is asked, without one the field waits for a name. */
export function askWhyNot(tool?: string): void {
  if (tool !== undefined) useWhyNotStore.getState().ask(tool);
  flushSync(() => {
    useNavigation.getState().goTo('playground');
    usePlayground.getState().showTab('why-not');
  });
  const field = document.getElementById(whyNotField);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}
