import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspacePrompt } from '#core/planner/prompts/initial-prompt.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { overriddenConfig, withConfig, withProfile } from '#core/workspace/with-config.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { openSkills } from '../../../support/run-skills.ts';

const golden = resolve(import.meta.dirname, '../../../fixtures/prompts/baseline.txt');

const promptOf = async (loaded: LoadedWorkspace) =>
  promptText(
    await workspacePrompt(
      loaded,
      { persona: null, query: 'create a github issue' },
      { openSkills, fts: 'detect', now: () => 0 },
    ),
  );

describe('the baseline prompt', () => {
  it('of the demo catalog with every feature off is this file, byte for byte; each feature changes it (R6.16, R16.13)', async () => {
    const demo = await demoWorkspace();
    const baseline = withProfile(demo, 'baseline');
    const prompt = await promptOf(baseline);
    await expect(prompt).toMatchFileSnapshot(golden);
    const features = [
      { tool_search: { enabled: true } },
      { tool_search: { enabled: true, hints: { enabled: true } } },
      { tool_search: { enabled: true, directory: { enabled: true } } },
      { tool_examples: { enabled: true } },
      { skills: { enabled: true } },
      { skills: { enabled: true, directory: { enabled: false } } },
    ];
    const prompts = [prompt];
    for (const feature of features) {
      const config = overriddenConfig(baseline.file.config, feature, 'test');
      prompts.push(await promptOf(withConfig(baseline, config)));
    }
    expect(new Set(prompts).size).toBe(features.length + 1);
  });
});
