import { expect, it, onTestFinished } from 'vitest';
import {
  createPlanner,
  createSearch,
  createSkills,
  openWorkspace,
  type Workspace,
} from '../../../src-main/library/index.ts';
import { folderContents } from '../../support/folder-contents.ts';
import { skillWorkspaceFolder } from '../../support/skill-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchOn, workspaceFolder } from '../../support/workspace.ts';

const tools = [
  { name: 'notes.write', description: 'Write a note.' },
  { name: 'notes.read', description: 'Read a note.' },
];

async function opened(folder: string, profile?: string): Promise<Workspace> {
  const workspace = await openWorkspace(folder, { profile });
  onTestFinished(() => workspace.close());
  return workspace;
}

it('gives the catalog of a folder, its settings and what is wrong with it', async () => {
  const folder = workspaceFolder(tools, `${searchOn}policy: {denied_tools: [notes.write]}\nno_such_key: 1`);
  const workspace = await opened(folder);
  expect(workspace.folder).toBe(folder);
  expect(workspace.tools.map(({ name, mode }) => [name, mode])).toEqual([['notes.read', 'deferred']]);
  expect([workspace.get('notes.read')?.description, workspace.get('notes.write')]).toEqual(['Read a note.', undefined]);
  expect(workspace.settings.tool_search).toMatchObject({ enabled: true, ranking: 'pegboard' });
  expect(workspace.findings.map(({ code }) => code)).toContain('unknown_key');
});

it('opens under a profile, and lays settings over what the workspace says', async () => {
  const profiles = 'profiles: [{name: small, tool_search: {max_search_results: 1}}]';
  const workspace = await opened(workspaceFolder(tools, `${searchOn}${profiles}`), 'small');
  const search = createSearch(workspace);
  const wider = createSearch(workspace, { settings: { tool_search: { max_search_results: 5 } } });
  expect((await search.search('note')).tools).toHaveLength(1);
  expect((await wider.search('note')).tools).toHaveLength(2);
  for (const one of [search, wider]) await one.close();
  await expect(openWorkspace(workspace.folder, { profile: 'nobody' })).rejects.toMatchObject({
    code: 'unknown_profile',
  });
});

it('leaves the folder as it is, whatever is made of it', async () => {
  const skill = 'name: pack.mine.tidy\ntrigger: Tidy the notes.\nsteps: [Read them.]\n';
  const folder = skillWorkspaceFolder({
    tools,
    yaml: searchOn,
    skills: '  scope_mode: global\n  skill_packs: [{name: mine, path: packs, format: yaml, scope_mode: global}]',
    files: { 'packs/tidy.skill.yaml': skill },
  });
  const before = folderContents(folder);
  const workspace = await opened(folder);
  const search = createSearch(workspace);
  const skills = await createSkills(workspace);
  const planner = await createPlanner(workspace);
  await search.search('note');
  await planner.plan({ query: 'tidy' });
  expect((await skills.search('tidy notes')).skills.map(({ name }) => name)).toEqual(['pack.mine.tidy']);
  // Whoever closes twice, as with await using, does no harm.
  for (const one of [search, skills, planner, search, skills, planner]) await one.close();
  expect(folderContents(folder)).toEqual(before);
});

it('says that a folder has no workspace, and that a workspace was closed', async () => {
  await expect(openWorkspace(temporaryFolder())).rejects.toMatchObject({
    code: 'workspace_not_found',
    hint: expect.any(String),
  });
  const workspace = await opened(workspaceFolder(tools));
  await workspace.close();
  expect(() => createSearch(workspace)).toThrow(expect.objectContaining({ code: 'usage' }));
});
