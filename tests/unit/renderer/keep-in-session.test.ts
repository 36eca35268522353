import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { keepInSession } from '../../../src-renderer/state/keep-in-session.ts';

interface State {
  readonly values: Readonly<Record<string, unknown>>;
}

/** A store that begins with what the tab has. */
function storeAfterReload() {
  const store = createStore<State>(() => ({ values: {} }));
  keepInSession(store, { name: 'kept', pick: ({ values }) => values, restore: (values) => ({ values }) });
  return store;
}

/** What a store has after it was given values and the page was loaded again. */
function reloaded(values: Readonly<Record<string, unknown>>) {
  storeAfterReload().setState({ values });
  return storeAfterReload().getState().values;
}

describe('what is kept in the tab', () => {
  beforeEach(() => {
    const items = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => items.set(name, text),
      removeItem: (name: string) => items.delete(name),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('comes back as it was, whatever its texts begin with', () => {
    const long = 'long '.repeat(100);
    const values = { a: { texts: ['', 'short', '\0', '\u00000', '\u00001', long, long] }, [long]: [null, 1, true, {}] };
    expect(reloaded(values)).toEqual(values);
  });

  it('holds a run whose steps repeat a prompt of 400,000 characters', () => {
    const prompt = 'p'.repeat(400_000);
    const values = { run: { steps: Array.from({ length: 30 }, (_, i) => ({ i, prompt, messages: [prompt] })) } };
    expect(reloaded(values)).toEqual(values);
  });

  it('is nothing where the tab has no room, and where something else stands in its place', () => {
    expect(reloaded({ a: 'short' })).toEqual({ a: 'short' });
    expect(reloaded({ a: 'x'.repeat(2_000_000) })).toEqual({});
    for (const text of ['{"a":1}', '[1]', '["5",[]]', 'no json']) {
      sessionStorage.setItem('kept', text);
      expect(storeAfterReload().getState().values).toEqual({});
    }
  });
});
