import { create } from 'zustand';
import { useUnsavedWorkStore } from '../../../state/unsaved-work.ts';
import { strings } from '../../../strings/curate.ts';

/** Unsaved text by `curateKey`, kept when another tool is selected. */
export const useDrafts = create<{ readonly drafts: Readonly<Record<string, string>> }>()(() => ({ drafts: {} }));

/** A field of a tool of a workspace. */
export function curateKey(workspace: string, tool: string, field: string): string {
  return JSON.stringify([workspace, tool, field]);
}

export function partsOfKey(key: string): { workspace: string; tool: string; field: string } {
  const [workspace, tool, field] = JSON.parse(key) as [string, string, string];
  return { workspace, tool, field };
}

/** Keeps what was typed; null forgets it. The window asks before it closes while there is any. */
export function setDraft(key: string, text: string | null, what: string): void {
  useDrafts.setState(({ drafts }) => ({ drafts: changed(drafts, key, text) }));
  const sentence = text === null ? null : strings.curateDrafts.notSavedYet(what);
  useUnsavedWorkStore.setState(({ work }) => ({ work: changed(work, `curate ${key}`, sentence) }));
}

function changed(map: Readonly<Record<string, string>>, key: string, value: string | null): Record<string, string> {
  const { [key]: _, ...others } = map;
  return value === null ? others : { ...others, [key]: value };
}
