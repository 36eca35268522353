import { expect, it } from 'vitest';
import { estimateTokens } from '#shared/tokens.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';

const steps = Array.from({ length: 12 }, (_, i) => `  - Step ${i + 1} of the release, written out at some length.`);
const skill = (name: string, title: string) =>
  `name: pack.p.${name}\ntrigger: Release the ${title}.\ntitle: ${title}\nfailure_modes: [Nobody answers.]\nsteps:\n${steps.join('\n')}\n`;
const files = {
  'packs/p/library.skill.yaml': skill('library', 'library'),
  'packs/p/service.skill.yaml': skill('service', 'service'),
  'packs/p/site.skill.yaml': skill('site', 'site of the release'),
};
const skills = '  scope_mode: global\n  skill_packs:\n    - {name: p, path: packs/p}\n  top_k: 2\n  max_tokens: 200\n';

it('what a task would inject says why: scores that add up, what the budget cut, tokens of the very text', async () => {
  const services = await skillServices({ skills, files });
  const tools = skillTools(services);
  const task = 'release the library and the service';
  const relevant = await tools.relevant(task, true);
  const { explanation } = relevant;
  if (!explanation) throw new Error('not explained');
  expect(explanation.budget).toBe(200);
  expect(explanation.tokens.estimate).toBe(estimateTokens(relevant.text));
  expect(explanation.tokens.estimate).toBeLessThanOrEqual(200);
  expect(explanation.raw_tokens.estimate).toBe(relevant.raw_tokens_est);
  expect(explanation.raw_tokens.estimate).toBeGreaterThan(200);

  const { output, explanation: why } = explanation.search;
  expect(output.skills).toHaveLength(2);
  expect(why.candidates).toBe(3);
  for (const [i, hit] of why.hits.entries()) {
    if (hit.kind !== 'fts') throw new Error('not full text');
    expect(hit.terms.reduce((sum, term) => sum + term.contribution, 0)).toBeCloseTo(hit.gain, 9);
    const { min, max } = why.normalisation;
    expect(output.skills[i]?.score).toBeCloseTo((hit.gain / (1 + hit.gain) - min) / (max - min), 9);
  }

  expect(explanation.skills.map(({ name }) => name)).toEqual(output.skills.map(({ name }) => name));
  expect(explanation.skills.filter(({ shown }) => shown).map(({ name }) => name)).toEqual(relevant.names);
  const cut = explanation.skills.flatMap((fit) => fit.cut);
  expect(cut).toContain('failure modes');
  expect(relevant.text).not.toContain('Nobody answers');
  // The same without the reasons.
  expect(await tools.relevant(task)).toEqual({ ...relevant, explanation: null });
});

it('who looks at what skill_get and a task give does not make a skill look used', async () => {
  const pinnedThenTop = `${skills}  directory: {selection_strategy: pinned_then_top, max_entries: 1}\n`;
  const services = await skillServices({ skills: pinnedThenTop, files });
  const tools = skillTools(services);
  const before = await tools.directory();
  expect(before.text).not.toContain('pack.p.site');
  const { output, output_tokens, skills: fits } = await tools.getExplained({ names: ['pack.p.site', 'pack.p.nobody'] });
  await tools.relevant('the site of the release', true);
  expect((await tools.directory()).text).toBe(before.text);

  expect(fits).toEqual([{ name: 'pack.p.site', shown: true, cut: [] }]);
  expect(output_tokens.estimate).toBe(estimateTokens(JSON.stringify(output)));
  expect(await tools.get({ names: ['pack.p.site', 'pack.p.nobody'] })).toEqual(output);
  expect((await tools.directory()).text).toContain('pack.p.site');
});
