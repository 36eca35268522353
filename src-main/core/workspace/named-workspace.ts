import { AsyncLocalStorage } from 'node:async_hooks';
import { PegboardError } from '#shared/errors.ts';

/** The workspace that a caller means: known to all that a call does, also when its turn comes later. */
export class NamedWorkspace {
  readonly #named = new AsyncLocalStorage<string>();

  /** Does work that is meant for the workspace in a folder. */
  during<Result>(root: string, work: () => Result): Result {
    return this.#named.run(root, work);
  }

  /** Refuses the workspace that is open when the caller means another. Error: `workspace_changed`. */
  check(open: string): void {
    const named = this.#named.getStore();
    if (named === undefined || named === open) return;
    throw new PegboardError('workspace_changed', `${open} is open now; ${named} was not changed.`, {
      hint: `Open ${named} again, then repeat.`,
      data: { named, open },
    });
  }
}
