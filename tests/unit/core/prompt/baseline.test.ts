import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from '#core/prompt/render-prompt.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';

const golden = resolve(import.meta.dirname, '../../../fixtures/prompts/baseline.txt');

describe('the baseline prompt', () => {
  it('of the demo catalog with every feature off is this file, byte for byte (R6.16, R16.13)', async () => {
    const { catalog } = await demoWorkspace();
    await expect(promptText(renderPrompt({ tools: catalog.tools }))).toMatchFileSnapshot(golden);
  });
});
