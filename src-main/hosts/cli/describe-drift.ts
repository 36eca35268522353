import type { SourcePlan } from '#shared/domain/import-plan.ts';
import type { ChangeSeverity, ToolChange, ToolDrift } from '#shared/domain/tool-diff.ts';
import { textStates } from './describe-words.ts';
import { plainText } from './plain-text.ts';
import type { Reporter } from './reporter.ts';

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
    return [`      ${severity}  ${plainText(change.message)}`, ...describeWords(change, reporter)];
  });
  const more = Math.max(changes.length - shownChanges, 0) + omitted;
  return more > 0 ? [...lines, `      and ${more} more`] : lines;
}

/** The text as it was and as it is: a reviewer must see every word that a model would read. */
function describeWords({ words }: ToolChange, reporter: Reporter): string[] {
  if (words === null) return [];
  const { before, after } = textStates(words, {
    removed: (text) => reporter.paint('red', text),
    added: (text) => reporter.paint('green', text),
  });
  return [...(before === null ? [] : [`        - ${before}`]), ...(after === null ? [] : [`        + ${after}`])];
}
