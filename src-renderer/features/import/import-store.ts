import { create } from 'zustand';
import type { ImportFile } from '#shared/domain/import-plan.ts';
import { type RefusedFile, readImportFiles } from './read-import-files.ts';

interface ImportDialogState {
  readonly opened: boolean;
  readonly files: readonly ImportFile[];
  readonly refused: readonly RefusedFile[];
  /** Counts up whenever `files` changes: a key for the plan that is cheaper than the texts. */
  readonly version: number;
  /** Name of the source that the files are for; empty: they say it themselves. */
  readonly source: string;
  open(source?: string): void;
  close(): void;
  /** Opens the dialog with these files, in place of those before. */
  take(files: readonly File[]): Promise<void>;
  setFiles(files: readonly ImportFile[]): void;
}

/** The import dialog: it opens from the palette, the menus, empty states and by dropping files on the window. */
export const useImportDialog = create<ImportDialogState>()((set) => ({
  opened: false,
  files: [],
  refused: [],
  version: 0,
  source: '',
  open: (source = '') => set({ opened: true, source }),
  close: () => set((state) => ({ opened: false, source: '', files: [], refused: [], version: state.version + 1 })),
  take: async (chosen) => {
    set({ opened: true });
    const { files, refused } = await readImportFiles(chosen);
    set((state) => ({ files, refused, version: state.version + 1 }));
  },
  setFiles: (files) => set((state) => ({ files, refused: [], version: state.version + 1 })),
}));
