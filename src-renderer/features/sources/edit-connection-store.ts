import { create } from 'zustand';

interface EditConnection {
  /** Name of the source whose connection is edited; null: the dialog is closed. */
  readonly name: string | null;
  open(name: string): void;
  close(): void;
}

export const useEditConnection = create<EditConnection>()((set) => ({
  name: null,
  open: (name) => set({ name }),
  close: () => set({ name: null }),
}));
