import { describe, expect, it } from 'vitest';
import { newLines } from '../../../src-main/hosts/cli/starting-servers.ts';

describe('the new lines at the end of a text that grows', () => {
  it.each([
    ['', 'a\nb', ['a', 'b']],
    ['a\nb', 'a\nb\nc', ['c']],
    ['a\nb\nc', 'b\nc\nd', ['d']],
    ['a\nb', 'c\nd', ['c', 'd']],
    ['a\na', 'a\na\na', ['a']],
    ['a', 'a', []],
  ])('%j, then %j', (before, now, added) => {
    expect(newLines(before, now)).toEqual(added);
  });
});
