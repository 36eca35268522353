import { describe, expect, it } from 'vitest';
import { measureWorkspace } from '#core/economics/measure-workspace.ts';
import { workspacePrompt } from '#core/planner/prompts/initial-prompt.ts';
import { renderTool } from '#core/prompt/render-tool.ts';
import { withProfile } from '#core/workspace/with-config.ts';
import { measureInputSchema } from '#shared/domain/economics.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { openSkills } from '../../../support/run-skills.ts';

const environment = { openSkills, fts: 'detect', now: () => 0 } as const;

describe('the measured economics', () => {
  it('are the prompts that the workspace would send, and the mean of its deferred tools', async () => {
    const workspace = await demoWorkspace();
    const { inputs, sources, ...rest } = await measureWorkspace(workspace, measureInputSchema.parse({}), environment);
    const tokens = async (profile: string) => {
      const asked = { persona: null, query: null };
      return estimateTokens(promptText(await workspacePrompt(withProfile(workspace, profile), asked, environment)));
    };
    const deferred = workspace.catalog.tools.filter(({ mode }) => mode === 'deferred');
    const sizes = deferred.map((tool) => estimateTokens(renderTool(tool, workspace.file.config.tool_examples)));
    const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
    const first = await tokens('workspace');
    const all = await tokens('all-tools');
    expect(rest).toEqual({ tools: 77, deferred_tools: deferred.length, mean_tool_tokens: mean });
    expect(inputs).toEqual({
      all_tools_tokens: all,
      all_tools_request_tokens: all,
      first_tokens: first,
      later_tokens: first + 3 * mean,
      type_tokens: { A: first, B: first + 2 * mean, C: first + Math.round(7.5 * mean) },
    });
    expect(sources.all_tools_tokens).toBe('measured: system prompt with all 77 tools, no persona, estimate');
    expect(sources.later_tokens).toContain(`3 × ${mean}`);
  });

  it('are those of a persona, a profile and an estimator, and deferred where the profile does not search', async () => {
    const workspace = await demoWorkspace();
    const measure = (given: object) => measureWorkspace(workspace, measureInputSchema.parse(given), environment);
    const support = await measure({ persona: 'support', estimator: 'o200k' });
    expect(support.tools).toBeLessThan(77);
    expect(support.sources.first_tokens).toBe(
      'measured: system prompt under profile workspace, persona support, o200k',
    );
    const baseline = await measure({ profile: 'all-tools' });
    expect(baseline.sources.first_tokens).toContain('under profile deferred');
    const one = await measure({ profile: 'one-discovery-tool' });
    expect(one.inputs.first_tokens).toBeLessThan(baseline.inputs.first_tokens);
    await expect(measure({ persona: 'nobody' })).rejects.toMatchObject({ code: 'unknown_persona' });
    await expect(measure({ profile: 'none' })).rejects.toMatchObject({ code: 'unknown_profile' });
  });
});
