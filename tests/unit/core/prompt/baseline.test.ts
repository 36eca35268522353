import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initialPrompt } from '#core/planner/prompts/initial-prompt.ts';
import { withProfile } from '#core/workspace/with-config.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';

const golden = resolve(import.meta.dirname, '../../../fixtures/prompts/baseline.txt');

describe('the baseline prompt', () => {
  it('of the demo catalog with every feature off is this file, byte for byte (R6.16)', async () => {
    const loaded = withProfile(await demoWorkspace(), 'baseline');
    const blocks = await initialPrompt(loaded, {
      persona: null,
      context: {},
      query: 'anything',
      skills: null,
      fts: 'detect',
      now: () => 0,
    });
    await expect(promptText(blocks)).toMatchFileSnapshot(golden);
  });
});
