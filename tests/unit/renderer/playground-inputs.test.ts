import { describe, expect, it } from 'vitest';
import { hybridRequestOf, searchRequestOf } from '../../../src-renderer/features/playground/search-request-of.ts';
import { selectedIndexOf } from '../../../src-renderer/features/playground/selected-index.ts';
import { rememberQuery, tryToolInPlayground, usePlayground } from '../../../src-renderer/state/playground-store.ts';

const inputs = {
  query: 'create issue',
  searchType: 'fts' as const,
  limit: 8,
  includeAlwaysLoaded: false,
  policy: { allowedTools: [], deniedTools: [], requiredTags: [] },
};

describe('the request of the playground', () => {
  it('is nobody’s without a persona and a policy', () => {
    expect(searchRequestOf(inputs, null)).toEqual({
      input: { query: 'create issue', search_type: 'fts', limit: 8, include_always_loaded: false },
      caller: {},
      explain: true,
    });
  });

  it('is the same for a hybrid search, which has no type', () => {
    const policy = { allowedTools: ['a.b'], deniedTools: [], requiredTags: [] };
    expect(hybridRequestOf({ ...inputs, searchType: 'hybrid', policy }, 'support')).toEqual({
      input: { query: 'create issue', limit: 8, include_always_loaded: false },
      caller: { persona: 'support', policy: { allowed_tools: ['a.b'], denied_tools: [], require_tags: [] } },
      explain: true,
    });
  });

  it('allows every tool when no allowed tool is named', () => {
    const policy = { allowedTools: [], deniedTools: ['a.b'], requiredTags: [] };
    expect(searchRequestOf({ ...inputs, policy }, 'support').caller).toEqual({
      persona: 'support',
      policy: { allowed_tools: null, denied_tools: ['a.b'], require_tags: [] },
    });
  });
});

describe('another query', () => {
  it('begins at its first result, and only another query does', () => {
    const { set, select } = usePlayground.getState();
    set({ query: 'create issue', searchType: 'fts' });
    select('github.create_issue');
    set({ limit: 4 });
    expect(usePlayground.getState().selected).toBe('github.create_issue');
    set({ query: 'file a new bug' });
    expect(usePlayground.getState().selected).toBeNull();
  });

  it('is searched for as before a tool was asked for by its name', () => {
    const { set } = usePlayground.getState();
    const type = () => usePlayground.getState().searchType;
    set({ query: 'create issue', searchType: 'regex' });
    for (const name of ['a.b', 'a.c']) tryToolInPlayground({ name, mode: 'deferred' });
    expect(type()).toBe('exact');
    set({ query: 'a.d' });
    expect(type()).toBe('regex');
    // A type that a person chose stays.
    set({ searchType: 'exact' });
    tryToolInPlayground({ name: 'a.b', mode: 'deferred' });
    set({ query: 'a.e' });
    expect(type()).toBe('exact');
  });
});

describe('query history', () => {
  it('keeps the last first, each once, and no blank ones', () => {
    expect(rememberQuery(['b', 'a'], 'a')).toEqual(['a', 'b']);
    expect(rememberQuery(['b', 'a'], '  ')).toEqual(['b', 'a']);
  });

  it('replaces an entry that was only the beginning of this one', () => {
    expect(rememberQuery(['create', 'other'], 'create issue')).toEqual(['create issue', 'other']);
  });

  it('ends somewhere', () => {
    let history: readonly string[] = [];
    for (let index = 0; index < 50; index++)
      history = rememberQuery(history, `${String.fromCharCode(97 + (index % 26))}${index}`);
    expect(history).toHaveLength(20);
  });
});

describe('the chosen result', () => {
  const tools = [{ name: 'a' }, { name: 'b' }];
  it('stays chosen while the results hold it, else the first is', () => {
    expect(selectedIndexOf(tools, 'b')).toBe(1);
    expect(selectedIndexOf(tools, 'gone')).toBe(0);
    expect(selectedIndexOf([], 'a')).toBe(-1);
  });
});
