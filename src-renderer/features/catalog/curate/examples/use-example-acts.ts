import { useMutation } from '@tanstack/react-query';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { useClient } from '../../../../platform/client.ts';
import { editConfig } from '../../../../platform/edit-config.ts';
import { useWorkspace } from '../../../../platform/workspace-query.ts';
import { strings } from '../../../../strings/curate.ts';
import { visibleString } from '../../../../ui/hidden-characters.ts';
import { changeOfExamples, type Example, exampleKey } from './example-edits.ts';
import {
  type ExampleText,
  exampleDraft,
  exampleText,
  keepExampleDraft,
  openExample,
  placeOf,
} from './example-store.ts';

/** An example that is put in the place of the one of `key`, or after the others. */
interface Save {
  readonly key: string;
  readonly text: ExampleText;
  /** Save it although it does not fit the schema. */
  readonly anyway: boolean;
}

/** The actions for the examples of a tool; Undo reverses each of them. */
export function useExampleActs(detail: ToolDetail) {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const { name } = detail.tool;
  const place = placeOf(workspace, name);

  const write = async (key: string | null, next: Example | null, done: string) => {
    await editConfig(workspace, ({ written }) => ({
      changes: [changeOfExamples(detail, examplesIn(written, name), { key, next })],
      done: visibleString(done),
    }));
  };

  /** Whether it was saved: not when the text is not JSON, and not when it does not fit the schema, unless `anyway` is set. */
  const save = useMutation({
    mutationFn: async ({ key, text, anyway }: Save): Promise<boolean> => {
      const { description } = text;
      const checked = await client.curation.checkExample({ tool: name, text: text.args, description });
      if (!checked?.args) return false;
      if (!anyway && checked.findings.some(({ severity }) => severity !== 'info')) return false;
      const next = { args: checked.args, description: description.trim(), tags: tagsOf(text.tags) };
      const isNew = key === 'new';
      await write(isNew ? null : key, next, strings.useExampleActs.example(isNew, name));
      settleDraft(place, { key, tool: name, sent: text, savedAs: exampleKey(next) });
      return true;
    },
  });
  const remove = useMutation({
    mutationFn: (key: string) => write(key, null, strings.useExampleActs.removedExample(name)),
  });
  const reset = useMutation({
    mutationFn: () =>
      editConfig(workspace, {
        changes: [{ path: ['overlays', name, 'examples'] }],
        done: visibleString(strings.useExampleActs.resetExamples(name)),
      }),
  });
  return { place, save, remove, reset, failed: remove.error ?? reset.error };
}

/**
 * An example is saved: its draft goes and its editor closes. What was typed into it meanwhile is a change of the example as it is
 * called now.
 */
export function settleDraft(
  place: string,
  { key, tool, sent, savedAs }: { key: string; tool: string; sent: ExampleText; savedAs: string },
): void {
  const now = exampleDraft(place, key);
  keepExampleDraft(place, key, tool, null);
  const isTyping = now !== null && JSON.stringify(now) !== JSON.stringify(sent);
  if (isTyping) keepExampleDraft(place, savedAs, tool, now);
  openExample(place, isTyping ? savedAs : null);
}

/** Forgets what was typed and closes the editor. */
export function discardExample(place: string, key: string, tool: string): void {
  keepExampleDraft(place, key, tool, null);
  openExample(place, null);
}

/** Keeps what differs from what is saved. */
export function typeExample(
  place: string,
  { key, tool, saved, text }: { key: string; tool: string; saved: Partial<Example>; text: ExampleText },
): void {
  const isSaved = JSON.stringify(exampleText(saved)) === JSON.stringify(text);
  keepExampleDraft(place, key, tool, isSaved ? null : text);
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean);
}

function examplesIn(written: Readonly<Record<string, unknown>>, tool: string): unknown {
  const overlays = recordOf(written.overlays);
  const overlay = Object.hasOwn(overlays, tool) ? recordOf(overlays[tool]) : {};
  return overlay.examples;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
