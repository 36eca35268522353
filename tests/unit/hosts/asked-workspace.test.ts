import { describe, expect, it } from 'vitest';
import { askedWorkspace } from '../../../src-main/hosts/electron/asked-workspace.ts';

describe('the workspace an app is started on', () => {
  it.each([
    ['the folder of its flag', ['electron', 'app', '--workspace=/srv/a'], '/srv/a'],
    ['the folder of a pegboard.yaml', ['electron', 'app', '/srv/a/pegboard.yaml'], '/srv/a'],
    ['a folder', ['electron', 'app', '/srv/a'], '/srv/a'],
    ['seen from where it was started', ['electron', 'app', 'a/pegboard.yaml'], '/home/me/a'],
    ['its flag before its argument', ['electron', 'app', '/srv/b', '--workspace=/srv/a'], '/srv/a'],
    ['found behind flags of the system', ['electron', '--inspect=0', 'app', '--no-sandbox', '/srv/a'], '/srv/a'],
    ['none', ['electron', 'app'], undefined],
    ['none by an empty flag', ['electron', 'app', '--workspace='], undefined],
  ])('is %s', (_, argv, expected) => {
    expect(askedWorkspace({ argv, isPackaged: false, cwd: '/home/me' })).toBe(expected);
  });

  it('is the first argument of a packaged app, which has no folder of its own there', () => {
    const started = { isPackaged: true, cwd: '/home/me' };
    expect(askedWorkspace({ argv: ['pegboard', '/srv/a/pegboard.yaml'], ...started })).toBe('/srv/a');
    expect(askedWorkspace({ argv: ['pegboard'], ...started })).toBeUndefined();
  });
});
