import { useEffect } from 'react';
import { create } from 'zustand';

/** Id of the screen whose data came, so that its keys do what they should; null while that is on its way. */
export const useReadyScreen = create<{ readonly ready: string | null }>()(() => ({ ready: null }));

/** Says that the data of a screen came, or did not: a key that was pressed before that waits for it. */
export function useScreenReady(screen: string, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    useReadyScreen.setState({ ready: screen });
    return () => useReadyScreen.setState(({ ready }) => ({ ready: ready === screen ? null : ready }));
  }, [screen, isReady]);
}
