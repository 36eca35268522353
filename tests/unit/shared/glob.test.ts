import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob } from '#shared/domain/glob.ts';

describe('glob', () => {
  it.each([
    ['tasks.*', 'tasks.spawn', true],
    ['tasks.*', 'tasks.group.seal', true],
    ['tasks.*', 'tasks.', true],
    ['tasks.*', 'tasksX', false],
    ['tasks.*', 'tasks', false],
    ['*', 'anything.at.all', true],
    ['*.create_*', 'github.create_issue', true],
    ['*.create_*', 'github.created', false],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'abc', true],
    ['finish', 'finish', true],
    ['finish', 'finished', false],
    ['[a]', 'a', false],
  ])('%s on %s is %s (R1.14)', (pattern, name, expected) => {
    expect(matchesGlob(pattern, name)).toBe(expected);
  });

  it('agrees with the regular expression it stands for, for any pattern (R1.14)', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '+', '('), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const escaped = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        expect(matchesGlob(pattern, name)).toBe(new RegExp(`^${escaped.join('.*')}$`, 's').test(name));
      }),
      { numRuns: 2000 },
    );
  });
});
