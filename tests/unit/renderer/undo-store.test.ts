import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ChangeToMake,
  changeInTheWay,
  forgetChange,
  hasChange,
  inTurn,
  lastChange,
  rememberChange,
  runChange,
  runLastChange,
  useUndo,
} from '../../../src-renderer/state/undo-store.ts';

/** A change of a number that can be redone. */
function counting(state: { value: number }, by: number, workspace = '/w'): ChangeToMake {
  return {
    workspace,
    done: `by ${by}`,
    undo: async () => {
      state.value -= by;
      return counting(state, -by, workspace);
    },
  };
}

let ids = 0;
const remember = (change: ChangeToMake) => rememberChange({ ...change, id: `c${ids}`, at: ids++ });
const run = (list: 'undos' | 'redos', workspace = '/w') => runChange(list, lastChange(list, workspace)?.id ?? '');

describe('undo', () => {
  beforeEach(() => useUndo.setState({ undos: [], redos: [], open: null }));

  it('leaves a change alone whose workspace is not the open one, and takes it back once it is', async () => {
    const state = { value: 1 };
    remember(counting(state, 1));
    useUndo.setState({ open: '/other' });
    await expect(run('undos')).rejects.toMatchObject({ code: 'undo_gone' });
    expect(state.value).toBe(1);
    useUndo.setState({ open: '/w' });
    await run('undos');
    expect(state.value).toBe(0);
  });

  it('takes changes back one by one and makes them again', async () => {
    const state = { value: 3 };
    remember(counting(state, 1));
    remember(counting(state, 2));
    await run('undos');
    expect(state.value).toBe(1);
    await run('undos');
    expect([state.value, await run('undos')]).toEqual([0, null]);
    await run('redos');
    await run('redos');
    expect([state.value, lastChange('redos', '/w')]).toEqual([3, null]);
    expect(useUndo.getState().undos).toHaveLength(2);
  });

  it('keeps workspaces apart, and forgets what was taken back at a new change of the same', async () => {
    const state = { value: 0 };
    remember(counting(state, 1));
    remember(counting(state, 5, '/other'));
    await run('undos');
    await run('undos', '/other');
    expect(state.value).toBe(-6);
    remember(counting(state, 7));
    expect([lastChange('redos', '/w'), lastChange('redos', '/other')?.done]).toEqual([null, 'by -5']);
  });

  it('keeps a change that was not undone where it was, so that it can be tried again', async () => {
    const state = { value: 3 };
    let isLost = true;
    remember(counting(state, 1));
    const change = counting(state, 2);
    remember({ ...change, undo: () => (isLost ? Promise.reject(new Error('lost')) : change.undo()) });
    await expect(run('undos')).rejects.toThrow('lost');
    expect(useUndo.getState().undos.map(({ done }) => done)).toEqual(['by 1', 'by 2']);
    isLost = false;
    await run('undos');
    expect([state.value, lastChange('undos', '/w')?.done, lastChange('redos', '/w')?.done]).toEqual([
      1,
      'by 1',
      'by -2',
    ]);
  });

  it('waits for a change that is still being made', async () => {
    const state = { value: 0 };
    const writing = Promise.withResolvers<void>();
    const change = inTurn('/w', async () => {
      await writing.promise;
      state.value += 5;
      remember(counting(state, 5));
    });
    expect(hasChange('undos', '/w')).toBe(true);
    const undone = runLastChange('undos', '/w');
    writing.resolve();
    await change;
    expect((await undone)?.done).toBe('by 5');
    expect([state.value, hasChange('undos', '/w')]).toEqual([0, false]);
  });

  it('takes two changes back when it is asked twice at once', async () => {
    const state = { value: 3 };
    remember(counting(state, 1));
    remember(counting(state, 2));
    const undone = await Promise.all([runLastChange('undos', '/w'), runLastChange('undos', '/w')]);
    expect(undone.map((change) => change?.done)).toEqual(['by 2', 'by 1']);
    expect(state.value).toBe(0);
  });

  it('goes on after work that failed', async () => {
    await expect(inTurn('/w', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(inTurn('/w', () => Promise.resolve('next'))).resolves.toBe('next');
  });

  it('names the later change of the same place, which has to go first', () => {
    const state = { value: 0 };
    const place = 'pegboard.yaml/tool_search/always_loaded_patterns';
    rememberChange({ ...counting(state, 1), id: 'move', at: 1, places: [place] });
    rememberChange({ ...counting(state, 2), id: 'pattern', at: 2, places: ['pegboard.yaml/tool_search'] });
    rememberChange({ ...counting(state, 3), id: 'overlay', at: 3, places: ['pegboard.yaml/overlays/a.b'] });
    expect(changeInTheWay('undos', 'move')?.id).toBe('pattern');
    expect(changeInTheWay('undos', 'overlay')).toBeNull();
  });

  it('forgets a change on request alone', () => {
    remember(counting({ value: 0 }, 1));
    const change = lastChange('undos', '/w');
    forgetChange(change?.id ?? '');
    expect(lastChange('undos', '/w')).toBeNull();
  });
});
