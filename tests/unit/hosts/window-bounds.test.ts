import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWindowState, writeWindowState } from '../../../src-main/hosts/electron/window-bounds.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pegboard-window-'));
  file = path.join(folder, 'window.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the place of the window', () => {
  const state = { bounds: { x: 100, y: 50, width: 1280, height: 800 }, maximized: true };

  it('is what it was, and leaves no other file behind', async () => {
    writeWindowState(file, state);
    expect(readWindowState(file, [screen])).toEqual(state);
    expect(await readdir(folder)).toEqual(['window.json']);
  });

  it.each([
    ['missing', undefined],
    ['no JSON', '{"bounds"'],
    ['not what was written', '{"bounds": {"x": "left"}, "maximized": false}'],
    ['without a size', '{"bounds": {"x": 1, "y": 1, "width": 0, "height": 0}, "maximized": false}'],
  ])('is not taken from a file that is %s', async (_, text) => {
    if (text !== undefined) await writeFile(file, text);
    expect(readWindowState(file, [screen])).toBeNull();
  });

  it('is forgotten when its screen is gone or only a sliver would be seen', () => {
    writeWindowState(file, { ...state, bounds: { ...state.bounds, x: 2500 } });
    expect(readWindowState(file, [screen])).toBeNull();
    expect(readWindowState(file, [screen, { ...screen, x: 1920 }])).not.toBeNull();
    writeWindowState(file, { ...state, bounds: { ...state.bounds, x: 1900 } });
    expect(readWindowState(file, [screen])).toBeNull();
  });
});
