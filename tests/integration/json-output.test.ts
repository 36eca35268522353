import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { jsonForms } from '../../docs/scripts/json-forms.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

it('commands print the JSON that docs/reference/json-output.md has', async () => {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  write(root, 'plugin/plugin.json', '{"name": "ops", "version": "x"}');
  write(root, 'plugin/skills/one/SKILL.md', '---\nname: one\ndescription: Does one.\n---\n\nDo it.\n');
  write(
    root,
    'agent.md',
    '---\nname: helper\ndescription: Helps.\ntools: mcp__github__create_issue, Read\n---\n\nHelp.\n',
  );
  const commands = {
    'search/1': ['search', 'create an issue', '--explain'],
    'get/1': ['get', 'github.create_issue'],
    'sources/1': ['sources'],
    'eval/1': ['eval'],
    'confusable/1': ['confusable', '--limit', '3'],
    'prompt/1': ['prompt'],
    'simulate/1': ['simulate', 'scenarios/triage.scenario.yaml'],
    'economics/1': ['economics'],
    'payload/1': ['export', 'payload', '--provider', 'anthropic'],
    'budgets/1': ['budgets'],
    'skills-validate/1': ['skills', 'validate'],
    'skills-search/1': ['skills', 'search', 'log in'],
    'skills-list/1': ['skills', 'list'],
    'plugins-validate/1': ['plugins', 'validate', 'plugin'],
    'import-agent/1': ['import', 'agent.md', '--dry-run'],
  };
  for (const [name, args] of Object.entries(commands)) {
    const { stdout, stderr } = await runCli(args, { cwd: root });
    const { schema, ...value } = JSON.parse(stdout || '{}') as Record<string, unknown>;
    expect(schema, stderr).toBe(`pegboard.${name}`);
    expect(jsonForms[name]?.schema.safeParse(value).error?.issues ?? [], name).toEqual([]);
  }
  const failed = await runCli(['get', 'a', '--nonsense'], { cwd: root });
  expect(jsonForms['error/1']?.schema.safeParse(failed.error).success).toBe(true);
});
