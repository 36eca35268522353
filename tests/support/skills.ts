import fc from 'fast-check';
import { contentHash } from '#core/skills/read/content-hash.ts';
import { readSkillFile } from '#core/skills/read/skill-file.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import type { Skill, SkillFormat } from '#shared/domain/skill.ts';

/** A skill with these fields; what is not given is empty. */
export function aSkill(fields: Partial<Skill> = {}): Skill {
  return {
    name: 'pack.test.one',
    title: null,
    description: null,
    task_type: 'unknown',
    tags: [],
    trigger: 'Do one thing.',
    steps: ['Do it.'],
    preconditions: [],
    failure_modes: [],
    body: '',
    derived: [],
    extra: {},
    ...fields,
  };
}

/** A skill as one that was read from a file without a folder of its own. */
export function asPackSkill(skill: Skill, file = 'a'): PackSkill {
  const none = { folder_files: [], files_hash: null, front_matter: null, original: null };
  return { ...skill, ...none, content_hash: contentHash(skill), file, line: 1 };
}

/** Skills and findings of a text, as if it stood in a file of that name. */
export function readText(text: string, format: SkillFormat, file = 'one.skill.md') {
  return readSkillFile({ file, format, text, nameFor: (n) => `pack.test.one${n === 1 ? '' : `-${n}`}` });
}

/** Lines that formats are tempted to take for something else. */
const awkward = fc.constantFrom(
  ...[
    '---',
    '- one',
    '1. two',
    '# three',
    'a: b',
    'yes',
    'null',
    '~',
    '1e3',
    '0x1F',
    '2020-01-01',
    "'",
    '"',
    '&a',
    '*a',
    '!tag',
  ],
  ...[
    '? key',
    '{a: 1}',
    '[1',
    '|',
    '>',
    '%',
    '@',
    '`',
    '```',
    '  indented',
    'trailing  ',
    '\ttab',
    '## Steps',
    '## If it goes wrong',
  ],
  ...[
    '\u2028',
    '\u00a0',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    '<b>',
    '\\n',
    'Use when: x',
    '…',
    '10) ten',
    '...',
    'a #b',
    '__proto__',
  ],
);
const lineOfText = fc.oneof(
  awkward,
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.lorem({ maxCount: 8 }),
);
const text = fc
  .oneof(
    lineOfText,
    fc.array(lineOfText, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n')),
  )
  .map(withoutNul);
const filledText = text.filter((value) => value.trim() !== '');
const list = fc.array(filledText, { maxLength: 4 });
const extraKey = fc.oneof(
  fc.constantFrom(
    'cluster',
    'tools',
    'metadata',
    'license',
    'model',
    'allowed-tools',
    '__proto__',
    'pegboard-x',
    '---',
    '? x',
    '1',
  ),
  fc.string({ maxLength: 10 }).map(withoutNul),
);

/** Everything a skill file may hold, before it is normalised. */
export const rawSkills = fc.uniqueArray(
  fc.record(
    {
      name: fc.stringMatching(/^[A-Za-z0-9_][\w.:@-]{0,80}$/).filter((name) => !name.startsWith('learned.')),
      title: fc.oneof(fc.constant(null), text),
      description: fc.oneof(fc.constant(null), text, fc.string({ minLength: 900, maxLength: 1100 }).map(withoutNul)),
      task_type: fc.constantFrom('browser', 'api', 'code', 'domain', 'unknown'),
      tags: list,
      trigger: filledText,
      steps: fc.array(filledText, { minLength: 1, maxLength: 5 }),
      preconditions: list,
      failure_modes: list,
      body: text,
      derived: fc.subarray(['trigger', 'steps']),
      extra: fc.dictionary(extraKey, fc.jsonValue({ maxDepth: 2 }).map(withoutNulInside), { maxKeys: 4 }),
    },
    { requiredKeys: ['name', 'trigger', 'steps'] },
  ),
  { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
);

/** Generated packs, normalised as reading them does. */
export const generatedSkills: fc.Arbitrary<readonly PackSkill[]> = rawSkills
  .map((skills) => {
    const lines = skills.map(({ extra = {}, ...fields }) => JSON.stringify({ ...extra, ...fields }));
    return readText(lines.join('\n'), 'jsonl', 'all.skill.jsonl').value;
  })
  .filter((skills) => skills.length > 0);

function withoutNul(value: string): string {
  return value.replaceAll('\0', ' ');
}

function withoutNulInside(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ' '));
}
