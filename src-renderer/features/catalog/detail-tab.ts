import { create } from 'zustand';
import { useTryIt } from '../try-it/try-it-screen.ts';
import { useCurateFocus } from './curate/curate-focus.ts';

export type DetailTab = 'about' | 'curate' | 'try';

/** Which side of a tool the details show; it stays from tool to tool. */
export const useDetailTab = create<{ readonly tab: DetailTab }>()(() => ({ tab: 'about' }));

/** Shows the panel that calls the chosen tool and puts the cursor into its first argument. */
export function tryChosenTool(): void {
  useTryIt.setState({ wantsFocus: true });
  useDetailTab.setState({ tab: 'try' });
}

/** Shows what may be written over the chosen tool and puts the cursor into the first field. */
export function curateChosenTool(): void {
  useCurateFocus.setState({ wanted: true });
  useDetailTab.setState({ tab: 'curate' });
}
