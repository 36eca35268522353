import { create } from 'zustand';

/** Whether the first field takes the focus when it is next shown. */
export const useCurateFocus = create<{ readonly wanted: boolean }>()(() => ({ wanted: false }));
