import { useRef } from 'react';
import { placesOf } from './scenario-steps-view.ts';

/** Names for the items of a list that stay with them when others come, go or change: what is typed in one stays in it. */
export function useKeptKeys(items: readonly unknown[]): readonly number[] {
  const state = useRef<{ items: readonly unknown[]; keys: readonly number[]; next: number }>({
    items: [],
    keys: [],
    next: 0,
  });
  const { items: before, keys } = state.current;
  if (before !== items) {
    let { next } = state.current;
    const kept = placesOf(items, before).map((place) => (place === null ? undefined : keys[place]) ?? next++);
    state.current = { items, keys: kept, next };
  }
  return state.current.keys;
}
