import { describe, expect, it } from 'vitest';
import { searchOn, servicesWith } from '../../../support/workspace.ts';

const tools = [
  { name: 'a.always', description: 'Always there.', loading_mode: 'always' },
  { name: 'a.later', description: 'Found when needed.' },
];
const yaml = `${searchOn}
profiles:
  - {name: frugal, tool_search: {always_loaded_patterns: [a.later]}}
  - {name: broken, tool_search: {max_search_results: 99}}
personas:
  - {name: guest, hidden_tools: [a.always]}
`;

describe('prompts under profiles', () => {
  it('differ block by block, with the tokens of both', async () => {
    const services = await servicesWith(tools, { yaml });
    const { prompt, diff } = await services.prompt.render({ profile: 'workspace', compare: 'all-tools' });
    const { prompt: other } = await services.prompt.render({ profile: 'all-tools' });
    expect(diff?.before).toEqual(prompt.tokens);
    expect(diff?.after).toEqual(other.tokens);
    const changes = diff?.blocks.map(({ name, change }) => [name, change]);
    expect(changes).toEqual([
      ['instructions', 'same'],
      ['tool_discovery', 'removed'],
      ['available_tools', 'changed'],
    ]);
    const listed = diff?.blocks[2]?.lines ?? [];
    expect(listed.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toContain('- name: a.later');
    expect(listed.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toContain('- name: tool_search');
    for (const side of ['removed', 'added'] as const) {
      const lines = listed.filter(({ kind }) => kind === 'same' || kind === side).map(({ text }) => text);
      const source = side === 'removed' ? prompt : other;
      expect(lines.join('\n')).toBe(source.blocks.find(({ name }) => name === 'available_tools')?.text);
    }
  });

  it('are the workspace itself, its own profiles, and those every workspace has', async () => {
    const services = await servicesWith(tools, { yaml });
    expect((await services.prompt.profiles()).map(({ name }) => name)).toEqual([
      'frugal',
      'broken',
      'workspace',
      'baseline',
      'all-tools',
      'search-on',
      'deferred',
      'skills',
      'skills-directory',
      'chat',
      'one-discovery-tool',
    ]);
    const { prompt } = await services.prompt.render({ profile: 'frugal', persona: 'guest' });
    expect(prompt.blocks.at(-1)?.text).toContain('- name: a.later');
    expect(prompt.blocks.at(-1)?.text).not.toContain('a.always');
  });

  it('that are unknown or wrong say so and name the field', async () => {
    const services = await servicesWith(tools, { yaml });
    await expect(services.prompt.render({ profile: 'defered' })).rejects.toMatchObject({
      code: 'unknown_profile',
      hint: 'Did you mean "deferred"?',
    });
    await expect(services.prompt.render({ profile: 'broken' })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('profile broken: tool_search.max_search_results'),
    });
    await expect(services.prompt.render({ profile: 'workspace', persona: 'nobody' })).rejects.toMatchObject({
      code: 'unknown_persona',
    });
  });

  it('of a default workspace with nothing switched on are those of the baseline', async () => {
    const services = await servicesWith(tools, { yaml: '' });
    const texts = async (profile: string) =>
      (await services.prompt.render({ profile })).prompt.blocks.map(({ text }) => text);
    expect(await texts('workspace')).toEqual(await texts('baseline'));
  });
});
