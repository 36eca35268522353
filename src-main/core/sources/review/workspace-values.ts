import type { KeptValue } from '#shared/domain/server-review.ts';
import { PegboardError } from '#shared/errors.ts';
import { referredVariables } from '../../secrets/variable-references.ts';
import type { VariableValues } from '../../secrets/variable-values.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';

/** The kept values of the open workspace, as a person manages them: by name, never the values themselves. */
export class WorkspaceValues {
  readonly #session: WorkspaceSession;
  readonly #values: VariableValues;

  constructor({ session, values }: { readonly session: WorkspaceSession; readonly values: VariableValues }) {
    this.#session = session;
    this.#values = values;
  }

  /** What is kept, by name, and which sources refer to it. Error: `workspace_not_found`. */
  async list(): Promise<readonly KeptValue[]> {
    const { root, file } = this.#session.current().loaded;
    const users = file.config.sources.map(({ name, mcp }) => ({
      name,
      variables: mcp ? referredVariables(JSON.stringify(mcp)) : [],
    }));
    const kept = await this.#values.kept.list(root);
    return kept.map((entry) => ({
      ...entry,
      used_by: users.filter(({ variables }) => variables.includes(entry.name)).map(({ name }) => name),
    }));
  }

  /** Keeps a value. Errors: `workspace_not_found`, `folder_read_only`, `disk_full`. */
  async keep({ name, value }: { name: string; value: string }): Promise<KeptValue> {
    await this.#values.keep(this.#session.current().loaded.root, { [name]: value });
    const kept = (await this.list()).find((entry) => entry.name === name);
    if (kept) return kept;
    throw new PegboardError('file_unreadable', `The value of ${name} was kept but cannot be read back.`, {
      hint: 'Another program changes the folder of your own data; "pegboard doctor" shows its path.',
    });
  }

  /** Forgets values; the names of those that were kept. Errors: `workspace_not_found`, `folder_read_only`, `disk_full`. */
  async forget({ names }: { names: readonly string[] }): Promise<{ forgotten: readonly string[] }> {
    return { forgotten: await this.#values.forget(this.#session.current().loaded.root, names) };
  }
}
