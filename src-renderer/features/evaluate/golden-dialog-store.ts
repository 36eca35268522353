import { create } from 'zustand';
import type { GoldenQuery } from '#shared/domain/golden-query.ts';

interface GoldenDialogState {
  /** The query being changed, `new` for one to add, null while the dialog is closed. */
  readonly editing: GoldenQuery | 'new' | null;
  open(editing: GoldenQuery | 'new'): void;
  close(): void;
}

export const useGoldenDialog = create<GoldenDialogState>()((set) => ({
  editing: null,
  open: (editing) => set({ editing }),
  close: () => set({ editing: null }),
}));
