import type { CaseResult } from './area.ts';

/** The work of a worker: cases of one area. */
export interface Order {
  readonly area: string;
  readonly seed: number;
  readonly indexes: readonly number[];
}

/** The messages of a worker. */
export type Report =
  | { readonly type: 'begun'; readonly area: string; readonly index: number }
  | {
      readonly type: 'ended';
      readonly area: string;
      readonly index: number;
      readonly result: CaseResult;
      /** CPU time of this process while the case ran, milliseconds; of areas with lanes, of all of them. */
      readonly cpuMs: number;
      /** Memory of this process after it, bytes. */
      readonly memory: number;
    }
  | { readonly type: 'idle' }
  /** The area could not be opened: the campaign itself is broken. */
  | { readonly type: 'failed'; readonly detail: string };
