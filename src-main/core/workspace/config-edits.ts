import { canonicalJson } from '#shared/canonical-json.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type {
  ConfigChange,
  ConfigEditInput,
  ConfigEditResult,
  ConfigPath,
  ConfigState,
  ConfigText,
} from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { editYaml } from '#shared/text/edit-yaml.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { shownConfigText } from './config-text.ts';
import type { LoadedWorkspace } from './load-workspace.ts';
import { takeBack } from './take-back.ts';
import { overriddenConfig } from './with-config.ts';
import { parseWorkspaceFile, revisionOf, type WorkspaceFile } from './workspace-file.ts';
import type { WorkspaceSession } from './workspace-session.ts';

interface ConfigEditsOptions {
  readonly session: WorkspaceSession;
  /** A name that was never given before. */
  readonly newId: () => string;
  /** Off where Pegboard ends at once, so that nobody could undo. */
  readonly canUndo: boolean;
}

/** An edit as it was made, as plain data: which file, its text before and after, and what each field said before. */
export interface MadeEdit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly ConfigChange[];
  readonly inverse: readonly ConfigChange[];
  readonly label: string | null;
}

interface Made {
  readonly result: ConfigEditResult;
  readonly made: MadeEdit | null;
}

/** Edits that can still be undone; the oldest is forgotten first. */
const maximumUndos = 200;

type JsonMap = { [key: string]: JsonValue };

/** Changes fields of `pegboard.yaml` and takes changes back; every byte that is not theirs stays. */
export class ConfigEdits {
  readonly #options: ConfigEditsOptions;
  readonly #made = new Map<string, MadeEdit>();

  constructor(options: ConfigEditsOptions) {
    this.#options = options;
  }

  async read(): Promise<ConfigState> {
    const { file } = this.#options.session.current().loaded;
    const { sources: _written, ...written } = valuesOf(file);
    const { sources: _effective, ...effective } = file.config;
    return { path: file.path, revision: revisionOf(file.text), written, effective: asJson(effective) };
  }

  /** The whole file, secrets hidden. Error: `config_invalid` where a secret cannot be hidden. */
  async text(): Promise<ConfigText> {
    return shownConfigText(this.#options.session.current().loaded.file);
  }

  /** Errors: `config_changed` when the file is not the one of `base`, `config_invalid`, `tool_name_conflict`, `disk_full`. */
  async edit(input: ConfigEditInput, call: CallOptions = {}): Promise<ConfigEditResult> {
    return (await this.make(input, call)).result;
  }

  /** The same, with the edit as it was made: `takeBack` undoes it, also in another process. Null where nothing was written. */
  make({ changes, base, label }: ConfigEditInput, { signal }: CallOptions = {}): Promise<Made> {
    return this.#change((file) => {
      if (base !== undefined && base !== revisionOf(file.text)) {
        throw new PegboardError('config_changed', `${file.path} changed meanwhile; nothing was written.`, {
          hint: 'Look at its current content, then make the change again.',
          data: { file: file.path },
        });
      }
      return { text: withChanges(file, changes), changes, label: label ?? null };
    }, signal);
  }

  /** Writes the text that is made of the file at that moment. */
  async rewrite(make: (file: WorkspaceFile) => string, label: string, signal?: AbortSignal): Promise<ConfigEditResult> {
    const { result } = await this.#change((file) => {
      const text = make(file);
      return { text, changes: changedFields(file, parseWorkspaceFile(text, file.path)), label };
    }, signal);
    return result;
  }

  /**
   * Takes an edit back; what was written later stays. Error: `undo_gone` when it is unknown, or when a later change wrote the same
   * field or list entry.
   */
  async undo({ undo: id }: { undo: string }, call: CallOptions = {}): Promise<ConfigEditResult> {
    const made = this.#made.get(id);
    if (!made) throw undoGone('Pegboard can undo an edit only once, and only until it is closed.');
    const result = await this.takeBack(made, call);
    this.#made.delete(id);
    return result;
  }

  /** Takes an edit back that `make` returned; what was written later stays. Error: `undo_gone`, as for `undo`. */
  async takeBack(made: MadeEdit, { signal }: CallOptions = {}): Promise<ConfigEditResult> {
    const { result } = await this.#change((file) => {
      if (file.path !== made.path) throw undoGone(`It belongs to ${made.path}; open that workspace first.`);
      // The file is byte for byte as it was before.
      if (file.text === made.after) return { text: made.before, changes: made.inverse, label: made.label };
      const changes = takenBack(made, valuesOf(file));
      return { text: withChanges(file, changes), changes, label: made.label };
    }, signal);
    return result;
  }

  #change(
    plan: (file: WorkspaceFile) => { text: string; changes: readonly ConfigChange[]; label: string | null },
    signal: AbortSignal | undefined,
  ): Promise<Made> {
    return this.#options.session.change<Made>(async (loaded) => {
      const { file } = loaded;
      const { text, changes, label } = plan(file);
      const revision = revisionOf(text);
      if (text === file.text) {
        return { writes: [], result: { result: { written: false, revision, undo: null, label }, made: null } };
      }
      refuseInvalid(loaded, text);
      const values = valuesOf(file);
      const inverse = changes.map(({ path }): ConfigChange => ({ path, value: valueAt(values, path) }));
      const made = { path: file.path, before: file.text, after: text, changes, inverse, label };
      const result = { written: true, revision, undo: this.#note(made), label };
      return { writes: [{ path: file.path, text }], result: { result, made } };
    }, signal);
  }

  #note(made: MadeEdit): string | null {
    if (!this.#options.canUndo) return null;
    const [oldest] = this.#made.keys();
    if (this.#made.size >= maximumUndos && oldest !== undefined) this.#made.delete(oldest);
    const id = this.#options.newId();
    this.#made.set(id, made);
    return id;
  }
}

/** The top-level fields that another text sets and resets. */
function changedFields(from: WorkspaceFile, to: WorkspaceFile): ConfigChange[] {
  const [before, after] = [valuesOf(from), valuesOf(to)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
    .map((key) => ({ path: [key], ...(Object.hasOwn(after, key) && { value: after[key] }) }));
}

/** The fields of an edit without it. Error: `undo_gone`. */
function takenBack({ changes, inverse }: MadeEdit, values: JsonMap): ConfigChange[] {
  return changes.map(({ path, value }, index) => {
    const taken = takeBack({ before: inverse[index]?.value, after: value, present: valueAt(values, path) });
    if (!taken) throw undoGone(`${path.join('.')} has changed since then.`);
    return { path, ...(taken.value !== undefined && { value: taken.value }) };
  });
}

/** The text of the file with fields set and reset. Error: `config_invalid` where it cannot be edited as it is written. */
export function withChanges(file: WorkspaceFile, changes: readonly ConfigChange[]): string {
  const values = valuesOf(file);
  for (const { path, value } of changes) setAt(values, path, value);
  const text = editYaml(file.text, values);
  if (text !== null) return text;
  throw new PegboardError('config_invalid', `${file.path} uses YAML that Pegboard cannot edit.`, {
    hint: 'Write aliases and merged keys out, then try again.',
    data: { file: file.path },
  });
}

/** The new file must be one that Pegboard reads: no wrong value, no unknown key more, no two tools of one name. */
function refuseInvalid({ file, sources, unapproved }: LoadedWorkspace, text: string): void {
  const next = parseWorkspaceFile(text, file.path);
  const known = new Set(file.findings.map(({ code, message }) => `${code} ${message}`));
  const unknown = next.findings.find(({ code, message }) => code === 'unknown_key' && !known.has(`${code} ${message}`));
  if (unknown) {
    throw new PegboardError('config_invalid', unknown.message, {
      ...(unknown.hint !== undefined && { hint: unknown.hint }),
      data: { file: file.path },
    });
  }
  buildCatalog(sources, next.config, unapproved);
  refuseInvalidProfiles(file, next);
}

/** A profile that the edit wrote must hold; one that was there before may be wrong until it is used. */
function refuseInvalidProfiles(file: WorkspaceFile, next: WorkspaceFile): void {
  const known = new Set(file.config.profiles.map((profile) => canonicalJson(profile)));
  for (const profile of next.config.profiles) {
    if (known.has(canonicalJson(profile))) continue;
    const { name, description: _description, ...overrides } = profile;
    overriddenConfig(next.config, overrides, `profile ${name}`);
  }
}

function valuesOf({ document }: WorkspaceFile): JsonMap {
  return (document.toJS({ maxAliasCount: 100 }) ?? {}) as JsonMap;
}

function valueAt(values: JsonMap, path: ConfigPath): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const key of path) value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Sets a field, making the maps above it; a reset leaves no empty map behind. */
function setAt(values: JsonMap, [key, ...rest]: readonly string[], value: JsonValue | undefined): void {
  if (key === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete values[key];
    else define(values, key, value);
    return;
  }
  const inner: JsonMap = isMap(values[key]) && Object.hasOwn(values, key) ? values[key] : {};
  setAt(inner, rest, value);
  if (value === undefined && Object.keys(inner).length === 0) delete values[key];
  else define(values, key, inner);
}

/** As an own key, whatever its name. */
function define(values: JsonMap, key: string, value: JsonValue): void {
  Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true });
}

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asJson(value: unknown): JsonMap {
  return JSON.parse(JSON.stringify(value)) as JsonMap;
}

function undoGone(why: string): PegboardError {
  return new PegboardError('undo_gone', `This change can no longer be undone. ${why}`, {
    hint: 'Change the fields by hand.',
  });
}
