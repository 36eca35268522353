import { useMemo } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { strings } from '../../../../strings/curate.ts';
import { curateKey, partsOfKey, setDraft, useDrafts } from '../curate-drafts.ts';
import type { Example } from './example-edits.ts';

/** What the editor of an example holds: the arguments, as JSON, and tags with commas between them. */
const exampleTextSchema = z.object({ args: z.string(), description: z.string(), tags: z.string() });
export type ExampleText = Readonly<z.infer<typeof exampleTextSchema>>;

interface OpenExamples {
  /** Whether the editor that was opened last takes the focus once it is there. */
  readonly wantsFocus: boolean;
  /** The key of the example whose editor is open, by tool and workspace; `new` for one that is being added. */
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

/** The unsaved text of the editor of an example; null when there is none. */
export function useExampleDraft(place: string, key: string): ExampleText | null {
  const draft = useDrafts((state) => state.drafts[draftKey(place, key)]);
  return useMemo(() => readDraft(draft), [draft]);
}

export function exampleDraft(place: string, key: string): ExampleText | null {
  return readDraft(useDrafts.getState().drafts[draftKey(place, key)]);
}

export function keepExampleDraft(place: string, key: string, tool: string, text: ExampleText | null): void {
  setDraft(draftKey(place, key), text && JSON.stringify(text), strings.exampleStore.example(tool));
}

/** An example of a tool that was typed and is not saved. */
interface UnsavedExample {
  readonly key: string;
  readonly text: ExampleText;
}

/** Those of one tool, in the order in which they were begun. */
export function useUnsavedExamples(place: string): readonly UnsavedExample[] {
  const drafts = useDrafts((state) => state.drafts);
  return useMemo(() => unsavedExamples(drafts, place), [drafts, place]);
}

export function unsavedExamples(drafts: Readonly<Record<string, string>>, place: string): UnsavedExample[] {
  return Object.entries(drafts).flatMap(([at, draft]) => {
    const { workspace, tool, field } = partsOfKey(at);
    const text = field.startsWith(fieldPrefix) && placeOf(workspace, tool) === place ? readDraft(draft) : null;
    return text ? [{ key: field.slice(fieldPrefix.length), text }] : [];
  });
}

const fieldPrefix = 'example ';

function draftKey(place: string, key: string): string {
  const [workspace, tool] = JSON.parse(place) as [string, string];
  return curateKey(workspace, tool, `${fieldPrefix}${key}`);
}

/** Null also for one that came back from a damaged file. */
function readDraft(draft: string | undefined): ExampleText | null {
  try {
    return draft === undefined ? null : exampleTextSchema.parse(JSON.parse(draft));
  } catch {
    return null;
  }
}

export function exampleText({ args, description, tags }: Partial<Example>): ExampleText {
  return {
    args: JSON.stringify(args ?? {}, null, 2),
    description: description ?? '',
    tags: (tags ?? []).join(', '),
  };
}
