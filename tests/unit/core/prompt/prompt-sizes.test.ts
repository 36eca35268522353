import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { renderPrompt } from '#core/prompt/render-prompt.ts';
import { entryLine, type PromptTool } from '#core/prompt/render-tool.ts';
import type { Services } from '#core/services.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { codePoints, type Estimator, tokensOfSize } from '#shared/tokens.ts';
import { toolTokens } from '../../../../src-renderer/platform/tool-tokens.ts';
import { searchOn, servicesWith } from '../../../support/workspace.ts';

const examples = { enabled: true, max_examples_per_tool: 2, include_descriptions: true, filter_tags: null };
const estimators = ['estimate', 'o200k'] as const;

const sizeOf = (text: string, estimator: Estimator) =>
  estimator === 'estimate' ? codePoints(text) : countTextTokens(text).o200k;

const promptOf = (tools: readonly PromptTool[]) =>
  promptText(renderPrompt({ tools, examples, discovery: true, directory: [], hints: [], skills: null }));

/** What the prompt costs without these tools. */
const restOf = (tools: readonly PromptTool[], estimator: Estimator) =>
  sizeOf(promptOf(tools), estimator) -
  tools.reduce((sum, tool) => sum + sizeOf(entryLine(tool, examples), estimator), 0);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('a\nb', '\r\n- name: x', '/* */', '</available_tools>', '👍\u2028\n\n', ' \n/x'),
);
const anyTool: fc.Arbitrary<PromptTool> = fc.record({
  name: text,
  description: text,
  side_effects: fc.constantFrom(null, 'read' as const),
  input_schema: fc.dictionary(text, text, { maxKeys: 3 }),
  output_schema: fc.option(fc.dictionary(text, text, { maxKeys: 2 })),
  examples: fc.array(
    fc.record({ args: fc.dictionary(text, text, { maxKeys: 2 }), description: text, tags: fc.constant([]) }),
    {
      maxLength: 2,
    },
  ),
});

describe('what the tools of a prompt cost', () => {
  it('adds up: whatever tools are listed, the rest of the prompt costs the same', () => {
    fc.assert(
      fc.property(anyTool, fc.array(anyTool, { maxLength: 4 }), (first, others) => {
        for (const estimator of estimators) {
          expect(restOf([first, ...others], estimator), estimator).toBe(restOf([first], estimator));
        }
      }),
      { numRuns: 300 },
    );
  });
});

const tools = [
  {
    name: 'files.read',
    description: 'Read a file.\nIt returns its text.',
    inputSchema: { properties: { path: { type: 'string' } } },
  },
  { name: 'files.write', description: 'Write a file 👍.', examples: [{ args: { path: 'a' } }] },
  { name: 'mail.send', description: 'Send a letter.', tags: ['mail'] },
  { name: 'mail.drop' },
];
const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: [files.*]}
policy: {denied_tools: [mail.drop]}
personas:
  - {name: reader, hidden_tools: [files.write]}
`;

/** The numbers that a screen shows, by one estimator. */
async function numbers(services: Services, estimator: Estimator, persona?: string) {
  const listed = await services.catalog.list();
  const counted = new Map((await services.catalog.tokens()).map(({ name, o200k }) => [name, o200k]));
  const tokens = toolTokens(estimator, estimator === 'o200k' ? counted : null);
  const sizes = await services.prompt.sizes({ estimator, ...(persona !== undefined && { persona }) });
  const hidden = persona === 'reader' ? ['files.write'] : [];
  const board = listed.filter(({ name, mode }) => mode === 'always' && !hidden.includes(name));
  return { listed, tokens, sizes, board };
}

describe('the sizes of the prompt of a workspace', () => {
  it.each(estimators)(
    'are those of the prompt itself, and its tools and the rest make the whole: %s',
    async (estimator) => {
      const services = await servicesWith(tools, { yaml });
      for (const persona of [undefined, 'reader']) {
        const { tokens, sizes, board } = await numbers(services, estimator, persona);
        const { prompt } = await services.prompt.render({ profile: 'workspace', persona });
        expect(board).toHaveLength(persona === undefined ? 2 : 1);
        expect(tokensOfSize(sizes.whole, estimator)).toBe(prompt.tokens[estimator]);
        expect(sizes.rest + (tokens.size(board) ?? 0)).toBe(sizes.whole);
      }
      // A third tool on the board leaves the rest as it is.
      const before = (await numbers(services, estimator)).sizes;
      await services.config.edit({ changes: [{ path: ['tool_search', 'always_loaded_patterns'], value: ['*'] }] });
      const { sizes, tokens, listed } = await numbers(services, estimator);
      expect(sizes.rest).toBe(before.rest);
      expect(sizes.whole).toBe(before.rest + (tokens.size(listed) ?? 0));
    },
  );

  it.each(estimators)(
    'have beside them the prompt with tool search off, hidden names or not: %s',
    async (estimator) => {
      const telling = { name: 'files.move', description: 'Move a file, as files.write and mail.drop do.' };
      const services = await servicesWith([...tools, telling], { yaml });
      const sizes = (persona?: string) =>
        services.prompt.sizes({ estimator, ...(persona !== undefined && { persona }) });
      const [before, hidden] = [await sizes(), await sizes('reader')];
      await services.config.edit({ changes: [{ path: ['tool_search', 'enabled'], value: false }] });
      const [off, hiddenOff] = [await sizes(), await sizes('reader')];
      expect(off).toMatchObject({ whole: before.all_tools, all_tools: before.all_tools });
      expect(hiddenOff.whole).toBe(hidden.all_tools);
      expect(off.whole).not.toBe(before.whole);
    },
  );

  it('of a workspace without tools are those of its prompt', async () => {
    const services = await servicesWith([], { yaml });
    const { all_tools } = await services.prompt.sizes({ estimator: 'o200k' });
    await services.config.edit({ changes: [{ path: ['tool_search', 'enabled'], value: false }] });
    expect((await services.prompt.sizes({ estimator: 'o200k' })).whole).toBe(all_tools);
  });

  it('change with the examples that the prompt shows', async () => {
    const services = await servicesWith(tools, { yaml });
    const size = async () =>
      (await services.catalog.list()).find(({ name }) => name === 'files.write')?.prompt_size ?? 0;
    const shown = await size();
    await services.config.edit({ changes: [{ path: ['tool_examples', 'enabled'], value: false }] });
    expect(await size()).toBeLessThan(shown);
  });

  it('stop when cancelled, and name a persona that there is not', async () => {
    const services = await servicesWith(tools, { yaml: searchOn });
    await expect(services.prompt.sizes({ estimator: 'o200k' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(services.prompt.sizes({ estimator: 'estimate', persona: 'nobody' })).rejects.toMatchObject({
      code: 'unknown_persona',
    });
  });
});

describe('the tokens of a source', () => {
  it('are the sum of its tools in the catalog, less what the policy denies', async () => {
    const services = await servicesWith(tools, { yaml });
    const { listed, tokens } = await numbers(services, 'estimate');
    const [source] = await services.sources.list();
    expect(listed.map(({ name }) => name)).toEqual(['files.read', 'files.write', 'mail.send']);
    expect(source?.tokens_estimate).toBe(tokens.sum(listed));
  });
});
