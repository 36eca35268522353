import type { Finding } from '#shared/domain/finding.ts';
import { finding } from '#shared/domain/finding.ts';
import type { ImportPlan } from '#shared/domain/import-plan.ts';
import type { ReviewItem } from '#shared/domain/tool-review.ts';
import type { CommandContext } from '../command-context.ts';
import { auditInWords, changesInWords, wholeText } from '../describe-words.ts';
import { toSarif } from '../sarif.ts';
import { escaped } from '../xml-text.ts';
import { type ChangePlace, changePlaces } from './change-places.ts';
import { unreadSentence, unreadSuite } from './unread-sources.ts';

/** One thing that differs from what was imported or approved. */
export interface Change {
  readonly source: string;
  /** A tool, or another part, by the name that people know. */
  readonly name: string;
  /** What happened to it, in words of the review: `changed, breaking`. */
  readonly what: string;
  /** What it says now, or how it differs. */
  readonly says: string;
  /** Whether nobody can use it until somebody approves it. */
  readonly isWithheld: boolean;
}

/** Characters of a text: enough for the words that changed and those beside them. */
const shownWords = 1000;

/** The changes as the document that the command was asked for; false where that is none of these. */
export async function writeChanges(
  context: CommandContext,
  title: string,
  { changes, unread = [] }: { readonly changes: readonly Change[]; readonly unread?: readonly Finding[] },
): Promise<boolean> {
  const { io, document, sarif } = context;
  if (sarif) {
    const placeOf = await changePlaces(context);
    io.stdout.write(await toSarif([...changes.map((change) => asFinding(change, placeOf(change))), ...unread], io.cwd));
  } else if (document === 'junit') io.stdout.write(asJunit(title, changes, unread));
  else if (document === 'markdown') io.stdout.write(asMarkdown(title, changes, unread));
  else return false;
  return true;
}

function asFinding({ source, name, what, says, isWithheld }: Change, { path, line }: ChangePlace): Finding {
  return finding(isWithheld ? 'tool_withheld' : 'tool_differs', {
    message: `${name} (${source}): ${what}${says === '' ? '.' : `: ${wholeText(says, shownWords)}`}`,
    subject: name,
    path,
    range: { start: { line, column: 1 } },
  });
}

/** A suite for each source, in which every change is a failure; a suite of one passed case where nothing differs. */
function asJunit(title: string, changes: readonly Change[], unread: readonly Finding[]): string {
  const name = escaped(title);
  const suites = [...Map.groupBy(changes, ({ source }) => source)].map(([source, own]) => {
    const cases = own.map(
      (change) =>
        `    <testcase name="${escaped(change.name)}" classname="${escaped(source)}"><failure type="${change.isWithheld ? 'withheld' : 'differs'}" message="${escaped(`${change.what} ${change.says}`.trim())}"/></testcase>`,
    );
    const head = `  <testsuite name="${escaped(source)}" tests="${own.length}" failures="${own.length}">`;
    return [head, ...cases, '  </testsuite>'].join('\n');
  });
  const none = `  <testsuite name="${name}" tests="1" failures="0">\n    <testcase name="${name}" classname="${name}"/>\n  </testsuite>`;
  const found = [...suites, ...unreadSuite(unread)];
  const shown = found.length === 0 ? [none] : found;
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...shown, '</testsuites>', ''].join('\n');
}

/** A summary for CI, the withheld ones first. */
export function asMarkdown(title: string, changes: readonly Change[], unread: readonly Finding[] = []): string {
  const withheld = changes.filter(({ isWithheld }) => isWithheld).length;
  const differ = changes.length === 1 ? '1 tool or part differs' : `${changes.length} tools or parts differ`;
  const waits = `${withheld} cannot be used until somebody approves ${withheld === 1 ? 'it' : 'them'}`;
  const summary = changes.length === 0 ? 'Nothing differs.' : `${differ}${withheld === 0 ? '' : `; ${waits}`}.`;
  const sorted = changes.toSorted((a, b) => Number(b.isWithheld) - Number(a.isWithheld));
  const rows = sorted.map(
    ({ source, name, what, says, isWithheld }) =>
      `| ${[span(name), span(source), what, isWithheld ? '**withheld**' : '', span(says)].join(' | ')} |`,
  );
  const table = rows.length === 0 ? [] : ['| name | source | what | | text |', '|---|---|---|---|---|', ...rows, ''];
  const missing = unread.map(({ message }) => `- ${span(message)}`);
  const list = missing.length === 0 ? [] : [...missing, ''];
  const said = [summary, unreadSentence(unread)].filter(Boolean).join(' ');
  return [`## ${title}`, '', said, '', ...list, ...table].join('\n');
}

/** Words of a source as a code span, on one line. */
function span(text: string): string {
  const plain = wholeText(text, shownWords).replaceAll('`', "'").replaceAll('|', '\\|');
  return plain === '' ? '' : `\`${plain}\``;
}

/** What an import would change. */
export function changesOfPlan({ sources, withheld = [], judged = [], conflicts }: ImportPlan): Change[] {
  const waiting = new Set(withheld);
  const judgements = new Map(judged.map((one) => [one.tool, one]));
  const planned = sources.flatMap(({ source, added, changed, changed_details, removed, skills, parts }) => {
    const change = (name: string, given: string, differs = '', severity?: string): Change => {
      const { change: grade, former_name = null, findings = [] } = judgements.get(name) ?? {};
      const happened = former_name === null ? given : `renamed, was ${former_name}`;
      const what = [happened, grade === 'suspicious' ? grade : severity].filter(Boolean).join(', ');
      const says = [auditInWords(findings), differs].filter(Boolean).join(' ');
      return { source, name, what, says, isWithheld: waiting.has(name) };
    };
    const details = new Map(changed_details.map(({ tool, severity, changes }) => [tool, { severity, changes }]));
    return [
      ...[...added, ...(parts?.added ?? [])].map((name) => change(name, 'new')),
      ...[...changed, ...(parts?.changed ?? [])].map((name) => {
        const detail = details.get(name);
        const says = detail && changesInWords(detail.changes);
        return change(name, 'changed', says, detail?.severity);
      }),
      ...[...removed, ...(parts?.removed ?? [])].map((name) => change(name, 'gone')),
      ...(skills?.added ?? []).map((name) => change(`skill ${name}`, 'new')),
      ...(skills?.changed ?? []).map((name) => change(`skill ${name}`, 'changed')),
      ...(skills?.removed ?? []).map((name) => change(`skill ${name}`, 'gone')),
    ];
  });
  const conflicting = conflicts.map(
    ({ tool, sources: between, message }): Change => ({
      ...{ source: between.join(', '), name: tool, what: 'conflict', says: message, isWithheld: false },
    }),
  );
  return [...conflicting, ...planned];
}

/** What a review asks about; what a reviewer rejected waits for nothing. */
export function changesOfReview(items: readonly ReviewItem[]): Change[] {
  return items
    .filter(({ state }) => state !== 'rejected')
    .map(({ tool, source, state, change, action, drift, description, former_name, findings, input_schema }) => ({
      source,
      name: tool,
      what: [state, change !== null && change !== 'new' && change, former_name !== null && `was ${former_name}`]
        .filter(Boolean)
        .join(', '),
      says: [
        auditInWords(findings),
        (drift && changesInWords(drift.changes)) || (description.after ?? ''),
        input_schema === null ? '' : JSON.stringify(input_schema),
      ]
        .filter(Boolean)
        .join(' '),
      isWithheld: action === 'quarantine',
    }));
}
