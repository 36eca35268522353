import { create } from 'zustand';
import type { PegboardError } from '#shared/errors.ts';

/** The rebuild of the index that this window started last; `workspace` is the path of what it was started in. */
export type IndexRebuild =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly workspace: string;
      readonly phase: 'start' | 'hash' | 'write';
      readonly done: number;
      readonly total: number;
      cancel(): void;
    }
  | { readonly kind: 'done'; readonly workspace: string; readonly tools: number; readonly ms: number }
  | { readonly kind: 'cancelled'; readonly workspace: string }
  | { readonly kind: 'failed'; readonly workspace: string; readonly error: PegboardError };

export const useIndexRebuild = create<{ readonly rebuild: IndexRebuild }>()(() => ({ rebuild: { kind: 'none' } }));
