import type { Locator } from '@playwright/test';

/** Numbers in the tables of a place that no hover explains: neither they, nor what they are in, nor the head of their column. */
export async function unsourcedFigures(place: Locator): Promise<string[]> {
  const cells = place.locator('td[data-numeric]');
  if ((await cells.count()) === 0) throw new Error('No table with numbers is there.');
  return cells.evaluateAll((all) =>
    all
      .filter((cell) => {
        if (!/\d/.test(cell.textContent ?? '') || cell.closest('[title]:not([title=""])')) return false;
        const row = cell.parentElement;
        const index = [...(row?.children ?? [])].indexOf(cell);
        const head = cell.closest('table')?.tHead?.rows[0]?.cells[index];
        return !head?.title;
      })
      .map((cell) => `${cell.parentElement?.firstElementChild?.textContent}: ${cell.textContent}`),
  );
}
