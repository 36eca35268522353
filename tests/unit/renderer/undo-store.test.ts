import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ChangeToMake,
  lastChange,
  rememberChange,
  runChange,
  useUndo,
} from '../../../src-renderer/state/undo-store.ts';

/** A change of a number, that can be made again. */
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
const remember = (change: ChangeToMake) => rememberChange({ ...change, id: `c${ids++}` });
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

  it('of what fails is neither done nor tried again', async () => {
    remember({ workspace: '/w', done: 'x', undo: () => Promise.reject(new Error('no')) });
    await expect(run('undos')).rejects.toThrow('no');
    expect(useUndo.getState()).toMatchObject({ undos: [], redos: [] });
  });
});
