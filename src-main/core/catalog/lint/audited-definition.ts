import type { AuditFinding } from '#shared/domain/audit.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { auditFindings } from '../../audit/audit-tool.ts';
import { verdictOf } from '../../audit/verdict.ts';
import type { LintRule } from './lint-rule.ts';

const hints = {
  hidden_unicode: 'Remove them at the source, and ask why they are there.',
  model_instructions:
    'A definition describes; it does not give orders. Read it before you trust this server, or replace the description in an overlay.',
  other: 'Read the definition before you trust this server. “pegboard audit” says more about it.',
} as const;

/**
 * What the audit of a definition finds, with the codes of the lint: every kind of order is `model_instructions`. A tool whose verdict
 * is clean has no findings here. What only other sources show, such as a name that looks like another one, is not looked at.
 */
export const auditedDefinition: LintRule = (tool) => {
  const found = auditFindings({ ...tool, source: null });
  if (verdictOf(found) === 'clean') return [];
  const seen = new Set<string>();
  return found.map(auditedFinding).filter(({ code, path }) => {
    const key = `${code} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

/** A finding of the audit with the code of the lint. Its path is the place in the definition. */
export function auditedFinding({ code, severity, place, excerpt, why }: AuditFinding): Finding {
  const lintCode = code.startsWith('order_') ? 'model_instructions' : code;
  const hint = lintCode === 'hidden_unicode' || lintCode === 'model_instructions' ? hints[lintCode] : hints.other;
  const quoted = code === 'hidden_unicode' ? '' : ` “${excerpt}”`;
  return finding(lintCode, { severity, message: `${why}${quoted}`, path: place, hint });
}
