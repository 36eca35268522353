import { shownEngines, useCompare } from './compare-store.ts';

/** Id of the list of one engine. */
export function columnId(engine: string): string {
  return `compare-column-${engine}`;
}

/** Moves the focus to the list of an engine, without one to the first. */
export function focusColumn(engine = shownEngines(useCompare.getState().hidden)[0]): void {
  if (engine !== undefined) document.getElementById(columnId(engine))?.focus();
}
