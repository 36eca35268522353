import { describe, expect, it } from 'vitest';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { comparePrompts } from '#core/prompt/prompt-diff.ts';
import { countPrompt } from '#core/prompt/render-prompt.ts';
import { type PromptBlockName, promptText } from '#shared/domain/prompt-block.ts';
import { searchOn, servicesWith } from '../../../support/workspace.ts';

const prompt = (texts: Partial<Record<PromptBlockName, string>>) =>
  countPrompt(
    Object.entries(texts).map(([name, text]) => ({ name: name as PromptBlockName, text })),
    countTextTokens,
  );
const compare = (before: ReturnType<typeof prompt>, after: ReturnType<typeof prompt>) =>
  comparePrompts(before, after, countTextTokens);

describe('what two prompts cost', () => {
  it('adds up: blocks and joins are the whole prompt, by both estimators', () => {
    const before = prompt({ instructions: 'Act.', tool_discovery: 'Search first.', available_tools: 'None of 5' });
    const after = prompt({
      instructions: 'Act!',
      available_tools: 'Ünïcödé 👍🏽 tools',
      skill_context: 'x'.repeat(41),
    });
    const comparison = compare(before, after);
    for (const side of ['before', 'after'] as const) {
      for (const estimator of ['estimate', 'o200k'] as const) {
        const rows = [...comparison.blocks, comparison.joins].map((row) => row[side][estimator]);
        expect(rows.reduce((sum, value) => sum + value, 0)).toBe(comparison[side][estimator]);
      }
    }
    expect(comparison.after).toEqual(countTextTokens(promptText(after.blocks)));
    // Three roundings up against one: joins can be negative.
    expect(compare(prompt({ instructions: 'a', tool_hints: 'b' }), after).joins.before.estimate).toBe(-1);
    expect(comparison.blocks.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'instructions changed',
      'tool_discovery removed',
      'available_tools changed',
      'skill_context added',
    ]);
  });

  it('names the byte, line and block where a cache stops to hold, and the tokens after it', () => {
    const before = prompt({ instructions: 'Act.\nWell.', available_tools: '- é\n- b' });
    const after = prompt({ instructions: 'Act.\nWell.', available_tools: '- è\n- b' });
    // "Act.\nWell." are 10 bytes, an empty line 2, "- " 2; of é and è the second byte differs.
    expect(compare(before, after).cache).toEqual({
      offset: 15,
      line: 4,
      block: 'available_tools',
      tokens_after: countTextTokens('è\n- b'),
    });
    expect(compare(before, before).cache).toBeNull();
    const grown = prompt({ instructions: 'Act.\nWell.', available_tools: '- é\n- b', tool_hints: 'h' });
    expect(compare(before, grown).cache).toMatchObject({ block: 'available_tools', offset: 20 });
    expect(compare(grown, before).cache).toMatchObject({ tokens_after: { estimate: 0, o200k: 0 } });
  });

  it('is the same for any two profiles and personas as the difference between profiles', async () => {
    const yaml = `${searchOn}\npersonas:\n  - {name: guest, hidden_tools: [a.always]}\n`;
    const services = await servicesWith([{ name: 'a.always', description: 'There.', loading_mode: 'always' }], {
      yaml,
    });
    const { diff } = await services.prompt.render({ profile: 'all-tools', compare: 'workspace' });
    const request = { before: { profile: 'all-tools' }, after: { profile: 'workspace' } };
    const { before, after, comparison } = await services.prompt.compare(request);
    expect({ ...comparison, blocks: null }).toEqual({ ...diff, blocks: null });
    expect(comparison.blocks).toEqual(diff?.blocks.map(({ lines: _lines, ...block }) => block));
    expect(before.tokens).toEqual(comparison.before);
    expect(promptText(after.blocks)).toContain('a.always');
    const guest = { profile: 'workspace', persona: 'guest' };
    const asGuest = await services.prompt.compare({ before: request.after, after: guest });
    expect(promptText(asGuest.after.blocks)).not.toContain('a.always');
  });
});
