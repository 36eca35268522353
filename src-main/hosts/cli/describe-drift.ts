import { counted } from '#shared/counted.ts';
import type { AuditFinding } from '#shared/domain/audit.ts';
import type { SourcePlan } from '#shared/domain/import-plan.ts';
import type { ChangeSeverity, TextRun, ToolChange, ToolDrift } from '#shared/domain/tool-diff.ts';
import { textStates, wholeText } from './describe-words.ts';
import { plainText } from './plain-text.ts';
import type { Reporter } from './reporter.ts';

/** Tools, and changes of each, that are printed; json has more. */
const shownTools = 20;
const shownChanges = 8;

const colours = { breaking: 'red', notable: 'yellow', cosmetic: 'dim' } as const satisfies Record<
  ChangeSeverity,
  string
>;

/** Tools and parts that a source has or lost since the last import, and the differences of the others, as indented lines for people. */
export function describeDrift(plan: SourcePlan, reporter: Reporter, former: ReadonlyMap<string, string>): string[] {
  const { is_new, added, removed, parts } = plan;
  const renamed = (name: string) => (former.has(name) ? `, renamed from ${former.get(name)}` : '');
  return [
    // Of a new source, all are new.
    ...(is_new ? [] : nameLines('+', [...added, ...(parts?.added ?? [])], renamed)),
    ...nameLines('-', [...removed, ...(parts?.removed ?? [])], () => ''),
    ...describeChanged(plan, reporter),
  ];
}

function nameLines(sign: '+' | '-', names: readonly string[], note: (name: string) => string): string[] {
  const lines = names.slice(0, shownTools).map((name) => `  ${sign} ${plainText(`${name}${note(name)}`)}`);
  const more = names.length - lines.length;
  const what = sign === '+' ? 'added' : 'removed';
  return more > 0 ? [...lines, `  and ${more} more ${what}; --format json lists them`] : lines;
}

function describeChanged({ changed, changed_details }: SourcePlan, reporter: Reporter): string[] {
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
  // Both lines would look the same: spaces are all that differs.
  if (words.every(({ kind, text }) => kind === 'same' || text.trim() === '')) return describeSpaces(words);
  const { before, after } = textStates(words, {
    removed: (text) => reporter.paint('red', text),
    added: (text) => reporter.paint('green', text),
  });
  return [...(before === null ? [] : [`        - ${before}`]), ...(after === null ? [] : [`        + ${after}`])];
}

/** Both texts with their spaces as signs: `·` for a space, `⏎` for the end of a line, `⇥` for a tab. */
function describeSpaces(words: readonly TextRun[]): string[] {
  const signed = (text: string) => text.replaceAll(' ', '·').replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  const state = (changed: TextRun['kind']) =>
    wholeText(signed(words.flatMap(({ kind, text }) => (kind === 'same' || kind === changed ? [text] : [])).join('')));
  return [`        - ${state('removed')}`, `        + ${state('added')}`];
}

/** What an audit finds, a line for each of the first five. */
export function describeAudit(findings: readonly AuditFinding[]): string[] {
  const lines = findings
    .slice(0, 5)
    .map(({ code, place, why }) => `audit: ${code} in ${plainText(place)}: ${plainText(why)}`);
  const more = findings.length - lines.length;
  return more > 0 ? [...lines, `audit: ${counted(more, 'more finding')}`] : lines;
}
