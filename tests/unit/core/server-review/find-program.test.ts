import { describe, expect, it } from 'vitest';
import { type ProgramPlace, programExists } from '#core/sources/review/obstacles.ts';

function place(files: readonly string[], more: Partial<ProgramPlace> = {}): ProgramPlace {
  return {
    platform: 'linux',
    env: { PATH: '/usr/bin:/opt/node/bin' },
    cwd: '/work',
    isFile: async (path) => files.includes(path),
    ...more,
  };
}

describe('a program', () => {
  it.each([
    ['node', ['/opt/node/bin/node'], true],
    ['node', ['/sbin/node'], false],
    ['/usr/local/bin/x', ['/usr/local/bin/x'], true],
    ['/usr/local/bin/x', ['/usr/bin/x'], false],
    ['./serve', ['/work/serve'], true],
    ['bin/serve', ['/usr/bin/bin/serve'], false],
    ['serve', ['/work/serve'], false],
  ])('%s is looked for by its path, else in PATH: %j → %s', async (command, files, found) => {
    expect(await programExists(command, place(files))).toBe(found);
  });

  it('is nowhere without a PATH', async () => {
    expect(await programExists('node', place(['/usr/bin/node'], { env: {} }))).toBe(false);
  });

  it.each([
    ['npx', ['C:\\node\\npx.CMD'], true],
    ['npx', ['C:\\node\\npx'], false],
    ['npx.cmd', ['C:\\node\\npx.cmd'], true],
    ['tool', ['D:\\work\\tool.EXE'], true],
    ['C:\\apps\\tool.exe', ['C:\\apps\\tool.exe'], true],
    ['uvx', ['C:\\node\\uvx.PY'], false],
  ])('on Windows %s is looked for with PATHEXT: %j → %s', async (command, files, found) => {
    const windows = {
      platform: 'win32',
      cwd: 'D:\\work',
      env: { Path: 'C:\\Windows;C:\\node', PATHEXT: '.EXE;.CMD' },
    } as const;
    expect(await programExists(command, place(files, windows))).toBe(found);
  });
});
