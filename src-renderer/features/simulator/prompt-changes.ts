import { diffLines } from 'diff';
import type { PromptBlock, PromptBlockName, RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { TokenCount } from '#shared/tokens.ts';

/** A stretch of lines of a block. */
export interface PromptStretch {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly lines: number;
}

/** A block of a step's prompt beside that of the step before. */
export interface BlockChange {
  readonly name: PromptBlockName;
  readonly change: 'same' | 'new' | 'changed' | 'gone';
  /** Null for a block that is gone. */
  readonly tokens: TokenCount | null;
  readonly before: TokenCount | null;
  readonly stretches: readonly PromptStretch[];
}

/** Longest edit distance that is worked out, lines; a block that differs more is shown as new altogether. */
const maximumEdits = 2_000;

/** The part of a prompt that is new since the step before, block by block; without a step before, all of it. */
export function promptChanges(before: RenderedPrompt | null, now: RenderedPrompt): BlockChange[] {
  const old = new Map(before?.blocks.map((block) => [block.name, block]));
  const changes = now.blocks.map((block): BlockChange => {
    const was = old.get(block.name);
    const { name, tokens, text } = block;
    if (was?.text === text) return { name, change: 'same', tokens, before: was.tokens, stretches: [] };
    if (!was) return { name, change: 'new', tokens, before: null, stretches: [stretch('added', text)] };
    return {
      name,
      change: 'changed',
      tokens,
      before: was.tokens,
      stretches: stretchesOf(was, block),
    };
  });
  const left = new Set(now.blocks.map(({ name }) => name));
  for (const { name, tokens, text } of before?.blocks ?? []) {
    if (left.has(name)) continue;
    changes.push({
      name,
      change: 'gone',
      tokens: null,
      before: tokens,
      stretches: [stretch('removed', text)],
    });
  }
  return changes;
}

function stretchesOf(before: PromptBlock, now: PromptBlock): PromptStretch[] {
  const parts = diffLines(`${before.text}\n`, `${now.text}\n`, { maxEditLength: maximumEdits });
  if (!parts) return [stretch('removed', before.text), stretch('added', now.text)];
  return parts.map(({ value, added, removed, count }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.replace(/\n$/, ''),
    lines: count,
  }));
}

function stretch(kind: PromptStretch['kind'], text: string): PromptStretch {
  return { kind, text, lines: text.split('\n').length };
}
