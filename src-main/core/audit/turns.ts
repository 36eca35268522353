import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';

const asked = /(?:^|\n)[ \t]*(?:human|user|customer) ?: ?\S[^\n]{3,}/gi;
const answered = /\n[ \t]*(?:assistant|ai|model|bot) ?: ?\S[^\n]{3,}/i;
/** Characters before turns that may call them an example, in the last line that has words. */
const maximumBefore = 120;
const example = /\b(?:examples?|sample|eg|e\.g\.|for instance|format|transcript|demo|input|such as)\b/i;

/** Turns of a conversation that nobody had: a model may take them for its own. */
export const inventedTurns: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  for (const { place, role, text } of texts) {
    if (role !== 'prose') continue;
    const question = [...text.matchAll(asked)].find(({ index }) => !isExample(text, index));
    const answer = question ? answered.exec(text.slice(question.index)) : null;
    if (!question || !answer) continue;
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

/** Whether the last words before turns introduce an example. */
function isExample(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - maximumBefore), index).trimEnd();
  return example.test(before.slice(before.lastIndexOf('\n') + 1));
}
