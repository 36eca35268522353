import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optimizeSkillsInputSchema, type SkillsReport } from '#shared/domain/optimize-skills.ts';
import { shippedPacks } from '../../../support/run-skills.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { readUse } from '../../../support/use.ts';
import { write } from '../../../support/workspace.ts';

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

const sentences = (topic: string, count: number) =>
  Array.from({ length: count }, (_, i) => `Sentence ${i + 1} about ${topic} says a little more than the one before.`);

const yamlSkill = (name: string, description: string) =>
  `# kept\nname: pack.own.${name}\ntrigger: When somebody asks for ${name}\ndescription: ${description}\nsteps: [Do it.]\n`;

/** Skills with descriptions that a host has room for only in part; `long` of them. */
const files = (long: number) => ({
  ...Object.fromEntries(
    Array.from({ length: long }, (_, i) => [
      `own/s${i}.skill.yaml`,
      yamlSkill(`s${i}`, `${sentences(`topic${i}`, i === 0 ? 16 : 8).join(' ')} Zwiebel${i} comes last.`),
    ]),
  ),
  'folders/tidy/SKILL.md': `---\nname: tidy\n# kept too\ndescription: ${sentences('tidying', 15).join(' ')} Quastel comes last.\n---\n1. Tidy up.\n`,
});

const packs =
  '  skill_packs:\n    - {name: own, path: own}\n    - {name: folders, path: folders, format: skill-md} # mine';

/** One session for each name: a search, then the skill is loaded. */
const transcript = (loads: readonly (readonly [skill: string, query: string])[]) =>
  loads
    .flatMap(([skill, query], i) => {
      const turn = (second: number, id: string, name: string, input: object) =>
        JSON.stringify({
          ...{
            type: 'assistant',
            sessionId: `s${i}`,
            timestamp: new Date(start + (i + 1) * (hour / 2) + second).toISOString(),
          },
          message: { content: [{ type: 'tool_use', id: `toolu_${id}_000000000_${i}`, name, input }] },
        });
      return [turn(1000, 'search', 'ToolSearch', { query }), turn(2000, 'skill', 'Skill', { skill })];
    })
    .join('\n');

async function withSkills(given: { long: number; loads?: readonly (readonly [string, string])[]; golden?: object[] }) {
  const services = await skillServices({ skills: packs, files: files(given.long) }, { now: () => start });
  const { root } = services;
  await services.skills.load({ reload: false });
  if (given.golden) write(root, 'evals/skills/own.jsonl', given.golden.map((one) => JSON.stringify(one)).join('\n'));
  if (given.loads) {
    const path = write(root, 'logs/one.jsonl', transcript(given.loads));
    await services.use.allow({ origin: 'claude-code', paths: [path] });
    await readUse(services);
  }
  const report = (input: object = {}): Promise<SkillsReport> =>
    services.optimize.skills(optimizeSkillsInputSchema.parse(input));
  return { services, root, report };
}

it('cuts the longest descriptions by whole sentences until every host lists them whole, and every other byte stays', async () => {
  const { services, root, report } = await withSkills({ long: 12 });
  const first = await report();
  expect(first).toMatchObject({ verdict: 'better', unused: [], changes: [], cost: null, skills: 13 });
  expect(first.hosts.before.some(({ whole, skills }) => whole < skills)).toBe(true);
  expect(first.hosts.after.map(({ whole, skills }) => skills - whole)).toEqual([0, 0]);
  expect(first.cuts.map(({ skill }) => skill)).toContain('tidy');
  for (const { before, after, to } of first.cuts) {
    expect(before.startsWith(after)).toBe(true);
    expect([after.endsWith('.'), after.length === to, to < before.length]).toEqual([true, true, true]);
  }
  for (const { pack, file, hash, after } of first.files) {
    await services.skillEditor.write({ pack, file, text: after, expected_hash: hash });
  }
  expect(readFileSync(join(root, 'folders/tidy/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: tidy\n# kept too\n[\s\S]*\n1\. Tidy up\.\n$/,
  );
  expect(readFileSync(join(root, 'own/s0.skill.yaml'), 'utf8')).toMatch(/^# kept\nname: pack\.own\.s0\n/);
  expect(await report()).toMatchObject({ verdict: 'keep', cuts: [], files: [] });
});

it('spares a description whose last words a search needs, by golden queries and by use', async () => {
  const golden = [
    { query: 'zwiebel0', relevant: ['pack.own.s0'] },
    { query: 'nothing', relevant: ['pack.own.gone'] },
  ];
  const { report } = await withSkills({ long: 12, golden, loads: [['tidy', 'quastel']] });
  const made = await report();
  expect(made.spared).toEqual(['pack.own.s0', 'tidy']);
  expect(made.cuts.map(({ skill }) => skill)).not.toContain('pack.own.s0');
  expect(made.cost).toMatchObject({ queries: 2, worse: 0 });
  expect(made.cuts.length).toBeGreaterThan(0);
});

it('leaves out what no session loaded, of enough sessions that loaded a skill, and brings it back with the change', async () => {
  const loads = Array.from({ length: 24 }, (_, i) => [i % 2 === 0 ? 'own:s1' : 'pack-own-s2', `ask ${i}`] as const);
  const { services, report } = await withSkills({ long: 4, loads });
  const made = await report();
  expect(made).toMatchObject({ verdict: 'better', sessions: 24, loads: 24, cuts: [] });
  expect(made.unused.map(({ skill, sessions }) => [skill, sessions])).toEqual([
    ['pack.own.s0', 24],
    ['pack.own.s3', 24],
    ['tidy', 24],
  ]);
  expect(made.unused[0]?.at_most).toBeCloseTo(0.117, 3);
  const some = await report({ only: ['pack.own.s3'] });
  const { undo } = await services.config.edit({ changes: [...some.changes], base: some.base });
  const listed = async () => (await skillTools(services).list()).skills.map(({ name }) => name);
  expect(await listed()).not.toContain('pack.own.s3');
  expect((await report()).unused.map(({ skill }) => skill)).toEqual(['pack.own.s0', 'tidy']);
  await services.config.undo({ undo: undo ?? '' });
  expect(await listed()).toContain('pack.own.s3');
});

it('proposes nothing where sessions are few, skills are off, or nobody may edit the pack', async () => {
  const { report } = await withSkills({ long: 3, loads: [['s1', 'ask']] });
  expect(await report()).toMatchObject({ verdict: 'keep', unused: [], cuts: [] });
  await expect(report({ persona: 'nobody' })).rejects.toMatchObject({ code: 'unknown_persona' });
  const shipped = await skillServices(
    { skills: '  scope_mode: global\n  skill_packs: [{name: core, path: "shipped:core"}]' },
    { shippedPacks },
  );
  const small = await shipped.optimize.skills(optimizeSkillsInputSchema.parse({ context_window: 1000 }));
  expect(small).toMatchObject({ verdict: 'keep', cuts: [] });
  expect(small.unlisted.length).toBeGreaterThan(0);
});

it('names a description that is too long by itself, cuts no other for it, and keeps the sentence that says when to use a skill', async () => {
  const description = (length: number) => `First. Use this when somebody asks for ${'x'.repeat(length)}.`;
  const texts = (length: number) => ({
    'own/long/SKILL.md': `---\nname: long\ndescription: ${description(length)}\n---\n1. Do it.\n`,
    'own/other/SKILL.md': '---\nname: other\ndescription: First. More. Use it when asked.\n---\n1. Do it.\n',
  });
  const reportOf = async (files: Record<string, string>) => {
    const services = await skillServices({ skills: '  skill_packs: [{name: own, path: own}]', files });
    return services.optimize.skills(optimizeSkillsInputSchema.parse({}));
  };
  const long = await reportOf(texts(1100));
  expect(long).toMatchObject({ verdict: 'keep', cuts: [] });
  expect(long.reason).toMatch(
    /^Keep what you have: every host has room [\s\S]* long has 1,1\d\d characters; Codex shows at most 1,024/,
  );
  const more = `${description(10)} Y${'y'.repeat(1100)}.`;
  const cut = await reportOf({
    ...texts(10),
    'own/long/SKILL.md': `---\nname: long\ndescription: ${more}\n---\n1. Do it.\n`,
  });
  expect(cut.cuts.map(({ skill, after }) => [skill, after])).toEqual([['long', description(10)]]);
});
