import { create } from 'zustand';

interface RenameSource {
  /** Name of the source to rename; null: the dialog is closed. */
  readonly name: string | null;
  open(name: string): void;
  close(): void;
}

export const useRenameSource = create<RenameSource>()((set) => ({
  name: null,
  open: (name) => set({ name }),
  close: () => set({ name: null }),
}));
