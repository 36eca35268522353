import { create } from 'zustand';
import type { GoldenQuery } from '#shared/domain/golden-query.ts';

interface GoldenDialogState {
  /** The query being changed, `new` for one to add, null while the dialog is closed. */
  readonly editing: GoldenQuery | 'new' | null;
  /** Whether the suggestions are shown. */
  readonly isSuggesting: boolean;
  open(editing: GoldenQuery | 'new'): void;
  suggest(): void;
  close(): void;
}

export const useGoldenDialog = create<GoldenDialogState>()((set) => ({
  editing: null,
  isSuggesting: false,
  open: (editing) => set({ editing }),
  suggest: () => set({ isSuggesting: true }),
  close: () => set({ editing: null, isSuggesting: false }),
}));
