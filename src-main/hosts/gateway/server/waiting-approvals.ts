import type { Files } from '#core/files/files.ts';
import { openStates, reviewedWorkspace } from '#core/tool-review/review-items.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { type ApprovalAction, approvalAction, partAction, type Withheld } from '#shared/domain/approval.ts';
import type { ReviewItem } from '#shared/domain/tool-review.ts';

/** How often what waits is looked at, milliseconds. */
const lookMs = 30_000;

/** Something of a source that waits for the decision of a person. No text of it. */
export type WaitingApproval = Withheld & {
  readonly name: string;
  readonly source: string;
  readonly kind: ReviewItem['kind'];
  readonly action: ApprovalAction;
  /** When it was seen first, milliseconds since 1970. */
  readonly seenAt: number;
};

interface WaitingApprovalsOptions {
  readonly workspace: () => LoadedWorkspace;
  /** Tools that their servers changed since they were imported. */
  readonly withheld: () => readonly string[];
  readonly files: Files;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What waits for a decision, and since when this process knows. */
export class WaitingApprovals {
  readonly #options: WaitingApprovalsOptions;
  readonly #timer: NodeJS.Timeout;
  #seen = new Map<string, number>();
  #looked: { readonly loaded: LoadedWorkspace; readonly withheld: readonly string[] } | undefined;
  #waiting: readonly WaitingApproval[] = [];

  constructor(options: WaitingApprovalsOptions) {
    this.#options = options;
    const look = () => void this.list().catch(() => {});
    this.#timer = setInterval(look, lookMs).unref();
    look();
  }

  /** By name. Errors: those of reading skills. */
  async list(): Promise<readonly WaitingApproval[]> {
    const { files, now } = this.#options;
    const [loaded, withheld] = [this.#options.workspace(), this.#options.withheld()];
    if (this.#looked?.loaded === loaded && this.#looked.withheld === withheld) return this.#waiting;
    const open = waitingIn(loaded, withheld, openStates(await reviewedWorkspace(loaded, files)));
    const seen = new Map<string, number>();
    const at = now();
    this.#waiting = open.map((one) => {
      const key = JSON.stringify([one.kind, one.source, one.name, one.state, one.change]);
      const seenAt = this.#seen.get(key) ?? at;
      seen.set(key, seenAt);
      return { ...one, seenAt };
    });
    this.#seen = seen;
    this.#looked = { loaded, withheld };
    return this.#waiting;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

function waitingIn(
  { catalog, file: { config } }: LoadedWorkspace,
  withheld: readonly string[],
  states: ReturnType<typeof openStates>,
): Omit<WaitingApproval, 'seenAt'>[] {
  const known = states.flatMap(({ name, source, kind, state, change }) => {
    // Somebody decided already.
    if (state === 'rejected') return [];
    const about = { state, change };
    const action = (kind === undefined ? approvalAction : partAction)(config.approvals, source, about);
    return [{ name, source, kind: kind ?? ('tool' as const), ...about, action }];
  });
  const names = new Set(known.map(({ name }) => name));
  const sources = new Map(catalog.tools.map(({ name, source }) => [name, source]));
  const live = withheld.flatMap((name) => {
    const source = sources.get(name);
    if (source === undefined || names.has(name)) return [];
    const about = { state: 'changed', change: null, action: 'quarantine' } as const;
    return [{ name, source, kind: 'tool' as const, ...about }];
  });
  return [...known, ...live].sort((a, b) => (a.name < b.name ? -1 : 1));
}
