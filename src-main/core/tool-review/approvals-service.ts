import { join } from 'node:path';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { ReviewDecisions, ReviewResult, ToolReview } from '#shared/domain/tool-review.ts';
import { PegboardError } from '#shared/errors.ts';
import { approve, draftOf, draftText, reject } from '../approval/lock-edits.ts';
import { lockFileName, lockKey } from '../approval/lock-text.ts';
import type { ToolState } from '../approval/tool-states.ts';
import type { Files, FileWrite } from '../files/files.ts';
import type { Services } from '../services.ts';
import { closestTo } from '../workspace/closest-name.ts';
import { withChanges } from '../workspace/config-edits.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { reviewGolden } from './review-golden.ts';
import {
  approvedState,
  approvedTool,
  openStates,
  overlayOfApproved,
  presentTool,
  reviewedWorkspace,
  reviewItem,
} from './review-items.ts';

interface ApprovalsOptions {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly fts: 'detect' | 'off';
  /** A name that was never given before. */
  readonly newId: () => string;
  /** Off where Pegboard ends at once, so that nobody could undo. */
  readonly canUndo: boolean;
}

/** A file that decisions wrote, with its text before and after. */
interface WrittenText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Decisions that can still be undone; the oldest is forgotten first. */
const maximumUndos = 50;

/** What waits for a decision of the team, and its decisions: they are in `pegboard.lock`, for git. */
export class ApprovalsService implements PublicApprovals {
  readonly #options: ApprovalsOptions;
  readonly #made = new Map<string, readonly WrittenText[]>();

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  async review({ golden }: { golden: boolean }, { signal }: CallOptions = {}): Promise<ToolReview> {
    const loaded = await reviewedWorkspace(this.#options.session.current().loaded, this.#options.files);
    const states = openStates(loaded);
    const tools = states.filter(({ kind }) => kind === undefined);
    return {
      has_lock: loaded.lock.kind !== 'none',
      items: states.map((state) => reviewItem(loaded, state)),
      golden: golden && tools.length > 0 ? await reviewGolden(loaded, tools, { ...this.#options, signal }) : null,
    };
  }

  /** All decisions or none. Errors: `tool_not_found` for a tool that waits for nothing, `lock_invalid`, `usage`, `disk_full`. */
  async decide(decisions: ReviewDecisions, { signal }: CallOptions = {}): Promise<ReviewResult> {
    return this.#options.session.change<ReviewResult>(async (opened) => {
      const loaded = await reviewedWorkspace(opened, this.#options.files);
      const states = new Map(openStates(loaded).map((state) => [state.name, state]));
      const chosen = chosenStates(states, decisions, (name) => approvedState(loaded, name));
      const isFirst = decisions.create_lock && loaded.lock.kind === 'none';
      if (chosen.approve.length + chosen.reject.length === 0 && !isFirst) {
        return { writes: [], result: { written: false, approved: [], rejected: [], undo: null } };
      }
      const all = [...chosen.approve, ...chosen.reject];
      const repaired = new Set(all.map(({ source, contract, kind }) => lockKey(source, contract?.name ?? '', kind)));
      const draft = draftOf(loaded, repaired);
      const before = draftText(draft);
      for (const state of chosen.approve) approve(draft, state);
      for (const state of chosen.reject) reject(draft, state);
      const kept = keptTexts(loaded, decisions.keep_text, states);
      const { file } = loaded;
      const written: WrittenText[] = [
        { path: join(loaded.root, lockFileName), before, after: draftText(draft) },
        ...(kept.length > 0 ? [{ path: file.path, before: file.text, after: withChanges(file, kept) }] : []),
      ];
      const result = {
        written: true,
        approved: chosen.approve.map(({ name }) => name),
        rejected: chosen.reject.map(({ name }) => name),
        undo: this.#note(written),
      };
      return { writes: written.map(({ path, after }): FileWrite => ({ path, text: after })), result };
    }, signal);
  }

  async undo({ undo: id }: { undo: string }, { signal }: CallOptions = {}): Promise<{ written: boolean }> {
    const made = this.#made.get(id);
    if (!made) throw undoGone('Pegboard can undo decisions only once, and only until it is closed.');
    await this.#options.session.change(async () => {
      for (const { path, after } of made) {
        if ((await this.#options.files.readText(path)) !== after) throw undoGone(`${path} has changed since then.`);
      }
      return { writes: made.map(({ path, before }) => ({ path, text: before })), result: null };
    }, signal);
    this.#made.delete(id);
    return { written: true };
  }

  #note(written: readonly WrittenText[]): string | null {
    if (!this.#options.canUndo) return null;
    const [oldest] = this.#made.keys();
    if (this.#made.size >= maximumUndos && oldest !== undefined) this.#made.delete(oldest);
    const id = this.#options.newId();
    this.#made.set(id, written);
    return id;
  }
}

type PublicApprovals = Services['approvals'];

/**
 * The states that decisions are about. To reject a tool that is as it was approved withdraws the approval. Errors: `tool_not_found`,
 * `usage` for two decisions about one tool, and for an approval of one that is as it was approved.
 */
function chosenStates(
  states: ReadonlyMap<string, ToolState>,
  decisions: ReviewDecisions,
  approvedOf: (name: string) => ToolState | undefined,
) {
  const { approve: approved, keep_text, reject: rejected, all_cosmetic } = decisions;
  const stateOf = (name: string): ToolState => {
    const state = states.get(name);
    if (state) return state;
    if (approvedOf(name)) {
      throw new PegboardError('usage', `"${name}" is not waiting for a decision: it is as it was approved.`, {
        hint: 'pegboard review lists the tools that wait. To withdraw the approval, use --reject.',
        data: { tool: name },
      });
    }
    const near = closestTo(name, [...states.keys()]);
    throw new PegboardError('tool_not_found', `There is no tool "${name}" that waits for a decision.`, {
      hint: near === undefined ? 'pegboard review lists the tools that do.' : `Did you mean "${near}"?`,
      data: { tool: name },
    });
  };
  const named = new Set<string>();
  for (const name of [...approved, ...keep_text, ...rejected]) {
    if (named.has(name)) {
      throw new PegboardError('usage', `There are two decisions about ${name}.`, { hint: 'Name it once.' });
    }
    named.add(name);
  }
  const cosmetic = [...states.values()].filter(
    ({ name, change, contract }) => all_cosmetic && contract && change === 'cosmetic' && !named.has(name),
  );
  return {
    approve: [...[...approved, ...keep_text].map(stateOf), ...cosmetic],
    reject: rejected.map((name) => states.get(name) ?? approvedOf(name) ?? stateOf(name)),
  };
}

/** The approved titles and descriptions as changes of overlays. Error: `usage` for a tool whose text did not change. */
function keptTexts(
  loaded: LoadedWorkspace,
  names: readonly string[],
  states: ReadonlyMap<string, ToolState>,
): ConfigChange[] {
  return names.flatMap((name): ConfigChange[] => {
    const state = states.get(name);
    const fields =
      state && state.state !== 'renamed' && state.kind === undefined
        ? overlayOfApproved(loaded.file.config, approvedTool(loaded, state.entry), presentTool(loaded, state))
        : null;
    if (!fields) {
      throw new PegboardError('usage', `${name} has no approved title or description that could be kept.`, {
        hint: 'Approve it instead.',
      });
    }
    return Object.entries(fields).map(([field, value]) => ({ path: ['overlays', name, field], value }));
  });
}

function undoGone(why: string): PegboardError {
  return new PegboardError('undo_gone', `These decisions can no longer be undone. ${why}`, {
    hint: 'Run "pegboard review" and decide again.',
  });
}
