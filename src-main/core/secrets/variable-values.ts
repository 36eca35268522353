import { ChangeSignal } from '../change-signal.ts';
import type { KeptValues } from './kept-values.ts';
import type { Secret } from './masker.ts';

/** Our environment, or the part of it that is looked at. */
export type Values = Readonly<Record<string, string | undefined>>;

/**
 * The values of variables, as each start of a source finds them: those that the user gave in this session, then those that are
 * kept for the workspace, then our environment.
 */
export class VariableValues {
  readonly kept: KeptValues;
  readonly env: Values;
  /** Told whenever a value may be another one. */
  readonly changed = new ChangeSignal();
  readonly #session = new Map<string, Map<string, string>>();
  readonly #listeners = new Set<(root: string, names: readonly string[]) => void>();

  constructor({ env, kept }: { readonly env: Values; readonly kept: KeptValues }) {
    this.env = env;
    this.kept = kept;
  }

  /** Every value that a source of this workspace may refer to. */
  async of(root: string): Promise<Values> {
    return { ...this.env, ...(await this.given(root)) };
  }

  /** Those that the user gave, in this session or to be kept. */
  async given(root: string): Promise<Readonly<Record<string, string>>> {
    return { ...(await this.kept.of(root)), ...Object.fromEntries(this.#session.get(root) ?? []) };
  }

  /** Calls back with the names of values that the user gives, until the returned function is called. */
  onGiven(listener: (root: string, names: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Values for the sources of a workspace until Pegboard ends. */
  setForSession(root: string, values: Readonly<Record<string, string>>): void {
    const held = this.#session.get(root) ?? new Map<string, string>();
    for (const [name, value] of Object.entries(values)) held.set(name, value);
    this.#session.set(root, held);
    for (const listener of this.#listeners) listener(root, Object.keys(values));
    this.changed.notify();
  }

  /** Keeps a value, for this session too. Errors: `folder_read_only`, `disk_full`. */
  async keep(root: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.kept.put(root, values);
    this.setForSession(root, values);
  }

  /** Forgets kept values, and what this session knows of them; the names of those that were kept. */
  async forget(root: string, names: readonly string[]): Promise<readonly string[]> {
    for (const name of names) this.#session.get(root)?.delete(name);
    const forgotten = await this.kept.forget(root, names);
    this.changed.notify();
    return forgotten;
  }

  /** Every value that the user gave since Pegboard was started. */
  secrets(): readonly Secret[] {
    const given = [...this.#session.values()].flatMap((values) =>
      [...values].map(([name, value]) => ({ name, value })),
    );
    return [...this.kept.secrets(), ...given];
  }
}
