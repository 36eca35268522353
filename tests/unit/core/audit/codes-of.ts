import { type AuditInput, auditTools } from '#core/audit/audit-tool.ts';
import type { AuditCode } from '#shared/domain/audit.ts';

/** Codes that ask for a review by themselves; what the model thinks of a sentence is not asked here. */
export function codesOf(tool: AuditInput): AuditCode[] {
  const [audited] = auditTools([tool]).tools;
  const weighty = (audited?.findings ?? []).filter(
    ({ severity, code }) => severity !== 'info' && code !== 'order_likely',
  );
  return weighty.map(({ code }) => code);
}
