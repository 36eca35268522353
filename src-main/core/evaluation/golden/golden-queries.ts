import { join } from 'node:path';
import {
  type GoldenChange,
  type GoldenEdit,
  type GoldenSet,
  goldenFolder,
  type LineSwap,
} from '#shared/domain/golden-query.ts';
import { ChangeSignal } from '../../change-signal.ts';
import type { Files } from '../../files/files.ts';
import { followFolders } from '../../files/follow-folders.ts';
import { containedPath } from '../../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import { type GoldenText, type PlannedChange, planChange } from './plan-change.ts';
import { goldenSet, readGoldenTexts } from './read-golden.ts';
import { swapLine } from './swap-line.ts';

/** The golden queries of the open workspace: `evals/*.jsonl`, read when asked for, changed one line at a time. */
export class GoldenQueries {
  readonly #session: WorkspaceSession;
  readonly #files: Files;
  readonly #isWatching: boolean;
  readonly #edited = new ChangeSignal();

  constructor(options: { session: WorkspaceSession; files: Files; watch: boolean }) {
    this.#session = options.session;
    this.#files = options.files;
    this.#isWatching = options.watch;
  }

  /** Every golden query now. Error: `workspace_not_found`. */
  async read(): Promise<GoldenSet> {
    const { root, registry } = this.#session.current().loaded;
    const { texts, findings } = await readGoldenTexts(root, this.#files);
    const set = goldenSet(texts, new Set(registry.keys()));
    return { ...set, findings: [...findings, ...set.findings] };
  }

  /** The same now and whenever it is another, until aborted; null while no workspace is open. */
  async *watch(signal?: AbortSignal): AsyncGenerator<GoldenSet | null, void> {
    const changed = new ChangeSignal();
    const folders = () => {
      const root = this.#isWatching ? this.#session.loaded()?.root : undefined;
      return root === undefined ? [] : [root, join(root, goldenFolder)];
    };
    const watched = followFolders(folders, { files: this.#files, changed });
    const stops = [
      this.#edited.subscribe(() => changed.notify()),
      this.#session.onChange(() => {
        watched.follow();
        changed.notify();
      }),
    ];
    const changes = changed.changes(signal);
    let shown: string | undefined;
    try {
      for (let next = changes.next(); ; next = changes.next()) {
        const set = this.#session.loaded() ? await this.read() : null;
        const text = JSON.stringify(set);
        if (text !== shown) yield set;
        shown = text;
        if ((await next).done) return;
      }
    } finally {
      watched.close();
      for (const stop of stops) stop();
    }
  }

  /** Changes one line. Errors: `file_changed`, `config_invalid` for a folder outside the workspace, `disk_full`. */
  edit(change: GoldenChange): Promise<GoldenEdit> {
    return this.#write((texts) => planChange(texts, change));
  }

  /** Undoes a change. Error: `file_changed`. */
  undo(swap: LineSwap): Promise<GoldenEdit> {
    const done = swap.to === '' ? 'removed' : swap.from === '' ? 'added' : 'changed';
    return this.#write(() => ({ done, swap, line: swap.line }));
  }

  async #write(plan: (texts: readonly GoldenText[]) => PlannedChange): Promise<GoldenEdit> {
    const edit = await this.#session.changeBeside<GoldenEdit>(async (root) => {
      const { texts } = await readGoldenTexts(root, this.#files);
      const { done, swap, line } = plan(texts);
      const { file, from, to } = swap;
      if (from === to) return { writes: [], result: { done, file, line, undo: null } };
      const path = await containedPath(root, 'golden queries', file, this.#files);
      // A file that is there and could not be read is not replaced by a new one.
      const text = (await this.#files.exists(path)) ? await this.#files.readText(path) : '';
      const swapped = swapLine(text, swap);
      const undo = { file, line: swapped.line, from: to, to: from };
      return { writes: [{ path, text: swapped.text }], result: { done, file, line, undo } };
    });
    this.#edited.notify();
    return edit;
  }
}
