import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';

/** Names of the tools that a second prompt lists and a first does not, the reverse, and those with another entry. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares the `available_tools` of two prompts, tool by tool; names in the order of the prompts. */
export function toolChanges(before: RenderedPrompt, after: RenderedPrompt): ToolChanges {
  const [old, now] = [toolEntries(before), toolEntries(after)];
  const names = [...now.keys()];
  return {
    added: names.filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: names.filter((name) => old.has(name) && old.get(name) !== now.get(name)),
  };
}

/** Entries by the name of the tool. An entry begins with `- name:` at the start of a line; all other lines are indented. */
function toolEntries({ blocks }: RenderedPrompt): ReadonlyMap<string, string> {
  const text = blocks.find(({ name }) => name === 'available_tools')?.text ?? '';
  const entries = text.split(/^(?=- name: )/m).filter((entry) => entry.startsWith('- name: '));
  return new Map(
    entries.map((entry) => {
      const [head = '', ...rest] = entry.trimEnd().split('\n');
      return [head.slice('- name: '.length), rest.join('\n')];
    }),
  );
}
