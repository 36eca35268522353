import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promptBlockNameSchema } from '#shared/domain/prompt-block.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';

const page = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

describe('the pages', () => {
  it('explain the three safe concurrency patterns (R5.24)', () => {
    const text = page('concepts/concurrency.md');
    expect(text.match(/^- \*\*/gm)).toHaveLength(3);
    for (const pattern of ['per_session', 'fork_per_request', 'single_thread'])
      expect(text).toContain(`(\`${pattern}\`)`);
  });

  it('say what visibility is not (R5.26)', () => {
    for (const path of ['concepts/audiences.md', 'reference/limits.md'])
      expect(page(path)).toContain('not a substitute for authorization');
  });

  it('have the steps of a rollout with the profiles to look at, and how to go back (R16.14)', () => {
    const text = page('guide/roll-out.md');
    expect(text.match(/^\d\. \*\*/gm)).toHaveLength(5);
    for (const name of ['search-on', 'deferred', 'skills', 'skills-directory', 'all-tools']) {
      expect(text).toContain(`--diff ${name}`);
      expect(builtinProfiles.map((profile) => profile.name)).toContain(name);
    }
    expect(text).toContain('## Go back');
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
