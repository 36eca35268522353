import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { ScenarioFile, ScenarioText } from '#shared/contract/planner.ts';
import type { CreateScenarioInput, SaveScenarioInput } from '#shared/contract/scenarios.ts';
import { PegboardError } from '#shared/errors.ts';
import { changeScenario } from '#shared/text/change-scenario.ts';
import { maximumScenarioBytes } from '#shared/text/read-scenario.ts';
import { ChangeSignal } from '../../change-signal.ts';
import type { Files } from '../../files/files.ts';
import { followFolders } from '../../files/follow-folders.ts';
import { textHash } from '../../skills/export/export-journal.ts';
import { kebabName } from '../../skills/formats/write-skill-md.ts';
import { newScenario, newWorld } from '../../workspace/demo/shipped-scenarios.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import { kindOf, listRunFiles, runFilePath, scenarioText } from './scenario-files.ts';

interface Parts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly watch: boolean;
  /** The text of a new task, made of the tools of a workspace. */
  readonly newTask: (loaded: LoadedWorkspace) => string;
}

/** Most folders that are watched: each costs the system a handle. */
const mostWatched = 200;

/** The scenarios, tasks and worlds of the open workspace: listed as they change, and written only over what the caller has seen. */
export class ScenarioEdits {
  readonly #parts: Parts;
  readonly #edited = new ChangeSignal();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** All of them, as they are now. Error: `workspace_not_found`. */
  async list(): Promise<readonly ScenarioFile[]> {
    const { session, files } = this.#parts;
    return (await listRunFiles(session.current().loaded.root, files)).listed;
  }

  /** All of them now and whenever they are others, until aborted; null while no workspace is open. */
  async *watch(call?: CallOptions): AsyncGenerator<readonly ScenarioFile[] | null, void> {
    const { session, files, watch } = this.#parts;
    const changed = new ChangeSignal();
    const root = () => session.loaded()?.root;
    let known: readonly string[] = [''];
    const folders = () => {
      const at = watch ? root() : undefined;
      return at === undefined ? [] : known.slice(0, mostWatched).map((folder) => join(at, folder));
    };
    const followed = followFolders(folders, { files, changed });
    const stops = [
      this.#edited.subscribe(() => changed.notify()),
      session.onChange(() => {
        followed.follow();
        changed.notify();
      }),
    ];
    const changes = changed.changes(call?.signal);
    let shown: readonly ScenarioFile[] | null | undefined;
    try {
      for (let next = changes.next(); ; next = changes.next()) {
        const at = root();
        const read = at === undefined ? null : await listRunFiles(at, files);
        const listed = read?.listed ?? null;
        if (read && !isDeepStrictEqual(read.folders, known)) {
          known = read.folders;
          followed.follow();
          // What came into a new folder before it was watched is read too.
          changed.notify();
        }
        if (!isDeepStrictEqual(listed, shown)) yield listed;
        shown = listed;
        if ((await next).done) return;
      }
    } finally {
      followed.close();
      for (const stop of stops) stop();
    }
  }

  /** Errors: `file_changed`, `usage` for a name of another kind, `config_invalid` for a path outside the workspace. */
  async save({ path, text, expected_hash }: SaveScenarioInput): Promise<ScenarioText> {
    await this.#change(path, expected_hash, text);
    return { path, text, hash: textHash(text) };
  }

  /** A new one in a file named after it, a copy of a task or a world beside it. Errors: `scenario_syntax`, `scenario_invalid` where one cannot be copied. */
  async create({ name, kind: wanted = 'scenario', like, text: given }: CreateScenarioInput): Promise<ScenarioText> {
    const { session, files, newTask } = this.#parts;
    const { loaded } = session.current();
    const { root } = loaded;
    const template = { scenario: () => newScenario, task: () => newTask(loaded), world: () => newWorld };
    const source = given ?? (like === undefined ? template[wanted]() : (await scenarioText(root, like, files)).text);
    const text = changeScenario(source, [{ act: 'set', path: ['name'], value: name }], like ?? wanted);
    const kind = like === undefined ? wanted : (kindOf(like) ?? wanted);
    // A task names its world from its own folder.
    const folder = kind === 'scenario' ? 'scenarios' : like === undefined ? 'tasks' : posix.dirname(like);
    const taken = new Set((await files.list(join(root, folder))).map((file) => file.toLowerCase()));
    const stem = kebabName(name);
    let file = `${stem}.${kind}.yaml`;
    for (let n = 2; taken.has(file); n++) file = `${stem}-${n}.${kind}.yaml`;
    return this.save({ path: `${folder}/${file}`, text, expected_hash: null });
  }

  /** Gives the text that was removed. Error: `file_changed`. */
  async remove({ path, expected_hash }: { path: string; expected_hash: string }): Promise<ScenarioText> {
    const text = await this.#change(path, expected_hash, null);
    return { path, text: text ?? '', hash: expected_hash };
  }

  /** Puts another text in the place of one that has the expected hash, null for no file; gives the one that was there. */
  async #change(path: string, expected: string | null, text: string | null): Promise<string | null> {
    const { session, files } = this.#parts;
    const before = await session.changeBeside(async (root) => {
      const full = await runFilePath(root, path, files);
      const isThere = await files.exists(full);
      const options = { maximumBytes: maximumScenarioBytes, regularOnly: true };
      const raw = isThere ? await files.readText(full, { ...options, keepMark: true }) : null;
      const mark = raw?.startsWith('\ufeff') ? '\ufeff' : '';
      const old = raw === null ? null : raw.slice(mark.length);
      const hash = old === null ? null : textHash(old);
      if (hash !== expected) throw changedMeanwhile(path, hash);
      if (text === null) await files.removeFile(full);
      const writes = text === null || text === old ? [] : [{ path: full, text: mark + text }];
      return { writes, result: old };
    });
    this.#edited.notify();
    return before;
  }
}

function changedMeanwhile(path: string, hash: string | null): PegboardError {
  const what = hash === null ? 'is gone' : 'changed after you opened it';
  return new PegboardError('file_changed', `${path} ${what}; nothing was written.`, {
    hint: 'Compare your text with the file, then save again.',
    data: { file: path, hash },
  });
}
