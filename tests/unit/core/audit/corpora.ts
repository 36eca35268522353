import { readFileSync } from 'node:fs';
import { type AuditInput, auditTools } from '#core/audit/audit-tool.ts';
import type { AuditedTool } from '#shared/domain/audit.ts';

interface Row {
  readonly class: string;
  readonly tool: { readonly name: string; readonly description: string; readonly source?: string } & Readonly<
    Record<string, unknown>
  >;
  /** Tools of other sources in the same audit. */
  readonly beside?: readonly Row['tool'][];
}

export type Label = 'malicious' | 'harmless';
export type Half = 'dev' | 'held-out' | 'later';

/** One line of a corpus with what the audit says about it. */
export interface AuditedRow extends Pick<Row, 'class'> {
  readonly audited: AuditedTool;
}

/** Audits every line of a corpus: each tool alone, or beside the tools that its line names. */
export function auditCorpus(label: Label, half: Half): AuditedRow[] {
  const path = new URL(`../../../fixtures/audit/${label}-${half}.jsonl`, import.meta.url);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const row = JSON.parse(line) as Row;
      const [audited] = auditTools([row.tool, ...(row.beside ?? [])].map(asInput)).tools;
      if (!audited) throw new Error(`${label}-${half}: a line has no tool`);
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
}: Row['tool']): AuditInput {
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
