import type { TokenCount } from '#shared/tokens.ts';
import type { SessionCosts } from './session-needs.ts';

/** A tool that may be on the board. */
export interface BoardItem {
  readonly name: string;
  /** Code points of its entry in the prompt: the estimate of a board is a quarter of their sum. */
  readonly codePoints: number;
  /** Tokens of the entry by o200k. */
  readonly o200k: number;
  /** Set where the tool stays where it is. */
  readonly pinned: boolean;
  readonly onBoard: boolean;
}

/** Everything that choosing a board is computed from: plain data, so that a thread can do it. */
export interface BoardJob {
  readonly items: readonly BoardItem[];
  readonly sessions: readonly SessionCosts[];
  /** For each audience the places of the tools that it may use; null for all. */
  readonly audiences: readonly (readonly number[] | null)[];
  /** Tokens that the definitions of a board may have, by both estimators; null for no limit. */
  readonly budget: number | null;
  /** Tokens of a typical search, which a tool that leaves the board may need. */
  readonly meanSearch: number;
  readonly folds: number;
  readonly seed: number;
}

/** A mean over sessions with its 95 % interval, tokens. */
export interface MeanGain {
  readonly mean: number;
  readonly interval: readonly [low: number, high: number];
}

/** What a tool's move brings beside the rest of the chosen board. */
export interface ItemMove {
  readonly place: number;
  readonly to: 'always' | 'deferred';
  readonly sessions: number;
  /** Tokens a session on average: what it saves and what it costs. */
  readonly saved: number;
  readonly paid: number;
  readonly gain: MeanGain;
  /** The last sessions that called it, at most five. */
  readonly examples: readonly string[];
}

/** The best board for a job, and what it is worth on sessions it did not see. */
export interface BoardChoice {
  /** Places of the tools on the board, pinned ones included. */
  readonly board: readonly number[];
  readonly tokens: TokenCount;
  readonly present: { readonly board: readonly number[]; readonly tokens: TokenCount; readonly worth: number };
  /** What the board is worth a session, and the most that any is. */
  readonly worth: number;
  readonly bound: number;
  readonly exact: boolean;
  readonly inSample: MeanGain;
  readonly heldOut: MeanGain;
  readonly moves: readonly ItemMove[];
  /** Whether the pinned tools leave the budget any room. */
  readonly fits: boolean;
}
