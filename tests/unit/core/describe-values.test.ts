import { describe, expect, it } from 'vitest';
import { describeValues } from '#core/sources/describe-values.ts';

describe('variables and headers before a consent', () => {
  it("names the user's own variables, and says where others come from", () => {
    expect(
      describeValues({ TOKEN: '${env:TOKEN}', KEY: '${env:OTHER}', Authorization: 'Bearer ${env:TOKEN}' }),
    ).toEqual(['TOKEN', 'KEY: ${env:OTHER}', 'Authorization: Bearer ${env:TOKEN}']);
  });

  it('shows what pegboard.yaml itself sends, as it may start any program', () => {
    expect(describeValues({ NODE_OPTIONS: '--require ./x.js', EMPTY: '' })).toEqual([
      'NODE_OPTIONS: "--require ./x.js"',
      'EMPTY: ""',
    ]);
  });

  it('shows no secret', () => {
    const shown = describeValues({
      API_KEY: 'hunter2',
      DATABASE: 'pg://u:hunter2@${env:HOST}',
      PLAIN: `ghp_${'hunter2'.repeat(5)}`,
    });
    expect(shown).toEqual([
      expect.stringMatching(/^API_KEY: a value written in pegboard.yaml \(fingerprint [\da-f]{12}\)$/),
      expect.stringMatching(/^DATABASE: pg:/),
      expect.stringMatching(/^PLAIN: "\[hidden\]" \(fingerprint [\da-f]{12}\)$/),
    ]);
    expect(shown.join()).not.toContain('hunter2');
  });

  it.each([
    [{ API_KEY: 'hunter2' }, { API_KEY: 'hunter3' }],
    [{ PLAIN: `ghp_${'hunter2'.repeat(5)}` }, { PLAIN: `ghp_${'hunter3'.repeat(5)}` }],
    [{ A: 'Bearer aaaaaaaaaa1 ${env:X}' }, { A: 'Bearer aaaaaaaaaa2 ${env:X}' }],
    [{ A: '${env:X}, B: ${env:Y}' }, { A: '${env:X}', B: '${env:Y}' }],
    [{ A: '${env:X}"' }, { A: '${env:X}\\"' }],
  ])('never says the same of %j and %j', (one, other) => {
    expect(describeValues(one).join(', ')).not.toBe(describeValues(other).join(', '));
  });
});
