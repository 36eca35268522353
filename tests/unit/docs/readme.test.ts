import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

it('is under 9 kB: what it is, one picture, two commands, five steps, how to give it to an agent, where to read on', () => {
  expect(Buffer.byteLength(readme)).toBeLessThan(9 * 1024);
  expect(readme.match(/!\[[^\]]+\]\([^)]+\.png\)/g)).toHaveLength(1);
  const [, start = ''] = /## Start\n\n```\n([^`]*)```/.exec(readme) ?? [];
  expect(start.trim().split('\n')).toEqual(['npm install -g pegboard', 'pegboard app']);
  const [, steps = ''] = /## Five steps\n([\s\S]*?)\n## /.exec(readme) ?? [];
  expect(steps.match(/^\d\. \*\*/gm)).toHaveLength(5);
  expect(readme).toContain('pegboard connect claude-code');
});

it('leads to every part that a newcomer looks for (R19.31)', () => {
  for (const place of [
    'docs/guide/index.md',
    'docs/guide/roll-out.md',
    'docs/reference/configuration.md',
    'docs/reference/command-line.md',
    'docs/concepts/index.md',
    'docs/contributing/index.md',
    'docs/architecture.md',
  ])
    expect(readme, place).toContain(`(${place})`);
  for (const command of ['npm install && npm start', 'npm test']) expect(readme).toContain(command);
  expect(readme).toMatch(/^# Pegboard\n\n\*\*See what tool search does to your LLM agent\.\*\*/);
  expect(readFileSync(new URL('../../../docs/concepts/index.md', import.meta.url), 'utf8')).toContain(
    '(concurrency.md)',
  );
});
