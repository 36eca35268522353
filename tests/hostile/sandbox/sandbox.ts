import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files below a folder by path, as latin1 text; of a link or a pipe, what it is. */
export type Contents = ReadonlyMap<string, string>;

/** Where a run of the command finds everything: nothing outside of this folder is written. */
export class Sandbox {
  readonly root: string;
  /** The workspace that commands run in. */
  readonly workspace: string;
  /** The user's home, where clients keep their configurations. */
  readonly home: string;
  /** The user's own data of Pegboard. */
  readonly user: string;
  /** Files that are given to a command. */
  readonly input: string;
  /** Nothing may ever be written here. */
  readonly outside: string;
  #base: ReadonlyMap<string, string> = new Map();

  constructor(root: string, home: string) {
    this.root = root;
    [this.workspace, this.user, this.input, this.outside] = [
      join(root, 'workspace'),
      join(root, 'user'),
      join(root, 'input'),
      join(root, 'outside'),
    ];
    this.home = home;
  }

  /** Makes the folders. */
  make(): this {
    for (const folder of this.#folders()) mkdirSync(folder, { recursive: true });
    writeFileSync(join(this.outside, 'canary.txt'), 'as it was\n');
    return this;
  }

  #folders(): readonly string[] {
    return [this.workspace, this.home, this.user, this.input, this.outside];
  }

  /** Takes the files as they are now for those that every case begins with. */
  keepAsBase(): void {
    this.#base = this.contents();
  }

  /** Puts back what every case begins with. The cache of the workspace stays, as it does for a user. */
  reset(options: { readonly cache?: boolean } = {}): void {
    if (options.cache) rmSync(join(this.workspace, '.pegboard'), { recursive: true, force: true });
    const now = this.contents();
    for (const path of now.keys()) if (!this.#base.has(path)) rmSync(path, { recursive: true, force: true });
    for (const [path, text] of this.#base) {
      if (now.get(path) === text) continue;
      rmSync(path, { recursive: true, force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, 'latin1');
    }
  }

  write(path: string, bytes: string | Buffer): void {
    const whole = join(this.root, path);
    rmSync(whole, { recursive: true, force: true });
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, bytes);
  }

  /** Everything but the cache of the workspace, which is made of the rest. */
  contents(): Contents {
    const files = this.#folders().flatMap((folder) =>
      [...contentsOf(folder, folder === this.workspace ? '.pegboard' : undefined)].map(
        ([path, text]) => [join(folder, path), text] as const,
      ),
    );
    return new Map(files);
  }

  /** Copies a prepared workspace. */
  take(workspace: string): void {
    cpSync(workspace, this.workspace, { recursive: true });
  }
}

/** Every file below a folder, by path, without the folder of the given name in it. */
export function contentsOf(folder: string, without?: string): Contents {
  const found = new Map<string, string>();
  const walk = (below: string) => {
    const info = lstatSync(join(folder, below), { throwIfNoEntry: false });
    if (!info?.isDirectory()) {
      if (info) found.set(below, `(mode ${info.mode.toString(8)})`);
      return;
    }
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (path === without) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.set(path, readFileSync(join(folder, path), 'latin1'));
      else found.set(path, `(mode ${lstatSync(join(folder, path)).mode.toString(8)})`);
    }
  };
  walk('');
  return found;
}

/** Paths that one has and the other has not, or has otherwise. */
export function changedPaths(before: Contents, after: Contents): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}
