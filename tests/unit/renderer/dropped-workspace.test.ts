import { describe, expect, it } from 'vitest';
import { droppedWorkspace } from '../../../src-renderer/features/import/dropped-workspace.ts';

interface Dropped {
  readonly path: string;
  readonly isFolder?: boolean;
}

function drop(...dropped: readonly Dropped[]): string | null {
  const paths = new Map(dropped.map(({ path }) => [new File([], path.split(/[\\/]/).at(-1) ?? ''), path]));
  const items = dropped.map(({ isFolder = false }) => ({ webkitGetAsEntry: () => ({ isDirectory: isFolder }) }));
  const transfer = { files: [...paths.keys()], items } as unknown as DataTransfer;
  return droppedWorkspace(transfer, (file) => (paths.get(file)?.startsWith('nowhere') ? '' : (paths.get(file) ?? '')));
}

describe('what is dropped on the window', () => {
  it.each([
    ['the folder of a pegboard.yaml', [{ path: '/home/me/agent/pegboard.yaml' }], '/home/me/agent'],
    ['the same on Windows', [{ path: 'C:\\agent\\pegboard.yaml' }], 'C:\\agent'],
    ['a folder', [{ path: '/home/me/agent', isFolder: true }], '/home/me/agent'],
    ['no other file', [{ path: '/home/me/tools.json' }], null],
    ['nothing without a path', [{ path: 'nowhere/pegboard.yaml' }], null],
    ['not one of several', [{ path: '/a/pegboard.yaml' }, { path: '/b/pegboard.yaml' }], null],
    ['nothing', [], null],
  ])('opens %s', (_, dropped, expected) => {
    expect(drop(...dropped)).toBe(expected);
  });
});
