import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';

const asked = /(?:^|\n)[ \t]*(?:human|user|customer) ?: ?\S[^\n]{3,}/i;
const answered = /\n[ \t]*(?:assistant|ai|model|bot) ?: ?\S[^\n]{3,}/i;
const example = /\b(?:examples?|sample|eg|e\.g\.|for instance|format|transcript|demo|input|such as)\b/i;

/** Turns of a conversation that nobody had: a model may take them for its own. */
export const inventedTurns: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  for (const { place, role, text } of texts) {
    const question = role === 'prose' ? asked.exec(text) : null;
    const answer = question ? answered.exec(text.slice(question.index)) : null;
    if (!question || !answer || example.test(text.slice(Math.max(0, question.index - 200), question.index))) continue;
    findings.push(
      auditFinding('order_role', {
        weight: purpose.converses ? 'hint' : 'soft',
        place,
        excerpt: `${question[0].trim()} ${answer[0].trim()}`,
        why: 'The text has turns of a conversation that nobody had.',
      }),
    );
    if (findings.length >= 10) break;
  }
  return findings;
};
