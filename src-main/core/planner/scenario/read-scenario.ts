import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
import { type Scenario, scenarioSchema } from '#shared/domain/scenario.ts';
import { PegboardError } from '#shared/errors.ts';
import { locate } from '../../workspace/workspace-file.ts';
import { tooManyExplicitKeys } from '../../yaml/explicit-keys.ts';

/** Largest scenario that is read, bytes. */
export const maximumScenarioBytes = 4 * 1024 * 1024;

/** A scenario as read; null with findings that say why. */
export interface ReadScenario {
  readonly scenario: Scenario | null;
  readonly findings: readonly Finding[];
}

/** Reads the text of a `*.scenario.yaml`. What is wrong is findings with line and column, all of them at once. */
export function readScenario(text: string, path: string): ReadScenario {
  const tooMany = tooManyExplicitKeys(text);
  if (tooMany) {
    const start = { line: 1, column: 1 };
    return { scenario: null, findings: [finding('scenario_syntax', tooMany, path, { start })] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', uniqueKeys: true });
  if (document.errors.length > 0) {
    const findings = document.errors.map(({ message, linePos }) => {
      const [start] = linePos ?? [{ line: 1, col: 1 }];
      const range = { start: { line: start.line, column: start.col } };
      return finding('scenario_syntax', message.split('\n')[0]?.replace(/ at line.*$/, '') ?? message, path, range);
    });
    return { scenario: null, findings };
  }
  const values = valuesOf(document, path);
  if (!values.ok) return { scenario: null, findings: [values.finding] };
  const parsed = scenarioSchema.safeParse(values.value);
  if (parsed.success) return { scenario: parsed.data, findings: [] };
  const findings = parsed.error.issues.flatMap(issuesInside).map(({ path: field, message }) => {
    const place = field.length === 0 ? '' : `${field.join('.')}: `;
    return finding('scenario_invalid', `${place}${message}`, path, { start: locate(document, lines, field) });
  });
  return { scenario: null, findings };
}

/** The scenario, or the first finding as an error. Errors: `scenario_syntax`, `scenario_invalid`. */
export function scenarioOf({ scenario, findings }: ReadScenario): Scenario {
  if (scenario) return scenario;
  const [first] = findings;
  const { line, column } = first?.range?.start ?? { line: 1, column: 1 };
  const code = first?.code === 'scenario_syntax' ? 'scenario_syntax' : 'scenario_invalid';
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  throw new PegboardError(code, `${first?.path}:${line}:${column}: ${first?.message}${more}`, {
    hint: 'README.md of Pegboard, "Scenarios", lists every field.',
    data: { findings },
  });
}

function valuesOf(document: Document, path: string): { ok: true; value: unknown } | { ok: false; finding: Finding } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, finding: finding('scenario_invalid', message, path, { start: { line: 1, column: 1 } }) };
  }
}

interface Place {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An issue as places in the file: each unknown key by itself, and of a choice the issue that came furthest. */
function issuesInside(issue: z.core.$ZodIssue): Place[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'there is no such field' }));
  }
  if (issue.code !== 'invalid_union') return [{ path: issue.path, message: issue.message }];
  const inner = issue.errors
    .map((issues) => issues.flatMap(issuesInside))
    .sort((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0];
  if (!inner || inner.length === 0) return [{ path: issue.path, message: issue.message }];
  return inner.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function finding(code: string, message: string, path: string, range: Finding['range']): Finding {
  return { code, severity: 'error', message, path, range };
}
