import { describe, expect, it } from 'vitest';
import { renderTool } from '#core/prompt/render-tool.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { toolChanges } from '../../../src-renderer/features/prompt-diff/tool-changes.ts';

const tokens = { estimate: 0, o200k: 0 };
const examples = { enabled: false, max_per_tool: 0, include_descriptions: false } as never;

function promptOf(...tools: readonly (readonly [string, string])[]): RenderedPrompt {
  const entries = tools.map(([name, description]) =>
    renderTool(
      { name, description, side_effects: null, input_schema: {}, output_schema: null, examples: [] },
      examples,
    ),
  );
  const text = ['<available_tools>', ...entries, '</available_tools>'].join('\n');
  return { tokens, blocks: [{ name: 'available_tools', text, tokens }] };
}

describe('the tools that differ between two prompts', () => {
  it('are those that came, those that went, and those with another definition', () => {
    const before = promptOf(['a.one', 'One.'], ['a.two', 'Two.'], ['a.three', 'Three.']);
    const after = promptOf(['a.one', 'One.'], ['a.three', 'Three, better.'], ['a.four', 'Four.']);
    expect(toolChanges(before, after)).toEqual({ added: ['a.four'], removed: ['a.two'], changed: ['a.three'] });
  });

  it('are not made up by a description that looks like an entry', () => {
    const before = promptOf(['a.one', 'One.']);
    const after = promptOf(['a.one', 'One.\n- name: a.fake\n  desc: x']);
    expect(toolChanges(before, after)).toEqual({ added: [], removed: [], changed: ['a.one'] });
  });
});
