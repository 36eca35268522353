import { describe, expect, it } from 'vitest';
import type { ExportDone, ExportFile, ExportPlan } from '#shared/domain/export-plan.ts';
import { commitBranch } from '../../../src-renderer/features/export/commit-branch.ts';
import { exportRequest } from '../../../src-renderer/features/export/export-request.ts';
import { initialChoices } from '../../../src-renderer/features/export/export-store.ts';
import { exportSummary } from '../../../src-renderer/features/export/export-summary.ts';
import { planCounts, planRows } from '../../../src-renderer/features/export/plan-rows.ts';

const file = (path: string, change: ExportFile['change'] = 'added', edited = false): ExportFile => ({
  path,
  change,
  edited,
});

describe('the files of a plan as a tree', () => {
  const files = [
    file('a/pack.yaml', 'kept'),
    file('a/one/SKILL.md', 'changed', true),
    file('b/pack.yaml'),
    file('b/two/x.md'),
    file('b/two/y.md'),
    file('top.json'),
  ];

  it('has folders with what they hold; a folder for one file is one line', () => {
    const rows = planRows(files, new Set());
    expect(rows.map(({ level, name }) => `${'  '.repeat(level - 1)}${name}`)).toEqual([
      'a',
      '  one/SKILL.md',
      '  pack.yaml',
      'b',
      '  pack.yaml',
      '  two',
      '    x.md',
      '    y.md',
      'top.json',
    ]);
    expect(rows[0]).toMatchObject({ kind: 'folder', files: 2, touched: 1, edited: true });
    expect(planRows(files, new Set(['a/', 'b/two/'])).map(({ key }) => key)).toEqual([
      'a/',
      'b/',
      'b/pack.yaml',
      'b/two/',
      'top.json',
    ]);
  });

  it('counts what would be written and what is still to be decided', () => {
    const theirs = [...files, file('c', 'removed', true)];
    expect(planCounts(theirs, {})).toMatchObject({ edited: 2, open: 2, writes: 4 });
    expect(planCounts(theirs, { 'a/one/SKILL.md': 'keep', c: 'replace' })).toMatchObject({ open: 0, writes: 5 });
  });

  it('takes 20,000 files at once', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => file(`p/${String(i).padStart(5, '0')}/SKILL.md`));
    expect(planRows(many, new Set())).toHaveLength(20_001);
  });
});

describe('what was chosen', () => {
  it('is a request, or says what is missing', () => {
    expect(exportRequest(initialChoices)).toContain('packs');
    const packs = { ...initialChoices, packs: ['a', 'b'], folders: false };
    expect(exportRequest(packs)).toContain('folder');
    expect(exportRequest({ ...packs, target: ' /t ' })).toMatchObject({ target: '/t', content: { folders: true } });
    const catalog = { ...initialChoices, kind: 'catalog' as const, target: '/t' };
    expect(exportRequest({ ...catalog, file: '../x.json' })).toContain('.json');
    expect(exportRequest(catalog)).toEqual({ target: '/t', content: { kind: 'catalog', as: 'pegboard-json' } });
  });
});

describe('the branch of a commit', () => {
  const on = (branch: string | null, ...branches: string[]) => ({ root: '/r', branch, branches });

  it('is a free name until one is typed, and the usual branch while that is checked out', () => {
    expect(commitBranch('pegboard/export', on('main', 'main'))).toEqual({ name: 'pegboard/export', kind: 'new' });
    const left = on('main', 'main', 'pegboard/export', 'pegboard/export-2');
    expect(commitBranch('pegboard/export', left)).toEqual({ name: 'pegboard/export-3', kind: 'new' });
    const current = on('pegboard/export', 'main', 'pegboard/export');
    expect(commitBranch('pegboard/export', current)).toEqual({ name: 'pegboard/export', kind: 'current' });
  });

  it('is refused before anything is written when another branch has the name', () => {
    expect(commitBranch('other', on('main', 'main', 'other')).kind).toBe('taken');
    expect(commitBranch(' ', on('main', 'main')).kind).toBe('unnamed');
    expect(commitBranch('mine', null).kind).toBe('new');
  });
});

describe('the summary', () => {
  it('says what was written, what stayed, the commit, and what did not map', () => {
    const done: ExportDone = {
      target: '/t',
      written: true,
      files: [
        { ...file('a'), decision: null },
        { ...file('b', 'changed', true), decision: 'keep' },
        { ...file('c', 'kept'), decision: null },
      ],
      commit: { branch: 'x', id: 'abc', left: null },
      recovered: [],
    };
    const loss = [{ field: 'title', kind: 'lost' as const, message: 'no place', count: 2, names: ['m', 'n'] }];
    expect(exportSummary({ loss } as unknown as ExportPlan, done)).toBe(
      `Exported to /t: 1 added, 0 changed, 0 removed, 2 unchanged.
Commit abc on the branch x.

+ a

Changed by hand and kept:
= b

Not expressible in this format:
- title: no place (2)
`,
    );
  });
});
