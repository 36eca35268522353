import { describe, expect, it } from 'vitest';
import { matchPalette } from '../../../src-renderer/app/palette/match-palette.ts';

const entries = ['github.create_issue', 'github.list_issues', 'issues.create', 'slack.post_message'].map((text) => ({
  text,
}));
const textsOf = (query: string, limit = 10) => matchPalette(entries, query, limit).map(({ text }) => text);

describe('palette matching', () => {
  it('wants every word, in any order', () => {
    expect(textsOf('issue create')).toEqual(['issues.create', 'github.create_issue']);
    expect(textsOf('issue slack')).toEqual([]);
  });

  it('puts the start of the name before the start of a word, and that before the middle', () => {
    expect(textsOf('issue')[0]).toBe('issues.create');
    expect(textsOf('ist')).toEqual(['github.list_issues']);
  });

  it('ignores case and shows everything, up to the limit, without a query', () => {
    expect(textsOf('SLACK')).toEqual(['slack.post_message']);
    expect(textsOf('', 2)).toHaveLength(2);
  });

  it('never returns more than the limit of 10,000 tools', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ text: `tool_${index}` }));
    expect(matchPalette(many, 'tool', 20)).toHaveLength(20);
  });
});
