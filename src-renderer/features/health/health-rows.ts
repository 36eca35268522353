import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { DuplicateGroup } from '#shared/domain/curation.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';

/** A kind of thing that is wrong with tools. */
export interface HealthRow {
  /** Code of a finding, or how tools are like each other. */
  readonly kind: string;
  readonly severity: 'error' | 'warning';
  readonly tools: number;
  /** The first of them. */
  readonly example: string;
}

/** What is wrong with the tools, errors first, then what most tools have. Notes are left out, and so is what nobody looked for yet. */
export function healthRows({
  problems,
  duplicates,
  confusable,
}: {
  readonly problems: readonly ToolProblems[];
  readonly duplicates: readonly DuplicateGroup[];
  readonly confusable: ConfusableReport | null;
}): readonly HealthRow[] {
  const names = new Map<string, { readonly severity: HealthRow['severity']; readonly tools: Set<string> }>();
  const add = (kind: string, severity: HealthRow['severity'], name: string) => {
    const known = names.get(kind);
    if (known) known.tools.add(name);
    else names.set(kind, { severity, tools: new Set([name]) });
  };
  for (const { name, problems: own } of problems)
    for (const { code, severity } of own) if (severity !== 'info') add(code, severity, name);
  for (const { tools } of duplicates) for (const name of tools) add('duplicate', 'warning', name);
  for (const { tools } of confusable?.pairs ?? []) for (const name of tools) add('confusable', 'warning', name);
  const rows = [...names].map(([kind, { severity, tools }]): HealthRow => {
    const [example = ''] = tools;
    return { kind, severity, tools: tools.size, example };
  });
  return rows.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error') || b.tools - a.tools);
}
