import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { withReference } from '../../docs/configuration-reference.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

describe('README', () => {
  it('has the configuration reference that the schemas give; "npm run docs" writes it', () => {
    expect(withReference(readme)).toBe(readme);
    expect(readme.split('\n').filter((line) => line.startsWith('| `') && line.endsWith('| |'))).toEqual([]);
    expect(readme).toContain('| `tool_search.max_search_results` | integer 1–50 | `10` |');
  });

  it('documents the three safe concurrency patterns and the limits of visibility (R5.24)', () => {
    expect(readme.match(/## Concurrency patterns[\s\S]*?## Limits/)?.[0].match(/^- \*\*/gm)).toHaveLength(3);
    expect(readme).toContain('not a substitute for authorization');
    for (const pattern of ['per_session', 'fork_per_request', 'single_thread'])
      expect(readme).toContain(`(\`${pattern}\`)`);
  });

  it('documents the steps of a rollout with the profiles to look at, and how to go back (R16.14)', () => {
    const steps = readme.match(/## Rolling out[\s\S]*?\n## /)?.[0] ?? '';
    expect(steps.match(/^\d\. \*\*/gm)).toHaveLength(5);
    for (const name of ['search-on', 'deferred', 'skills', 'skills-directory', 'all-tools']) {
      expect(steps).toContain(`--diff ${name}`);
      expect(builtinProfiles.map((profile) => profile.name)).toContain(name);
    }
  });

  it('says in five lines how to bring your own servers and tools, with the command that does it', () => {
    const item = /^\d+\. \*\*Bring your own\.\*\* [\s\S]*?(?=\n\d+\. |\n\n)/m.exec(readme)?.[0] ?? '';
    expect(item.split('\n').length).toBeLessThanOrEqual(6);
    for (const way of [
      'Drop or paste',
      '`.mcp.json`',
      'claude mcp add',
      '#files-of-tools',
      'npx pegboard import .mcp.json',
    ])
      expect(item, way).toContain(way);
    // What is typed, kept or taken never gets into the workspace; one agreement is for all.
    expect(item).toMatch(/agree once/);
    expect(item).toContain('never enter the workspace');
    expect(readme).toMatch(/^#+ Files of tools$/m);
  });

  it('shows a screenshot that is there', () => {
    const picture = /!\[[^\]]+\]\((docs\/[^)]+\.png)\)/.exec(readme)?.[1] ?? '';
    expect(
      readFileSync(resolve(import.meta.dirname, '../..', picture))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});
