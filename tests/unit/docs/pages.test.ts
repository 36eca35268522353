import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promptBlockNameSchema } from '#shared/domain/prompt-block.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { helpTexts } from '../../../docs/scripts/help-pages.ts';
import { testServices, workspaceFolder, write } from '../../support/workspace.ts';

const page = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

describe('the pages', () => {
  it('explain the three safe concurrency patterns (R5.24)', () => {
    const text = page('concepts/concurrency.md');
    const explained = [...text.matchAll(/^- \*\*(.+)\*\* \(`(\w+)`\)\. (.+)$/gm)].map(([, ...parts]) => parts);
    expect(explained.map(([title, pattern]) => [title, pattern])).toEqual([
      ['One run at a time for each session', 'per_session'],
      ['A fork for each request', 'fork_per_request'],
      ['One thread, one run', 'single_thread'],
    ]);
    const said = new Map(explained.map(([, pattern, words]) => [pattern, words]));
    expect(said.get('per_session')).toMatch(/wait for each other.*`session_id`.*without one nothing is activated/);
    expect(said.get('fork_per_request')).toMatch(/own copy of the planner and its activations.*second run.*refused/);
    expect(said.get('single_thread')).toMatch(/local use only.*second run at the same time is refused/);
    expect(text).toContain('Without a pattern, a planner activates nothing.');
    // The three are all that the library takes.
    expect(page('../src-main/core/planner/concurrency.ts')).toContain(
      `type ConcurrencyPattern = ${[...said.keys()].map((pattern) => `'${pattern}'`).join(' | ')};`,
    );
  });

  it('say in the help of the app what visibility is not (R5.26)', () => {
    const { concepts, reference } = helpTexts();
    const shown = new Map([...concepts, ...reference].map(({ id, html }) => [id, html]));
    for (const id of ['concepts/audiences', 'reference/limits'])
      expect(shown.get(id), id).toContain('is not a substitute for authorization in the service behind a tool.');
  });

  it('have the steps of a rollout in their order, with the profiles that show them, and how to go back (R16.14)', async () => {
    const text = page('guide/roll-out.md');
    const steps = [...text.matchAll(/^\d\. \*\*(.+?)\*\*.*?(?:--diff ([\w-]+)|$)/gm)];
    expect(steps.map(([, title, profile]) => [title, profile])).toEqual([
      ['Tool search on, nothing deferred', 'search-on'],
      ['Deferred, with a list of exceptions', 'deferred'],
      ['Skills', 'skills'],
      ['Names of skills in the prompt', 'skills-directory'],
      ['Names of tools without a search', undefined],
    ]);
    expect(text).toContain('`always_loaded_patterns` keeps what every run needs.');
    expect(text).toContain('`--diff all-tools`');
    expect(text).toContain('## Go back');

    // What each profile shows of a workspace without tool search and skills, whose tools declare what they like.
    const tools = [{ name: 'a.silent' }, { name: 'a.wait', loading_mode: 'deferred' }, { name: 'keep.this' }];
    const yaml = 'tool_search: {always_loaded_patterns: ["keep.*"]}\nskills: {skill_packs: [{name: p, path: packs/p}]}';
    const root = workspaceFolder(tools, yaml);
    write(root, 'packs/p/one.skill.yaml', 'trigger: T.\nsteps: [S.]\n');
    const services = await testServices();
    await services.workspace.open({ path: root });
    const shown = async (profile: string) => {
      const { prompt } = await services.prompt.render({ profile });
      const names = prompt.blocks.map(({ name }) => name);
      const tools = prompt.blocks.find(({ name }) => name === 'available_tools')?.text ?? '';
      return {
        tools: tools.match(/(?<=^- name: )(?:a|keep)\..*$/gm),
        blocks: ['tool_discovery', 'skill_discovery', 'skill_directory'].filter((name) =>
          names.some((one) => one === name),
        ),
      };
    };
    expect(await shown('search-on')).toEqual({
      tools: ['a.silent', 'a.wait', 'keep.this'],
      blocks: ['tool_discovery'],
    });
    expect(await shown('deferred')).toEqual({ tools: ['keep.this'], blocks: ['tool_discovery'] });
    expect(await shown('skills')).toEqual({ tools: ['keep.this'], blocks: ['tool_discovery', 'skill_discovery'] });
    expect(await shown('skills-directory')).toEqual({
      tools: ['keep.this'],
      blocks: ['tool_discovery', 'skill_discovery', 'skill_directory'],
    });
  });

  it('list the blocks of a prompt in their order', () => {
    expect(page('concepts/prompt.md')).toContain(promptBlockNameSchema.options.map((name) => `\`${name}\``).join(', '));
  });

  it('list the profiles that every workspace has', () => {
    const text = page('guide/prompts.md');
    for (const { name } of builtinProfiles) expect(text).toContain(`\`${name}\``);
  });

  it('say how to bring your own servers and tools, and where values stay', () => {
    const text = `${page('guide/add-tools.md')}${page('guide/start-servers.md')}`;
    for (const words of [
      '`.mcp.json`',
      'claude mcp add',
      'pegboard import .mcp.json',
      'You agree once',
      'never enter the workspace',
    ])
      expect(text, words).toContain(words);
  });
});
