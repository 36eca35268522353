import { describe, expect, it } from 'vitest';
import { cutText, excerptOf } from '../../../src-renderer/ui/cut-text.ts';

const range = (start: number, end: number) => ({ start, end, term: 'x' });

describe('a long text', () => {
  it('is cut, but not for a few characters and never inside one', () => {
    expect(cutText('a'.repeat(100_000), 4000)).toHaveLength(4000);
    expect(cutText('a'.repeat(4100), 4000)).toHaveLength(4100);
    expect(cutText(`${'a'.repeat(9)}😀${'b'.repeat(20)}`, 10)).toBe('a'.repeat(9));
  });

  it('shows some hundred characters around its first match in one line', () => {
    const text = `${'x'.repeat(50_000)} needle ${'y'.repeat(50_000)}`;
    const at = text.indexOf('needle');
    const excerpt = excerptOf(text, [range(at, at + 6)]);
    expect(excerpt.text.length).toBeLessThan(400);
    const [match] = excerpt.ranges;
    expect(excerpt.text.slice(match?.start, match?.end)).toBe('needle');
    expect(excerpt).toMatchObject({ cutBefore: true, cutAfter: true });
  });

  it('starts with its first word, however many blanks come before', () => {
    expect(excerptOf(`${' '.repeat(100_000)}word`, [])).toMatchObject({
      text: 'word',
      cutBefore: false,
      cutAfter: false,
    });
    expect(excerptOf(' '.repeat(100_000), []).text).toBe('');
    expect(excerptOf(`word${' '.repeat(100_000)}end`, []).cutAfter).toBe(true);
  });

  it('is shown whole when it is short', () => {
    expect(excerptOf('create an issue', [range(0, 6)])).toEqual({
      text: 'create an issue',
      ranges: [range(0, 6)],
      cutBefore: false,
      cutAfter: false,
    });
  });
});
