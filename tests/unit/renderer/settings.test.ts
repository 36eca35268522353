import { describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { personaSchema, toolPolicySchema } from '#shared/domain/tool-policy.ts';
import { personaFindings, policyFindings } from '../../../src-renderer/features/settings/access-findings.ts';
import { settingProblem } from '../../../src-renderer/features/settings/check-setting.ts';
import { nullWords } from '../../../src-renderer/features/settings/null-words.ts';
import {
  personasChange,
  type WrittenPersona,
  withCopy,
  withPersonaFields,
} from '../../../src-renderer/features/settings/persona-acts.ts';
import { allSettings, settingRows } from '../../../src-renderer/features/settings/setting-rows.ts';
import { rebuildIndex } from '../../../src-renderer/platform/rebuild-with-notice.ts';
import { useIndexRebuild } from '../../../src-renderer/state/index-rebuild.ts';

const { sources: _, ...effective } = workspaceConfigSchema.parse({ tool_search: { enabled: true } });
const state = {
  path: '/w/pegboard.yaml',
  revision: 'r',
  written: { tool_search: { enabled: true } },
  effective: JSON.parse(JSON.stringify(effective)),
};
const named = (path: string) => {
  const found = allSettings().find((setting) => setting.path === path);
  if (!found) throw new Error(`no setting ${path}`);
  return found;
};
const tool = (name: string, mode: 'always' | 'deferred' = 'deferred') => ({ name, mode, tags: [] });

describe('the settings', () => {
  it('are every section of the schema but sources, so that a new one is there by itself', () => {
    const sections = new Set(allSettings().map(({ section }) => section));
    expect([...sections].sort()).toEqual(Object.keys(effective).sort());
    expect(allSettings().filter(({ control }) => control.kind === 'json')).toEqual([]);
  });

  it('are found by name and by the words of their explanation, and say where the value is from', () => {
    const found = settingRows(state, { query: 'Largest number results', writtenOnly: false });
    expect(found.map(({ setting }) => setting.path)).toEqual(['tool_search.max_search_results']);
    expect(found[0]).toMatchObject({ value: 10, isWritten: false });
    const written = settingRows(state, { query: '', writtenOnly: true });
    expect(written.map(({ setting, value }) => [setting.path, value])).toEqual([['tool_search.enabled', true]]);
  });

  it('say in words what null means, for every list and choice of the file that may be null', () => {
    const nullable = allSettings().filter(({ control }) => control.nullable && /^(?:texts|choice)$/.test(control.kind));
    const unnamed = nullable.filter(({ path }) => nullWords(path) === 'Not set').map(({ path }) => path);
    expect(unnamed).toEqual([]);
    expect(nullWords('policy.allowed_tools')).toBe('All tools');
  });

  it('refuse what the schema refuses, with the range of a number', () => {
    const limit = named('tool_search.max_search_results');
    expect(settingProblem(state, limit, 50)).toBeNull();
    expect(settingProblem(state, limit, 51)).toBe('Must be a whole number from 1 to 50.');
    const groups = named('tool_search.directory.groups');
    expect(settingProblem(state, groups, [{ name: '' }])).toBe('0.name: Enter a value.');
  });
});

describe('personas', () => {
  const personas: readonly WrittenPersona[] = [{ name: 'a', hidden_tools: ['x.*'] }, { name: 'a-copy' }];

  it('are changed and copied without a default being written, each copy under a free name', () => {
    expect(withPersonaFields(personas, 'a', { hidden_tools: undefined })).toEqual([{ name: 'a' }, { name: 'a-copy' }]);
    expect(withCopy(personas, 'a').map(({ name }) => name)).toEqual(['a', 'a-copy-2', 'a-copy']);
    expect(personasChange([])).toEqual({ path: ['personas'] });
  });

  it('that see nothing, match nothing or lack what is always loaded say so', () => {
    const tools = [tool('a.b', 'always'), tool('c.d')];
    const codes = (persona: object, seen: string[]) =>
      personaFindings(personaSchema.parse({ name: 'p', ...persona }), { tools, seen: new Set(seen) }).map(
        ({ code }) => code,
      );
    expect(codes({}, ['a.b', 'c.d'])).toEqual([]);
    expect(codes({ hidden_tools: ['a.*', 'z.*'] }, ['c.d'])).toEqual([
      'pattern_matches_nothing',
      'always_loaded_denied',
    ]);
    expect(codes({ hidden_tools: ['*'] }, [])).toEqual(['persona_sees_nothing', 'always_loaded_denied']);
    const policy = toolPolicySchema.parse({ denied_tools: ['c.*'], require_tags: ['t'] });
    expect(policyFindings(policy, { tools, seen: new Set() }).map(({ code }) => code)).toEqual([
      'policy_denies_everything',
      'policy_names_no_tool',
      'policy_tag_of_no_tool',
      'always_loaded_denied',
    ]);
  });
});

describe('a rebuild of the index', () => {
  it('says how far it is, one at a time, and is cancelled', async () => {
    const seen: string[] = [];
    const stop = useIndexRebuild.subscribe(({ rebuild }) => {
      seen.push(rebuild.kind === 'running' ? `${rebuild.phase} ${rebuild.done}/${rebuild.total}` : rebuild.kind);
      if (rebuild.kind === 'running' && rebuild.done === 1) rebuild.cancel();
    });
    let calls = 0;
    const client = {
      catalog: {
        syncIndex: async (_input: object, { signal }: { signal: AbortSignal }) => {
          calls += 1;
          return (async function* () {
            yield { type: 'progress', phase: 'write', done: 1, total: 2 };
            signal.throwIfAborted();
          })();
        },
      },
    } as unknown as Parameters<typeof rebuildIndex>[0];
    await Promise.all([rebuildIndex(client, '/w'), rebuildIndex(client, '/w')]);
    stop();
    expect(seen).toEqual(['start 0/0', 'write 1/2', 'cancelled']);
    expect(calls).toBe(1);
  });
});
