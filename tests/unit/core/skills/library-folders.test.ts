import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { SkillLibrary } from '#core/skills/skill-library.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { skillWorkspaceFolder } from '../../../support/skill-workspace.ts';

const skillMd = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

it('the library gives the folder of a skill to whoever may see the skill, and of no other', async () => {
  const root = skillWorkspaceFolder({
    skills:
      '  scope_mode: tenant\n  skill_packs: [{name: p, path: packs/p, format: skill-md}, {name: q, path: packs/q, format: skill-md, scope_mode: tenant, tenant_id: t}]\n',
    yaml: 'personas:\n  - {name: other, tool_context: {tenant_id: u}}\n  - {name: own, tool_context: {tenant_id: t}}\n',
    files: {
      'packs/p/one/SKILL.md': skillMd('one'),
      'packs/p/one/a.txt': 'a',
      'packs/q/two/SKILL.md': skillMd('two'),
      'packs/q/two/b.txt': 'b',
    },
  });
  const library = new SkillLibrary({
    files: nodeFiles,
    logger: silentLogger,
    fts: 'detect',
    now: () => 0,
    shippedPacks: undefined,
    watch: false,
  });
  onTestFinished(() => library.close());
  const workspace = await loadWorkspace(root, nodeFiles);
  const folderFor = (persona: string, name: string) =>
    library.use({ workspace, caller: { persona } }, ({ folder }) => folder(name));
  const two = await folderFor('own', 'two');
  expect(two).toMatchObject({ place: join(root, 'packs/q/two'), text: skillMd('two'), files: [{ path: 'b.txt' }] });
  expect(Buffer.from((await two?.readFile('b.txt')) ?? []).toString()).toBe('b');
  await expect(two?.readFile('SKILL.md')).rejects.toMatchObject({ code: 'file_not_found' });
  expect(await folderFor('other', 'two')).toBeNull();
  expect(await folderFor('own', 'three')).toBeNull();
  writeFileSync(join(root, 'packs/q/two/b.txt'), 'c');
  await expect(two?.readFile('b.txt')).rejects.toMatchObject({ code: 'file_changed' });
  library.markStale();
  const again = await folderFor('own', 'two');
  expect(Buffer.from((await again?.readFile('b.txt')) ?? []).toString()).toBe('c');
});
