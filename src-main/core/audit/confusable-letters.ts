import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { latinLook } from './name-key.ts';
import { isMixed } from './reading/sentences.ts';

/** Words with foreign letters from which on a text is not a slip. */
const manyWords = 3;

/** Letters of other scripts inside of Latin words: hard in a name, which models compare, soft in a text. */
export const confusableLetters: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  for (const { place, role, text } of texts) {
    const found = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.filter(isDisguised) ?? [];
    const [first] = found;
    if (first === undefined) continue;
    // A tool against attacks shows one or two such words.
    if (purpose.meetsAttacks && role !== 'name' && found.length < manyWords) continue;
    const isHard = role === 'name' || found.length >= manyWords;
    findings.push(
      auditFinding('name_confusable', {
        weight: isHard ? 'hard' : 'soft',
        place,
        excerpt: found.slice(0, 8).join(' '),
        why: `Letters of another script look like Latin ones: “${latinLook(first).slice(0, 60)}” is written with others.`,
      }),
    );
    if (findings.length >= 20) break;
  }
  return findings;
};

/** Whether a word has Latin letters and others that only look so. */
function isDisguised(word: string): boolean {
  return word.length >= 3 && isMixed(word) && /^[\p{ASCII}]+$/u.test(latinLook(word));
}
