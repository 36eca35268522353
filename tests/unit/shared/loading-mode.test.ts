import { describe, expect, it } from 'vitest';
import { declaredModeSchema, loadingModeSchema, resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { sourceModeRules, sourceSchema } from '#shared/domain/source.ts';

const tool = { name: 'github.create_issue', upstream_name: 'create_issue', declared_mode: 'undeclared' as const };
const workspace = { enabled: true, default_loading_mode: 'always' as const, always_loaded_patterns: ['tasks.*'] };
const source = (fields: object = {}) =>
  sourceModeRules(sourceSchema.parse({ name: 'github', path: 'x.json', format: 'tools_list', ...fields }));

describe('effective loading mode', () => {
  it('is always or deferred, and always when nothing is declared anywhere (R1.01)', () => {
    expect(loadingModeSchema.options).toEqual(['always', 'deferred']);
    const { mode, reason } = resolveLoadingMode(
      tool,
      { name: 'github' },
      { enabled: true, always_loaded_patterns: [] },
    );
    expect([mode, reason.rule]).toEqual(['always', 'fallback']);
  });

  it('lets the workspace default change undeclared tools only (R1.02)', () => {
    const deferred = { ...workspace, default_loading_mode: 'deferred' as const };
    expect(resolveLoadingMode(tool, source(), deferred).mode).toBe('deferred');
    expect(resolveLoadingMode({ ...tool, declared_mode: 'always' }, source(), deferred).mode).toBe('always');
  });

  it('takes pattern > declaration > source lists > source default > workspace default (R1.11, R1.12)', () => {
    const rules = source({ default_loading_mode: 'deferred', always_loaded_tools: ['create_issue'] });
    const rule = (over: object, from = rules, ws: object = {}) =>
      resolveLoadingMode({ ...tool, ...over }, from, { ...workspace, ...ws }).reason.rule;
    expect(rule({ declared_mode: 'deferred' }, rules, { always_loaded_patterns: ['github.*'] })).toBe('pattern');
    for (const always_loaded_patterns of [['github.*'], ['tasks.*', 'finish', '*.create_issue']]) {
      const patterns = { ...workspace, always_loaded_patterns };
      for (const declared_mode of declaredModeSchema.options)
        expect(resolveLoadingMode({ ...tool, declared_mode }, rules, patterns).mode).toBe('always');
    }
    expect(rule({ declared_mode: 'deferred' })).toBe('declaration');
    expect(rule({})).toBe('source_list');
    expect(rule({ upstream_name: 'other', name: 'github.other' })).toBe('source_default');
    expect(rule({}, source())).toBe('workspace_default');
  });

  it('defers only the listed tools of a source with deferred_tools (R1.09)', () => {
    const rules = source({ deferred_tools: ['create_issue'] });
    expect(resolveLoadingMode(tool, rules, workspace).mode).toBe('deferred');
    const other = { ...tool, upstream_name: 'x', name: 'github.x' };
    for (const default_loading_mode of ['always', 'deferred'] as const)
      expect(resolveLoadingMode(other, rules, { ...workspace, default_loading_mode }).mode).toBe('always');
  });

  it('shows every tool while search is off, deferred ones too', () => {
    const off = { ...workspace, enabled: false };
    expect(resolveLoadingMode({ ...tool, declared_mode: 'deferred' }, source(), off)).toMatchObject({
      mode: 'always',
      reason: { rule: 'search_disabled' },
    });
  });

  it.each([
    [true, 'deferred', null],
    [false, null, null],
    [undefined, null, null],
    [['create_issue'], null, ['create_issue']],
  ])('maps defer_loading %j onto our own fields (R1.15, R1.17)', (defer_loading, mode, list) => {
    expect(source({ defer_loading })).toMatchObject({ default_loading_mode: mode, deferred_tools: list });
  });
});
