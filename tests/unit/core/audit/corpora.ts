import { readFileSync } from 'node:fs';
import { type AuditInput, auditTools } from '#core/audit/audit-tool.ts';
import type { AuditedTool } from '#shared/domain/audit.ts';

/** A line of a corpus. */
export interface CorpusRow {
  readonly class: string;
  readonly tool: { readonly name: string; readonly description: string; readonly source?: string } & Readonly<
    Record<string, unknown>
  >;
  /** Tools of other sources in the same audit. */
  readonly beside?: readonly CorpusRow['tool'][];
  /** The tool as an earlier listing had it. */
  readonly earlier?: CorpusRow['tool'];
}

export type Label = 'malicious' | 'harmless';

/** The parts of the corpora, in the order in which they were written. */
export const corpusRounds = [
  'dev',
  'held-out',
  'later',
  'round-1',
  'round-2',
  'round-3',
  'round-4',
  'round-5',
  'round-6',
  'round-7',
  'round-8',
  'round-9',
  'round-10',
  'round-11',
  'round-12',
  'round-13',
  'round-14',
  'round-15',
  'round-16',
  'round-17',
  'round-18',
  'round-19',
  'round-20',
  'round-21',
  'round-22',
  'round-23',
  'round-24',
  'round-25',
] as const;
export type CorpusRound = (typeof corpusRounds)[number];

/** One line of a corpus with what the audit says about it. */
export interface AuditedRow extends Pick<CorpusRow, 'class'> {
  readonly audited: AuditedTool;
}

/** The lines of one part of the corpora. */
export function corpusRows(label: Label, round: CorpusRound): CorpusRow[] {
  const path = new URL(`../../../fixtures/audit/${label}-${round}.jsonl`, import.meta.url);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line): CorpusRow => JSON.parse(line));
}

/** Audits every line of a part: each tool alone, beside the tools that its line names, or against its earlier listing. */
export function auditCorpus(label: Label, round: CorpusRound): AuditedRow[] {
  return corpusRows(label, round).map((row) => {
    const earlier = row.earlier ? [asInput(row.earlier)] : [];
    const [audited] = auditTools([row.tool, ...(row.beside ?? [])].map(asInput), { earlier }).tools;
    if (!audited) throw new Error(`${label}-${round}: a line has no tool`);
    return { class: row.class, audited };
  });
}

/** A tool as a server lists it. */
export function asInput({
  name,
  source,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: CorpusRow['tool']): AuditInput {
  return {
    name,
    source,
    title: typeof title === 'string' ? title : null,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
    annotations,
  };
}

/** How many definitions of each class are reported, and the names of those that are in the wrong list: a table as text. */
export function tableOf(rows: readonly AuditedRow[]): string {
  const classes = [...new Set(rows.map((row) => row.class))];
  return classes
    .map((name) => {
      const own = rows.filter((row) => row.class === name);
      const reported = own.filter(({ audited }) => audited.verdict !== 'clean');
      return `${name}: ${reported.length} of ${own.length} reported (${reported.map(({ audited }) => audited.name).join(', ')})`;
    })
    .join('\n');
}
