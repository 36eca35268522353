import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderContents } from './folder-contents.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The module that keeps the states of folders, for `--import`. */
export const keepStatesModule = resolve(import.meta.dirname, '../fixtures/keep-states.mjs');

/**
 * The states that some folders pass through while a process writes into them: what a kill at each of its changes would leave. One
 * process gives them all, where killing would take one for each.
 */
export class KeptStates {
  readonly #folders: readonly string[];
  readonly #states = temporaryFolder();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** The environment of the process, which loads `keepStatesModule`. */
  get env(): Record<string, string> {
    return { PEGBOARD_KEEP_FOLDERS: JSON.stringify(this.#folders), PEGBOARD_KEEP_STATES: this.#states };
  }

  /** Puts the folders into each state, one after the other, and gives its number; a state like the one before only once. */
  *each(): Generator<number> {
    let before = '';
    for (let at = 0; at < readdirSync(this.#states).length; at++) {
      const state = join(this.#states, String(at));
      const contents = JSON.stringify(folderContents(state));
      if (contents === before) continue;
      before = contents;
      for (const [index, folder] of this.#folders.entries()) {
        rmSync(folder, { recursive: true, force: true });
        const kept = join(state, String(index));
        if (existsSync(kept)) cpSync(kept, folder, { recursive: true });
      }
      yield at;
    }
  }
}
