import { expect, it, onTestFinished } from 'vitest';
import { type CreateSkillsOptions, createSkills, openWorkspace } from '../../../src-main/library/index.ts';
import { skillWorkspaceFolder } from '../../support/skill-workspace.ts';
import { searchOn, workspaceFolder } from '../../support/workspace.ts';

const packs = `  scope_mode: tenant
  skill_packs: [{name: mine, path: packs, format: yaml, scope_mode: tenant, tenant_id: t1}]`;
const files = {
  'packs/deploy.skill.yaml':
    'name: pack.mine.deploy\ntrigger: Deploy the site.\nsteps: [Call site.deploy, Look at it.]\n',
  'packs/undo.skill.yaml': 'name: pack.mine.undo\ntrigger: Undo a deploy.\nsteps: [Call site.rollback.]\n',
};
const tools = [
  { name: 'site.deploy', description: 'Deploy.' },
  { name: 'site.rollback', description: 'Roll back.' },
];

async function skillsOf(options: CreateSkillsOptions = { context: { tenant_id: 't1' } }) {
  const workspace = await openWorkspace(skillWorkspaceFolder({ skills: packs, yaml: searchOn, tools, files }));
  const skills = await createSkills(workspace, options);
  onTestFinished(() => skills.close());
  return skills;
}

it('finds, gets and lists the skills of a caller', async () => {
  const skills = await skillsOf();
  expect(skills.findings).toEqual([]);
  expect((await skills.search('deploy the site', { limit: 1 })).skills).toMatchObject([{ name: 'pack.mine.deploy' }]);
  const got = await skills.get('pack.mine.deploy', { format: 'raw' });
  expect(got.skills[0]?.steps).toEqual(['Call site.deploy', 'Look at it.']);
  expect(got.formatted_context).toContain('Look at it.');
  expect(await skills.list({ pageSize: 1, page: 2 })).toMatchObject({ total: 2, page: 2, page_size: 1 });
  await expect(skills.get([])).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('names'),
  });
});

it('shows no skill of another tenant, and no tool that the caller may not use', async () => {
  expect((await (await skillsOf({})).list()).total).toBe(0);
  const personas = [{ name: 'of t1', tool_context: { tenant_id: 't1' } }];
  expect((await (await skillsOf({ settings: { personas }, persona: 'of t1' })).list()).total).toBe(2);
  const narrowed = await skillsOf({ context: { tenant_id: 't1' }, policy: { denied_tools: ['site.rollback'] } });
  expect(JSON.stringify(await narrowed.get('pack.mine.undo'))).not.toContain('site.rollback');
});

it('answers the calls of a model, mistakes too, until it is closed', async () => {
  const skills = await skillsOf();
  expect(skills.definitions.map(({ name }) => name)).toEqual(['skill_search', 'skill_get', 'skill_list']);
  const found = await skills.call('skill_search', { query: 'undo' });
  expect([found.is_error, JSON.parse(found.text).skills[0].name]).toEqual([false, 'pack.mine.undo']);
  const wrong = await skills.call('skill_get', {});
  expect([wrong.is_error, JSON.parse(wrong.text).error.code]).toEqual([true, 'invalid_arguments']);
  expect((await skills.call('tool_search', {})).is_error).toBe(true);
  await skills.close();
  await expect(skills.list()).rejects.toMatchObject({ code: 'usage' });
});

it('says that a workspace has its skills off', async () => {
  const workspace = await openWorkspace(workspaceFolder(tools));
  await expect(createSkills(workspace)).rejects.toMatchObject({ code: 'skills_not_configured' });
});
