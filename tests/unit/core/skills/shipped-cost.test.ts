import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { promptOf } from '#core/planner/prompts/prompt-service.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { overriddenConfig, withConfig } from '#core/workspace/with-config.ts';
import { newWorkspaceText } from '#core/workspace/workspace-file.ts';
import { WorkspaceVersions } from '#core/workspace/workspace-versions.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { write } from '../../../support/workspace.ts';

/** Tokens (estimate) of the prompt without a query, with skills on or off. */
async function promptTokens(root: string, enabled: boolean): Promise<number> {
  const loaded = await loadWorkspace(root, nodeFiles);
  const config = overriddenConfig(loaded.file.config, { skills: { enabled } }, 'test');
  const environment = {
    fts: 'detect' as const,
    now: () => 0,
    openSkills,
    openSkillsIn: () => openSkills,
    versions: new WorkspaceVersions(nodeFiles),
  };
  const { prompt } = await promptOf(withConfig(loaded, config), { profile: 'workspace' }, environment);
  return prompt.tokens.estimate;
}

/** What the file says that skills cost at every step. */
const said = (text: string) => Number(/at every step about ([\d,]+) tokens/.exec(text)?.[1]?.replace(',', ''));

describe('what skills cost', () => {
  it.each([
    ['the demo', async (root: string) => nodeFiles.writeAll(demoWorkspaceFiles(root))],
    ['a new workspace', async (root: string) => void write(root, 'pegboard.yaml', newWorkspaceText())],
  ])('is what the file of %s says', async (_what, make) => {
    const root = temporaryFolder();
    await make(root);
    const cost = (await promptTokens(root, true)) - (await promptTokens(root, false));
    const figure = said(readFileSync(join(root, 'pegboard.yaml'), 'utf8'));
    expect(Math.abs(figure - cost), `the file says ${figure}, and it is ${cost}`).toBeLessThanOrEqual(100);
  });
});
