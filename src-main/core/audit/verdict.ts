import type { AuditFinding, AuditVerdict } from '#shared/domain/audit.ts';
import { classOf } from './audit-rule.ts';

/** From so many classes of soft findings on, a tool is quarantined without a hard one. */
const classesForQuarantine = 3;

/**
 * The verdict over the findings of one definition: a hard finding quarantines it, and so do soft findings of three classes. One
 * soft finding asks for a review. A hint (severity `info`) asks for one when a hint with another code is beside it.
 */
export function verdictOf(findings: readonly AuditFinding[]): AuditVerdict {
  if (findings.some(({ tier }) => tier === 'hard')) return 'quarantine';
  const soft = findings.filter(({ severity }) => severity === 'warning');
  if (new Set(soft.map(classOf)).size >= classesForQuarantine) return 'quarantine';
  if (soft.length > 0) return 'review';
  return new Set(findings.map(({ code }) => code)).size >= 2 ? 'review' : 'clean';
}
