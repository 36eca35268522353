import { useEffect, useId } from 'react';
import { create } from 'zustand';

interface UnsavedWork {
  /** The unsaved work that closing the page would lose, one sentence each, by its owner. */
  readonly work: Readonly<Record<string, string>>;
}

export const useUnsavedWorkStore = create<UnsavedWork>()(() => ({ work: {} }));

/**
 * Says that something of the user is not saved yet, for as long as the component is there and `sentence` is not null. The
 * window asks before it closes, and shows the sentence where the system lets it.
 */
export function useUnsavedWork(sentence: string | null): void {
  const id = useId();
  useEffect(() => {
    if (sentence === null) return;
    useUnsavedWorkStore.setState(({ work }) => ({ work: { ...work, [id]: sentence } }));
    return () =>
      useUnsavedWorkStore.setState(({ work }) => {
        const { [id]: _, ...others } = work;
        return { work: others };
      });
  }, [id, sentence]);
}
