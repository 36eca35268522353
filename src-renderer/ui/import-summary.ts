import type { ImportPlan, ImportResult, PlanBase } from '#shared/domain/import-plan.ts';
import { strings } from '../strings/ui.ts';

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

/** What an import did to the skills of servers. */
function skillParts({ sources }: ImportPlan): (string | null)[] {
  const count = (key: 'added' | 'changed' | 'removed') =>
    sources.reduce((sum, { skills }) => sum + (skills?.[key].length ?? 0), 0);
  const [added, changed, removed] = [count('added'), count('changed'), count('removed')];
  return [
    added > 0 ? strings.importSummary.skillsAdded(added) : null,
    changed > 0 ? strings.importSummary.skillsChanged(changed) : null,
    removed > 0 ? strings.importSummary.skillsRemoved(removed) : null,
  ];
}

/** What an import wrote, in one sentence. */
export function importSentence(result: ImportResult): string {
  if (!result.written) return strings.importSummary.noToolChanged;
  const { added, changed, removed, unchanged } = planTotals(result);
  const parts = [
    added > 0 ? strings.importSummary.toolsAdded(added) : null,
    changed > 0 ? strings.importSummary.toolsChanged(changed) : null,
    removed > 0 ? strings.importSummary.toolsRemoved(removed) : null,
    unchanged > 0 ? strings.importSummary.toolsUnchanged(unchanged) : null,
    ...skillParts(result),
  ].filter((part) => part !== null);
  return `${result.sources.map(({ source }) => source).join(', ')}: ${parts.join(', ') || 'written'}.`;
}
