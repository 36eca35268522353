import { describe, expect, it } from 'vitest';
import { redact } from '#core/skills/retrieval/redact.ts';
import { sanitiseSkill, sanitiseText, type TextRules } from '#core/skills/retrieval/sanitise-skill.ts';
import { aSkill } from '../../../support/skills.ts';

const rules: TextRules = { gate: undefined as never, redactPii: true };
const mail = 'Write\u200b to ada@example.com.';
const clean = 'Write to [REDACTED_EMAIL].';

describe('a skill as a model reads it', () => {
  it('has every text redacted, without hidden characters', () => {
    const skill = aSkill({
      ...{ title: mail, description: mail, trigger: mail, body: mail, steps: [mail, 'Kept.'], derived: ['steps'] },
      ...{ preconditions: [mail], failure_modes: [mail] },
      extra: {
        tools: [
          'a.find',
          { tool: 'b\n.open', note: ` ${mail}\n\t x ` },
          { tool: 'c.c' },
          { note: 'x' },
          { tool: 7 },
          null,
          7,
        ],
      },
    });
    expect(sanitiseSkill(skill, rules)).toEqual({
      ...{ name: 'pack.test.one', title: clean, description: clean, trigger: clean, body: clean },
      ...{ steps: [clean, 'Kept.'], preconditions: [clean], failure_modes: [clean], stepsDerived: true },
      tools: [
        { tool: 'a.find', note: '' },
        { tool: 'b .open', note: `${clean} x` },
        { tool: 'c.c', note: '' },
      ],
    });
  });

  it('has nothing for what is not there, and fifty tools at most', () => {
    expect(sanitiseSkill(aSkill(), rules)).toMatchObject({
      title: null,
      description: null,
      tools: [],
      stepsDerived: false,
    });
    for (const [count, shown] of [
      [50, 50],
      [51, 50],
    ] as const) {
      const tools = Array.from({ length: count }, (_, i) => `t${i}`);
      const found = sanitiseSkill(aSkill({ extra: { tools } }), rules).tools;
      expect(found.map(({ tool }) => tool)).toEqual(tools.slice(0, shown));
    }
    expect(sanitiseSkill(aSkill({ extra: { tools: { tool: 'a' } } }), rules).tools).toEqual([]);
  });

  it('keeps personal data where that is asked for, and hides characters that nobody sees all the same', () => {
    expect(sanitiseText(mail, { redactPii: false })).toBe('Write to ada@example.com.');
    expect(sanitiseText(mail, { redactPii: true })).toBe(clean);
  });
});

describe('the edges of what is redacted', () => {
  it.each([
    ['https://h/a?b=1', 'https://h/a'],
    ['(https://h/a?b=1).', '(https://h/a).'],
    ['HTTPS://h/a?b#c#d', 'HTTPS://h/a#c#d'],
    ['https://h/a', 'https://h/a'],
    ['https://u@h/a@b', 'https://[REDACTED_TOKEN]@h/a@b'],
    ['Bearer a1b2c3d', 'Bearer a1b2c3d'],
    ['basic a1b2c3d4', 'basic [REDACTED_TOKEN]'],
    ['Bearer abcdefgh', 'Bearer abcdefgh'],
    [`Bearer ${'z'.repeat(31)}`, `Bearer ${'z'.repeat(31)}`],
    [`Bearer ${'z'.repeat(32)}`, 'Bearer [REDACTED_TOKEN]'],
    ['client secret = a1b2c3d4', 'client secret = [REDACTED_TOKEN]'],
    ['pwd: a1b2c3d', 'pwd: a1b2c3d'],
    ['password=<a1b2c3d4', 'password=<a1b2c3d4'],
    ['password=12345678', 'password=12345678'],
    ['git@example.com me.git@example.com', 'git@example.com [REDACTED_EMAIL]'],
    ['a@b.c a@b.cd', 'a@b.c [REDACTED_EMAIL]'],
    ['+1 23 45 678', '+1 23 45 678'],
    ['+1 23 45 6789', '[REDACTED_PHONE]'],
    ['fax 0301 90182055', 'fax [REDACTED_PHONE]'],
    ['number 0301 90182055', 'number 0301 90182055'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});
