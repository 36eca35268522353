import { create } from 'zustand';

/** Makes the selected result a right answer to the present query, or takes that back; null while there is none. */
export const useGoldenAction = create<{ readonly toggle: (() => void) | null }>()(() => ({ toggle: null }));
