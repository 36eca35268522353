import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { extractCategories, workflowGuidance } from '#core/guidance/add-guidance.ts';
import { guidanceOf } from '#core/guidance/guidance-files.ts';
import { silentLogger } from '#core/logger.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { guidedSearchOutputSchema, toolSearchOutputSchema } from '#shared/domain/search-result.ts';
import { call, done, testPlanner } from '../../support/planner.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { search, servicesWith, type TestTool, testServices, workspaceFolder, write } from '../../support/workspace.ts';

const shipped = resolve(import.meta.dirname, '../../../guidance');
const reader = (root: string) => guidanceOf(root, { files: nodeFiles, logger: silentLogger, shipped });

const tools: TestTool[] = [
  {
    name: 'cms.find_image',
    description: 'Find an image',
    category: 'images',
    usage_hint: 'Before secret.tool, ask',
    related_tools: ['cms.set_image', 'secret.tool', 'cms.gone', 'picture', 'cms.find_image'],
  },
  { name: 'cms.set_image', description: 'Set an image of a section', category: 'sections', aliases: ['picture'] },
  { name: 'secret.tool', description: 'Erase an image', category: 'images' },
];
const yaml = (guidance: string) =>
  `tool_search: {enabled: true, default_loading_mode: deferred, guidance: ${guidance}}
personas: [{name: guest, hidden_tools: ['secret.*']}]\n`;

describe('workflow hints', () => {
  it('come with Pegboard for the six categories, and for no other', async () => {
    const read = reader(temporaryFolder());
    for (const category of ['pages', 'sections', 'images', 'posts', 'navigation', 'research']) {
      expect(await read(category), category).toMatch(/^\*\*Working with /);
    }
    for (const category of ['entries', 'search', 'pexels', 'http', '../pages', 'a/b', '']) {
      expect(await read(category), category).toBeNull();
    }
  });

  it('are joined by newlines in the order of the categories; without any there is the fixed sentence (R17.16, R17.17, R17.18)', async () => {
    const categories = extractCategories(['images', null, 'http', 'pages', 'images'].map((category) => ({ category })));
    expect(categories).toEqual(['images', 'http', 'pages']);
    const read = reader(temporaryFolder());
    // Of all results of a search, and of no other tool.
    const services = await testServices({ shippedGuidance: shipped });
    await services.workspace.open({ path: workspaceFolder(tools, yaml('{workflow: true}')) });
    const told = async (query: string) =>
      (await search(services, { query, search_type: 'regex' })).output.workflowGuidance;
    expect(await told('set_image')).toBe(await read('sections'));
    expect(await told('image')).toBe(`${await read('sections')}\n${await read('images')}`);
    expect(await workflowGuidance(categories, read)).toBe(`${await read('images')}\n${await read('pages')}`);
    const six = ['research', 'navigation', 'posts', 'images', 'sections', 'pages'];
    const texts = await Promise.all(six.map(read));
    for (const text of texts) expect(text).toMatch(/^\*\*Working with /);
    expect(await workflowGuidance([...six, 'http', 'entries'], read)).toBe(texts.join('\n'));
    expect(await workflowGuidance(['http'], read)).toBe('No specific workflow guidance for these tools.');
    expect(await workflowGuidance([], read)).toBe('No specific workflow guidance for these tools.');
  });

  it('are read when they are needed from the workspace, whose empty file switches one off and whose links lead nowhere (R17.19)', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    const read = reader(root);
    write(root, 'guidance/images.md', 'Ours.\n');
    write(root, 'guidance/pages.md', '');
    write(root, 'guidance/bugs.md', 'Label it.');
    write(root, 'guidance/long.md', 'x'.repeat(20_000));
    write(outside, 'secret.md', 'secret');
    mkdirSync(join(root, 'guidance'), { recursive: true });
    symlinkSync(join(outside, 'secret.md'), join(root, 'guidance/link.md'));
    expect(await Promise.all(['images', 'pages', 'bugs', 'long', 'link'].map(read))).toEqual([
      'Ours.',
      '',
      'Label it.',
      null,
      null,
    ]);
    write(root, 'guidance/images.md', 'Ours, changed.');
    expect(await read('images')).toBe('Ours, changed.');
  });
});

describe('guidance in results', () => {
  it('is off by default, and each field leaves the schema of tool_search valid (R17.01)', async () => {
    const plain = await search(await servicesWith(tools), { query: 'image' });
    expect(Object.keys(plain.output)).toEqual(['tools', 'query', 'search_type']);
    expect(Object.keys(plain.output.tools[0] ?? {})).toEqual([
      'name',
      'description',
      'score',
      'match_type',
      'loading_mode',
    ]);
    const services = await testServices({ shippedGuidance: shipped });
    await services.workspace.open({
      path: workspaceFolder(tools, yaml('{workflow: true, hints: true, related_tools: true}')),
    });
    const { output } = await search(services, { query: 'find image' });
    expect(toolSearchOutputSchema.safeParse(output).success).toBe(true);
    expect(guidedSearchOutputSchema.strict().parse(output)).toEqual(output);
    expect(output.tools[0]).toMatchObject({
      name: 'cms.find_image',
      hint: 'Before secret.tool, ask',
      related_tools: ['cms.set_image', 'secret.tool'],
    });
    expect(output.workflowGuidance).toContain('Working with images');
    expect(output.instruction).toBe('These tools are now available. Search again if you need more.');
    // Each is there without the others.
    for (const [only, keys, fields] of [
      ['workflow', ['workflowGuidance', 'instruction'], []],
      ['hints', [], ['hint']],
      ['related_tools', [], ['related_tools']],
    ] as const) {
      await services.workspace.open({ path: workspaceFolder(tools, yaml(`{${only}: true}`)) });
      const { output: alone } = await search(services, { query: 'find image' });
      expect(Object.keys(alone), only).toEqual([...Object.keys(plain.output), ...keys]);
      expect(Object.keys(alone.tools[0] ?? {}), only).toEqual([...Object.keys(plain.output.tools[0] ?? {}), ...fields]);
      expect(toolSearchOutputSchema.safeParse(alone).success, only).toBe(true);
    }
  });

  it('never tells a caller of a tool that it may not use; the user sees what is hidden and what is unknown (R17.33)', async () => {
    const services = await testServices();
    const root = workspaceFolder(tools, yaml('{workflow: true, hints: true, related_tools: true}'));
    write(root, 'guidance/images.md', 'Never call secret.tool twice.');
    await services.workspace.open({ path: root });
    const { output, related } = await search(services, { query: 'find image' }, { persona: 'guest' });
    expect(JSON.stringify(output)).not.toContain('secret');
    expect(output.tools[0]).toMatchObject({ hint: 'Before another tool, ask', related_tools: ['cms.set_image'] });
    expect(output.workflowGuidance).toContain('Never call another tool twice.');
    expect(related).toEqual([
      {
        tool: 'cms.find_image',
        related: [
          { name: 'cms.set_image', state: 'usable' },
          { name: 'secret.tool', state: 'hidden' },
          { name: 'cms.gone', state: 'unknown' },
          { name: 'picture', state: 'usable' },
          { name: 'cms.find_image', state: 'usable' },
        ],
      },
    ]);
  });

  it('reaches a run through its own view: what the policy denies is named nowhere', async () => {
    const { planner } = await testPlanner({
      tools,
      config: {
        tool_search: {
          enabled: true,
          default_loading_mode: 'deferred',
          guidance: { workflow: true, hints: true, related_tools: true },
        },
        policy: { denied_tools: ['secret.tool'] },
      },
      script: [call('tool_search', { query: 'find image' }), done],
      readGuidance: async (category) => (category === 'images' ? 'Never call secret.tool twice.' : null),
    });
    const prompts: string[] = [];
    const trace = await planner.run({ query: 'Find it.', onPrompt: ({ blocks }) => prompts.push(promptText(blocks)) });
    expect(prompts[0]).toContain('workflowGuidance');
    const seen = JSON.stringify(trace.steps);
    expect(seen).toContain('Never call another tool twice.');
    expect(seen).toContain('Before another tool, ask');
    expect(seen).toContain('These tools are now available.');
    expect(seen).not.toContain('secret');
  });
});
