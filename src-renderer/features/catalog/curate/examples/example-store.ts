import { create } from 'zustand';
import { curateKey, setDraft, useDrafts } from '../curate-drafts.ts';
import type { Example } from './example-edits.ts';

/** What the editor of an example holds. */
export interface ExampleText {
  /** The arguments, as JSON. */
  readonly args: string;
  readonly description: string;
  /** With commas between them. */
  readonly tags: string;
}

interface OpenExamples {
  /** Whether the editor that was opened last takes the focus once it is there. */
  readonly wantsFocus: boolean;
  /** Of a tool of a workspace: the key of the example whose editor is open; `new` for one that is being added. */
  readonly open: Readonly<Record<string, string>>;
}

const useOpenExamples = create<OpenExamples>()(() => ({ wantsFocus: false, open: {} }));

/** Names a tool of a workspace. */
export function placeOf(workspace: string, tool: string): string {
  return JSON.stringify([workspace, tool]);
}

export function useOpenExample(place: string): string | null {
  return useOpenExamples(({ open }) => open[place] ?? null);
}

export function openExample(place: string, key: string | null): void {
  useOpenExamples.setState(({ open: { [place]: _, ...others } }) => ({
    wantsFocus: key !== null,
    open: key === null ? others : { ...others, [place]: key },
  }));
}

/** Whether the editor takes the focus: once for each time that somebody opens one. */
export function takeFocus(): boolean {
  const { wantsFocus } = useOpenExamples.getState();
  useOpenExamples.setState({ wantsFocus: false });
  return wantsFocus;
}

/** What was typed into the editor of an example and is not saved; null without. */
export function useExampleDraft(place: string, key: string): ExampleText | null {
  const draft = useDrafts((state) => state.drafts[draftKey(place, key)]);
  return draft === undefined ? null : (JSON.parse(draft) as ExampleText);
}

export function keepExampleDraft(place: string, key: string, tool: string, text: ExampleText | null): void {
  setDraft(draftKey(place, key), text && JSON.stringify(text), `example of ${tool}`);
}

function draftKey(place: string, key: string): string {
  const [workspace, tool] = JSON.parse(place) as [string, string];
  return curateKey(workspace, tool, `example ${key}`);
}

export function exampleText({ args, description, tags }: Partial<Example>): ExampleText {
  return {
    args: JSON.stringify(args ?? {}, null, 2),
    description: description ?? '',
    tags: (tags ?? []).join(', '),
  };
}
