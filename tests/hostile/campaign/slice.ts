import type { Area } from './area.ts';

/** The share of an endless area that a slice has: enough that each kind of change is drawn many times. */
export const sliceOfArea = 0.25;
const leastOfArea = 25;

/** How many of so many drawn cases a slice has: a quarter, and at least 25. */
export const drawnInSlice = (cases: number): number =>
  Math.min(cases, Math.max(leastOfArea, Math.ceil(cases * sliceOfArea)));

/** Whether the slice that `npm test` runs has this case. Its cases are cases of the whole campaign, with the same numbers. */
export function isInSlice(area: Area, index: number): boolean {
  if (area.isInSlice) return area.isInSlice(index);
  return !area.isEndless || index < drawnInSlice(area.cases);
}

/** How many cases the slice of an area has. */
export function sliceSize(area: Area): number {
  return Array.from({ length: area.cases }, (_, index) => isInSlice(area, index)).filter(Boolean).length;
}
