import type { SourcePlan } from '#shared/domain/import-plan.ts';
import type { ChangeSeverity, ToolChange, ToolDrift } from '#shared/domain/tool-diff.ts';
import { plainText } from './plain-text.ts';
import { excerpt, type Reporter } from './reporter.ts';

/** Tools, and changes of each, that are printed; json has more. */
const shownTools = 20;
const shownChanges = 8;

const colours = { breaking: 'red', notable: 'yellow', cosmetic: 'dim' } as const satisfies Record<
  ChangeSeverity,
  string
>;

/** The differences of changed tools as indented lines, for people. */
export function describeDrift({ changed, changed_details }: SourcePlan, reporter: Reporter): string[] {
  const lines = changed_details
    .slice(0, shownTools)
    .flatMap((drift) => [
      `  ~ ${plainText(drift.tool)}  ${reporter.paint('dim', `${drift.hash_before.slice(0, 12)} → ${drift.hash_after.slice(0, 12)}`)}`,
      ...describeChanges(drift, reporter),
    ]);
  const more = changed.length - shownTools;
  return more > 0 ? [...lines, `  and ${more} more changed; --format json lists them`] : lines;
}

/** The changes of one tool as indented lines. */
export function describeChanges({ changes, omitted }: ToolDrift, reporter: Reporter): string[] {
  const lines = changes.slice(0, shownChanges).flatMap((change) => {
    const severity = reporter.paint(colours[change.severity], change.severity.padEnd(8));
    return [`      ${severity}  ${plainText(change.message)}`, ...describeWords(change)];
  });
  const more = Math.max(changes.length - shownChanges, 0) + omitted;
  return more > 0 ? [...lines, `      and ${more} more`] : lines;
}

/** The words that went and those that came; the ones around them are left out. */
function describeWords({ words }: ToolChange): string[] {
  const runs = (words ?? []).filter(({ kind, text }) => kind !== 'same' && text.trim() !== '');
  return runs
    .slice(0, 6)
    .map(({ kind, text }) => `        ${kind === 'added' ? '+' : '-'} ${plainText(excerpt(text, 90))}`);
}
