import type { ImportPlan, ImportResult, PlanBase } from '#shared/domain/import-plan.ts';
import { formatPlural } from './format-number.ts';

/** Tools that a plan adds, changes and removes, over all of its sources. */
export function planTotals(plan: ImportPlan): { added: number; changed: number; removed: number; unchanged: number } {
  const totals = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const source of plan.sources) {
    totals.added += source.added.length;
    totals.changed += source.changed.length;
    totals.removed += source.removed.length;
    totals.unchanged += source.unchanged;
  }
  return totals;
}

/** Whether two plans were made for the same state of the same workspace. */
export function isSameBase(left: PlanBase, right: PlanBase): boolean {
  return left.path === right.path && left.revision === right.revision;
}

/** What an import wrote, in one sentence. */
export function importSentence(result: ImportResult): string {
  if (!result.written) return 'Every tool is as it was, so nothing was written.';
  const { added, changed, removed, unchanged } = planTotals(result);
  const parts = [
    added > 0 ? `${formatPlural(added, 'tool')} added` : null,
    changed > 0 ? `${formatPlural(changed, 'tool')} changed` : null,
    removed > 0 ? `${formatPlural(removed, 'tool')} removed` : null,
    unchanged > 0 ? `${formatPlural(unchanged, 'tool')} as before` : null,
  ].filter((part) => part !== null);
  return `${result.sources.map(({ source }) => source).join(', ')}: ${parts.join(', ') || 'written'}.`;
}
