import { describe, expect, it } from 'vitest';
import type { Finding } from '#shared/domain/finding.ts';
import { allProblems } from '../../../src-renderer/platform/all-problems.ts';

const finding = (code: Finding['code'], severity: Finding['severity']): Finding => ({ code, severity, message: code });
const problem = (code: Finding['code'], severity: Finding['severity']) => ({ code, severity });

describe('what the status bar counts', () => {
  it('has the problems of tools and of packs, not those of the workspace alone', () => {
    const { tools, counts } = allProblems({
      workspace: [finding('unknown_key', 'warning')],
      tools: [
        {
          name: 'a',
          problems: [problem('argument_undocumented', 'warning'), problem('argument_undocumented', 'warning')],
        },
        { name: 'b', problems: [problem('argument_undocumented', 'warning'), problem('hidden_unicode', 'error')] },
        { name: 'c', problems: [problem('name_similar', 'info')] },
      ],
      packs: [finding('syntax', 'error')],
      isChecking: false,
    });
    expect(tools).toEqual([
      { code: 'hidden_unicode', severity: 'error', tools: 1, first: 'b' },
      { code: 'argument_undocumented', severity: 'warning', tools: 2, first: 'a' },
    ]);
    expect(counts).toEqual({ error: 2, warning: 3, info: 0 });
  });
});
