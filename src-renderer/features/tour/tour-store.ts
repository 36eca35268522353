import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface TourState {
  /** `offered` until the user takes it or says no; then open or closed, and never offered again. */
  readonly state: 'offered' | 'open' | 'closed';
  /** Index of the step that is shown. */
  readonly step: number;
  /** Opens it at its beginning. */
  start(): void;
  goTo(step: number): void;
  close(): void;
}

/** Where a user is in the guided tour; survives a restart. */
export const useTour = create<TourState>()(
  persist(
    (set) => ({
      state: 'offered',
      step: 0,
      start: () => set({ state: 'open', step: 0 }),
      goTo: (step) => set({ step }),
      close: () => set({ state: 'closed' }),
    }),
    { name: 'pegboard.tour', version: 1 },
  ),
);
