import { describe, expect, it } from 'vitest';
import { experimentReport } from '../../../../src-main/core/experiments/report/experiment-report.ts';
import { exportReport } from '../../../../src-main/core/experiments/report/export-report.ts';
import { experimentOf, runOf, trialOf } from './trials.ts';

const hostile = '</title><script>alert(1)</script> | [x](http://a.b) @all\n# `y`\u0000 <!--';
const arms = ['all', 'search'];
const tasks = Array.from({ length: 8 }, (_, i) => ({
  path: `${i}.task.yaml`,
  name: i === 0 ? hostile : `Task ${i}`,
  level: 'easy' as const,
}));
const trials = tasks.flatMap(({ path }, i) => [
  trialOf({ number: 2 * i + 1, task: path }),
  trialOf({ number: 2 * i + 2, task: path, arm: 'search', success: false, cause: 'not_found' }),
]);
const run = runOf(arms, { name: hostile, model: hostile, tasks: 8, trials: { done: 16, failed: 0, all: 16 } });
const report = experimentReport({ run, experiment: experimentOf(arms), tasks, trials });

describe('exportReport', () => {
  it('writes a page that stands alone, with names as text', () => {
    const { name, text } = exportReport(report, trials, 'html');
    expect(name).toMatch(/^experiment-[a-z0-9-]+\.html$/);
    expect(text).not.toMatch(/<script|<!--|\0|<link|\ssrc=|href=/i);
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(text.match(/<svg role="img" aria-label=/g)).toHaveLength(2);
    expect(text).toContain('<td>−100 points</td>');
    expect(text.replace(/<style>.*<\/style>/s, '')).not.toMatch(/[>(\s]-\d/);
    expect(text).toContain('search, Searched, not found: 8');
    expect(text).toContain('color-scheme:light dark');
    expect(text).toContain('@media print');
  });

  it('writes Markdown in which a name makes no markup', () => {
    const { name, text } = exportReport(report, trials, 'markdown');
    expect(name).toMatch(/\.md$/);
    expect(text).not.toMatch(/<script|<!--|@all|http:\/\/|^# `y`|(?<!\\)\[x\]/m);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const columnsOf = (line: string) => line.split(/(?<!\\)\|/).length;
    expect(rows.filter((line) => line.includes('script')).map(columnsOf)).toEqual([6]);
    expect(text).toContain('“search” succeeds less often than “all”: by 100 points over 8 tasks');
  });

  it('writes a row for each trial, and no formula', () => {
    const odd = trialOf({ number: 3, task: '=cmd()', problem: '+1,"2"', state: 'failed', success: null });
    const lines = exportReport(report, [...trials, odd], 'csv').text.split('\r\n');
    expect(lines).toHaveLength(trials.length + 3);
    expect(lines[0]).toMatch(/^number,task,arm,repetition,state,success,cause/);
    expect(lines.at(-2)).toContain(`3,'=cmd(),all,1,failed,,`);
    expect(lines.at(-2)).toContain(`"'+1,""2"""`);
    expect(lines.at(-1)).toBe('');
  });

  it('writes the report as JSON, and has a name for each name', () => {
    const { name, text } = exportReport({ ...report, run: { ...run, name: '../CON' } }, trials, 'json');
    expect(name).toBe('experiment-con.json');
    expect(JSON.parse(text)).toEqual({ ...report, run: { ...run, name: '../CON' } });
    expect(exportReport({ ...report, run: { ...run, name: '日本' } }, trials, 'csv').name).toBe('experiment.csv');
  });
});
