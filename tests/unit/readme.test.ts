import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withReference } from '../../docs/configuration-reference.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

describe('README', () => {
  it('has the configuration reference that the schemas give; "npm run docs" writes it (R19.31)', () => {
    expect(withReference(readme)).toBe(readme);
    expect(readme.split('\n').filter((line) => line.startsWith('| `') && line.endsWith('| |'))).toEqual([]);
    expect(readme).toContain('| `tool_search.max_search_results` | integer 1–50 | `10` |');
  });

  it('documents the three safe concurrency patterns and the limits of visibility (R5.24, R5.26)', () => {
    expect(readme.match(/## Concurrency patterns[\s\S]*?## Limits/)?.[0].match(/^- \*\*/gm)).toHaveLength(3);
    expect(readme).toContain('not a substitute for authorization');
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
