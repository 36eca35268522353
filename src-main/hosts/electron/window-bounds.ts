import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const rectangleSchema = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Rectangle = z.infer<typeof rectangleSchema>;

const windowStateSchema = z.object({ bounds: rectangleSchema, maximized: z.boolean() });
export type WindowState = z.infer<typeof windowStateSchema>;

/** Pixels of the window that must be on a screen in both directions for it to be found again. */
const reachable = 100;

/** The remembered state of the window; null when there is none, it cannot be read, or its screen is gone. */
export function readWindowState(file: string, workAreas: readonly Rectangle[]): WindowState | null {
  try {
    const state = windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return workAreas.some((area) => overlapsEnough(state.bounds, area)) ? state : null;
  } catch {
    return null;
  }
}

/** Writes the state in one step, so that a crash leaves the old one. */
export function writeWindowState(file: string, state: WindowState): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.new`, file);
}

function overlapsEnough(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y);
  return across >= reachable && down >= reachable;
}
