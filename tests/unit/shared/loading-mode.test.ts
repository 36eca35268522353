import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { declaredModeSchema, loadingModeSchema, resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { sourceModeRules, sourceSchema } from '#shared/domain/source.ts';
import { toolCurationSchema } from '#shared/domain/tool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, write } from '../../support/workspace.ts';

const tool = { name: 'github.create_issue', upstream_name: 'create_issue', declared_mode: 'undeclared' as const };
const workspace = { enabled: true, default_loading_mode: 'always' as const, always_loaded_patterns: ['tasks.*'] };
const source = (fields: object = {}) =>
  sourceModeRules(sourceSchema.parse({ name: 'github', path: 'x.json', format: 'tools_list', ...fields }));

/** The modes of tools of a source in the catalog of a workspace, and what they declare. */
async function catalogModes(sourceFields: string, tools: readonly object[], tool_search = 'enabled: true') {
  const root = temporaryFolder();
  write(root, 'tools.json', JSON.stringify({ tools }));
  write(
    root,
    'pegboard.yaml',
    `tool_search: {${tool_search}}\nsources:\n  - {name: github, path: tools.json, format: tools_list, ${sourceFields}}\n`,
  );
  const services = await testServices();
  await services.workspace.open({ path: root });
  const listed = await services.catalog.list();
  return listed.map(({ upstream_name, mode, declared_mode }) => `${upstream_name} ${declared_mode} ${mode}`);
}

describe('effective loading mode', () => {
  it('is always or deferred, and always when nothing is declared anywhere (R1.01)', () => {
    expect(loadingModeSchema.options).toEqual(['always', 'deferred']);
    expect(toolCurationSchema.safeParse({ loading_mode: 'undeclared' }).error?.issues[0]?.path).toEqual([
      'loading_mode',
    ]);
    const bare = { enabled: true, always_loaded_patterns: [] };
    const { mode, reason } = resolveLoadingMode(tool, { name: 'github' }, bare);
    expect([mode, reason.rule]).toEqual(['always', 'fallback']);
    // The same with what a workspace and a source have that say nothing.
    const { tool_search } = workspaceConfigSchema.parse({ tool_search: { enabled: true } });
    expect(resolveLoadingMode(tool, source(), tool_search).mode).toBe('always');
  });

  it('keeps what is not declared as a third state, and lets the workspace default change such tools only (R1.02)', async () => {
    expect(declaredModeSchema.options).toEqual(['always', 'deferred', 'undeclared']);
    const tools = [{ name: 'silent' }, { name: 'a', loading_mode: 'always' }, { name: 'd', loading_mode: 'deferred' }];
    expect(await catalogModes('', tools, 'enabled: true, default_loading_mode: deferred')).toEqual([
      'a always always',
      'd deferred deferred',
      'silent undeclared deferred',
    ]);
    expect(await catalogModes('', tools, 'enabled: true, default_loading_mode: always')).toEqual([
      'a always always',
      'd deferred deferred',
      'silent undeclared always',
    ]);
  });

  it('takes pattern > declaration > source lists > source default > workspace default > always (R1.11, R1.12)', () => {
    const rules = source({ default_loading_mode: 'deferred', deferred_tools: ['create_issue'] });
    const always = source({ default_loading_mode: 'deferred', always_loaded_tools: ['create_issue'] });
    for (const always_loaded_patterns of [['github.*'], ['tasks.*', 'finish', '*.create_issue']]) {
      const patterns = { enabled: true, default_loading_mode: 'deferred' as const, always_loaded_patterns };
      for (const declared_mode of declaredModeSchema.options)
        expect(resolveLoadingMode({ ...tool, declared_mode }, rules, patterns)).toMatchObject({
          mode: 'always',
          reason: { rule: 'pattern' },
        });
    }
    const decided = (over: object, from: ReturnType<typeof source>, ws: object = {}) => {
      const { mode, reason } = resolveLoadingMode({ ...tool, ...over }, from, { ...workspace, ...ws });
      return [reason.rule, mode];
    };
    const other = { upstream_name: 'other', name: 'github.other' };
    const ofSource = source({ default_loading_mode: 'deferred' });
    // Each time, the rule after the one that decides says the opposite.
    expect(decided({ declared_mode: 'always' }, rules)).toEqual(['declaration', 'always']);
    expect(decided({ declared_mode: 'deferred' }, always)).toEqual(['declaration', 'deferred']);
    expect(decided({}, always)).toEqual(['source_list', 'always']);
    expect(decided({}, source({ default_loading_mode: 'always', deferred_tools: ['create_issue'] }))).toEqual([
      'source_list',
      'deferred',
    ]);
    expect(decided(other, always)).toEqual(['source_default', 'deferred']);
    expect(decided({}, source({ default_loading_mode: 'always' }), { default_loading_mode: 'deferred' })).toEqual([
      'source_default',
      'always',
    ]);
    expect(decided({}, ofSource)).toEqual(['source_default', 'deferred']);
    expect(decided({}, source(), { default_loading_mode: 'deferred' })).toEqual(['workspace_default', 'deferred']);
    expect(decided({}, source(), { default_loading_mode: undefined })).toEqual(['fallback', 'always']);
  });

  it('defers only the listed tools of a source with deferred_tools, whatever the defaults are (R1.09)', () => {
    const other = { ...tool, upstream_name: 'x', name: 'github.x' };
    for (const of_source of [null, 'always', 'deferred'] as const) {
      for (const default_loading_mode of ['always', 'deferred'] as const) {
        const modes = (deferred_tools: readonly string[]) => {
          const rules = source({ deferred_tools, default_loading_mode: of_source });
          return [tool, other].map(
            (one) => resolveLoadingMode(one, rules, { ...workspace, default_loading_mode }).mode,
          );
        };
        expect(modes(['create_issue'])).toEqual(['deferred', 'always']);
        expect(modes(['github.create_issue'])).toEqual(['deferred', 'always']);
        expect(modes([])).toEqual(['always', 'always']);
      }
    }
  });

  it('shows every tool while search is off, deferred ones too', () => {
    const off = { ...workspace, enabled: false };
    expect(resolveLoadingMode({ ...tool, declared_mode: 'deferred' }, source(), off)).toMatchObject({
      mode: 'always',
      reason: { rule: 'search_disabled' },
    });
  });

  it.each([
    ['defer_loading: true', 'deferred', null, ['deferred', 'deferred']],
    ['defer_loading: false', null, null, ['always', 'always']],
    ['', null, null, ['always', 'always']],
    ['defer_loading: [one]', null, ['one'], ['deferred', 'always']],
  ])(
    'maps %j of an MCP source onto our own fields, by which its tools have their modes (R1.15, R1.17)',
    async (yaml, mode, list, modes) => {
      const fields = (parse(`{${yaml}}`) ?? {}) as object;
      expect(source(fields)).toMatchObject({ default_loading_mode: mode, deferred_tools: list });
      expect(await catalogModes(yaml, [{ name: 'one' }, { name: 'two' }])).toEqual([
        `one undeclared ${modes[0]}`,
        `two undeclared ${modes[1]}`,
      ]);
      // A tool that says so itself declares our mode; our words win over the other ones.
      const ours = { name: 'ours', defer_loading: true, loading_mode: 'always' };
      expect(await catalogModes(yaml, [{ name: 'one', defer_loading: true }, ours])).toEqual([
        'one deferred deferred',
        'ours always always',
      ]);
    },
  );
});
