import { isAbsolute, join, relative, sep } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { isPegboardError } from '#shared/errors.ts';
import { readJsonValues } from '#shared/text/json-values.ts';
import { isRecord, type PlacedValues } from '#shared/text/values.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Files } from '../files/files.ts';
import { PluginFields, sayAbout } from './plugin-fields.ts';

/** Largest JSON file of a plugin that is read, and largest file of a skill, bytes. */
const largestJson = 1024 * 1024;
const largestFile = 2 * 1024 * 1024;
const maximumFiles = 10_000;
const maximumDepth = 12;

/** The files of a plugin. Every path is relative to its folder, with `/`; nothing outside of the folder is read. */
export class PluginFolder {
  /** Full path without links. */
  readonly root: string;
  readonly findings: Finding[] = [];
  readonly #files: Files;
  readonly #signal: AbortSignal | undefined;
  #left = maximumFiles;

  constructor(root: string, files: Files, signal: AbortSignal | undefined) {
    this.root = root;
    this.#files = files;
    this.#signal = signal;
  }

  full(path: string): string {
    return join(this.root, ...path.split('/'));
  }

  /** What is at a path inside of the folder; `outside` for a link that leads out, null for nothing. */
  async kindOf(path: string): Promise<'file' | 'folder' | 'outside' | null> {
    const full = this.full(path);
    if ((await this.#files.look(full)) === null) return null;
    const way = relative(this.root, await this.#files.realPath(full));
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return 'outside';
    if (await this.#files.isDirectory(full)) return 'folder';
    return (await this.#files.exists(full)) ? 'file' : null;
  }

  /** Names in a folder in their order, without those that begin with a dot. */
  async names(path: string): Promise<readonly string[]> {
    const names = await this.#files.list(this.full(path));
    return names.filter((name) => !name.startsWith('.')).sort();
  }

  /** The object in a JSON file; null, with a finding, where there is none. */
  async json(path: string): Promise<{ readonly fields: PluginFields; readonly values: PlacedValues } | null> {
    const text = await this.text(path, largestJson);
    if (text === null) return null;
    const read = readJsonValues(text);
    const full = this.full(path);
    if (!read.ok) {
      const { message, place } = read.problem;
      const why = message.startsWith('not valid') ? `is ${message}` : `has ${message}`;
      this.findings.push(finding('plugin_syntax', { message: `${path} ${why}.`, path: full, range: { start: place } }));
      return null;
    }
    const say = sayAbout(full, read.values, this.findings);
    const { value } = read.values;
    if (isRecord(value)) return { fields: new PluginFields(value, [], say), values: read.values };
    say('plugin_syntax', [], `${path} must hold an object.`);
    return null;
  }

  /** The text of a file; null, with a finding, where it cannot be read. */
  async text(path: string, maximumBytes = largestFile): Promise<string | null> {
    throwIfCancelled(this.#signal);
    const kind = await this.kindOf(path);
    if (kind !== 'file') {
      const problem =
        kind === 'outside'
          ? 'is a link that leads out of the plugin'
          : kind === 'folder'
            ? 'is a folder'
            : 'is missing';
      this.say('plugin_path', path, `${path} ${problem}.`, 'Put the file itself there.');
      return null;
    }
    try {
      return await this.#files.readText(this.full(path), { maximumBytes, regularOnly: true });
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      this.findings.push(
        finding('plugin_syntax', {
          message: error.message,
          path: this.full(path),
          ...(error.hint === undefined ? {} : { hint: error.hint }),
        }),
      );
      return null;
    }
  }

  /**
   * The files below a folder, relative to it, in the order of their paths. No link is followed; links, names that differ by
   * case only, and too many files are findings.
   */
  async filesBelow(path: string): Promise<readonly string[]> {
    const found: string[] = [];
    const byCase = new Map<string, string>();
    const queue = [{ below: '', depth: 0 }];
    for (let next = queue.shift(); next; next = queue.shift()) {
      throwIfCancelled(this.#signal);
      const { below, depth } = next;
      for (const name of await this.names(below === '' ? path : `${path}/${below}`)) {
        if (this.#left-- <= 0) {
          if (this.#left === -1) {
            const message = `The plugin has more than ${maximumFiles} files; the rest is left out.`;
            this.say('too_many_files', path, message, 'Remove what the skills do not use.');
          }
          return found.sort();
        }
        const inside = below === '' ? name : `${below}/${name}`;
        const full = `${path}/${inside}`;
        const twin = byCase.get(inside.toLowerCase());
        if (twin !== undefined) {
          this.say(
            'name_case',
            full,
            `${inside} and ${twin} differ only by case.`,
            'Rename one: some disks can store only one of them.',
          );
        }
        byCase.set(inside.toLowerCase(), inside);
        const seen = await this.#files.look(this.full(full));
        if (seen?.kind === 'folder') {
          if (depth < maximumDepth) queue.push({ below: inside, depth: depth + 1 });
        } else if (seen?.kind === 'link') await this.#sayLink(full);
        else if (seen !== null) found.push(inside);
      }
    }
    return found.sort();
  }

  async #sayLink(path: string): Promise<void> {
    const leaves = (await this.kindOf(path)) === 'outside';
    const message = `${path} is a link${leaves ? ' that leads out of the plugin' : ''}; links are not followed.`;
    this.say(leaves ? 'plugin_path' : 'link_skipped', path, message, 'Put the file itself there.');
  }

  say(code: Finding['code'] & Parameters<typeof finding>[0], path: string, message: string, hint?: string): void {
    this.findings.push(finding(code, { message, path: this.full(path), ...(hint === undefined ? {} : { hint }) }));
  }
}
