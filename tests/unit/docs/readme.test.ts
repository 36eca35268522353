import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configFields } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

it('is under 9 kB: what it is, one picture, two commands, five steps, how to give it to an agent, where to read on', () => {
  expect(Buffer.byteLength(readme)).toBeLessThan(9 * 1024);
  expect(readme.match(/!\[[^\]]+\]\([^)]+\.png\)/g)).toHaveLength(1);
  const [, start = ''] = /## Start\n\n```\n([^`]*)```/.exec(readme) ?? [];
  expect(start.trim().split('\n')).toEqual(['npm install -g pegboard', 'pegboard app']);
  const [, steps = ''] = /## Five steps\n([\s\S]*?)\n## /.exec(readme) ?? [];
  expect(steps.match(/^\d\. \*\*/gm)).toHaveLength(5);
  expect(readme).toContain('pegboard connect claude-code');
});

it('covers, with the pages that it links, every part that a newcomer looks for (R19.31)', () => {
  const purpose = /^# Pegboard\n\n\*\*See what tool search does to your LLM agent\.\*\* (.+\n)+/.exec(readme)?.[0];
  expect(purpose).toContain('Pegboard shows which tools a model would get for a query, why, and what that costs');
  // Setup, running, tests: the commands, with what each does.
  const [, clone = ''] = /## From a clone\n([\s\S]*?)\n\[MIT/.exec(readme) ?? [];
  expect(clone).toContain('```\nnpm ci && npm start\nnpm test\n```');
  expect(clone).toMatch(/The first line sets up and opens the app;.*\n?.*The second line runs every check and\ntest/);

  const linked = (page: string) => {
    expect(readme, page).toContain(`(${page})`);
    return read(page);
  };
  for (const page of ['docs/guide/index.md', 'docs/reference/command-line.md'])
    expect(linked(page)).toMatch(/^(---|#)/);
  expect(linked('docs/contributing/index.md')).toMatch(/^npm test +# everything/m);
  const architecture = linked('docs/architecture.md');
  for (const part of ['src-shared/', 'src-main/', 'src-renderer/', 'skill-packs/', 'tests/'])
    expect(architecture).toMatch(new RegExp(`^${part}\\s`, 'm'));

  expect(linked('docs/concepts/index.md')).toContain('[Safe concurrency](concurrency.md)');
  const concurrency = read('docs/concepts/concurrency.md');
  for (const pattern of ['per_session', 'fork_per_request', 'single_thread'])
    expect(concurrency).toMatch(new RegExp(`^- \\*\\*.+\\*\\* \\(\`${pattern}\`\\)\\. .+`, 'm'));

  const configuration = linked('docs/reference/configuration.md');
  for (const { path } of configFields(workspaceConfigSchema)) expect(configuration).toContain(`\n| \`${path}\` | `);

  const migration = linked('docs/guide/roll-out.md');
  expect(migration.match(/^\d\. \*\*.+\*\*/gm)).toHaveLength(5);
  const [, older = ''] = /\n## Come from an older configuration\n([\s\S]*)$/.exec(migration) ?? [];
  expect(older.match(/^- .+/gm)).toHaveLength(3);
  for (const name of ['include_search_tool', 'bm25', 'defer_loading']) expect(older).toContain(`\`${name}\` `);
});
