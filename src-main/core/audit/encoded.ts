import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { decodedParts } from './encoded/decode.ts';
import { address, secretFile } from './orders/data-words.ts';
import { ordersIn } from './orders/read-orders.ts';
import type { Purpose } from './purpose.ts';

/** How often a decoded text is decoded again. */
const maximumDepth = 2;
const maximumFindings = 10;
/** Characters that are decoded for one definition, over all texts and depths. */
const maximumLength = 200_000;

/**
 * Texts in base64, hex, escapes, rot13, reversed, split or spelled letter by letter, whose decoded form has orders, commands or
 * addresses. Text that decodes to something harmless is not a finding.
 */
export const encodedTexts: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  const budget = { left: maximumLength };
  for (const { place, text, role } of texts) {
    const found = role === 'name' && text.length < 16 ? null : hiddenIn(text, purpose, budget, 0);
    if (!found) continue;
    const { how, decoded, why, isHard } = found;
    findings.push(
      auditFinding('text_encoded', {
        weight: isHard ? 'hard' : 'soft',
        place,
        excerpt: decoded,
        why: `A text that is written ${how} ${why}`,
      }),
    );
    if (findings.length >= maximumFindings) break;
  }
  return findings;
};

interface Hidden {
  readonly how: string;
  readonly decoded: string;
  readonly why: string;
  readonly isHard: boolean;
}

const command =
  /\b(?:curl|wget|powershell|bash|sh|nc|eval|exec|rm -rf|Invoke-Expression|chmod)\b[^\n]{0,200}(?:https?:|\||\/|-)/i;
/** A command that a text consists of. */
const commandLine =
  /(?:^|[:>]) ?(?:sudo )?(?:curl|wget|bash|sh|zsh|nc|ncat|powershell|pwsh|cmd|eval|exec|rm|chmod|python3?|node|perl|ruby|php|ssh|scp|cat|import os|os\.system|subprocess)\b[ (.]+\S/i;
/** Common words: without some, an order in a text that was decoded for a try would be chance. */
const plainWords =
  /\b(?:the|you|your|and|all|not|to|this|user|that|from|previous|of|is|it|in|with|for|before|are|be)\b/gi;

/** Different words of that kind that a guess must show. */
const leastPlainWords = 2;
/** Tools that convert such texts have samples of them. */
const converting =
  /\b(?:encod\w+|decod\w+|convert\w*|base ?(?:32|58|64|85)|hex\w*|rot ?13|ciphers?|caesar|escap\w+|unescap\w+|revers\w+|unicode|jwts?|tokens?|hash\w*|compress\w*|obfuscat\w+|crypto\w*|encrypt\w*|decrypt\w*|qr|ctf|puzzles?)\b/;

function countOf(words: readonly string[] | null): number {
  return new Set(words?.map((word) => word.toLowerCase())).size;
}

function hiddenIn(text: string, purpose: Purpose, budget: { left: number }, depth: number): Hidden | null {
  if (budget.left <= 0) return null;
  budget.left -= text.length;
  let soft: Hidden | null = null;
  for (const { how, written, decoded, isGuess, isStrange } of decodedParts(text)) {
    const plain = countOf(decoded.match(plainWords));
    if (isGuess && plain < leastPlainWords) continue;
    const serious = ordersIn(decoded, noPurpose(purpose)).find(({ weight }) => weight !== 'hint');
    const base = { how, decoded };
    if (serious) return { ...base, why: `has an order. ${serious.why}`, isHard: true };
    if (!isGuess && (command.test(decoded) || secretFile.test(decoded.toLowerCase()))) {
      return { ...base, why: 'is a command or names a file with secrets.', isHard: true };
    }
    const deeper = isGuess || depth >= maximumDepth ? null : hiddenIn(decoded, purpose, budget, depth + 1);
    if (deeper) return deeper;
    if (!isGuess && !purpose.meetsAttacks && isOnlyAddress(decoded))
      soft = { ...base, why: 'is an address.', isHard: false };
    // Where a part reads well as it is, a few words of it read well in another way by chance.
    const plainBefore = countOf(written.match(plainWords));
    const isSentence = isGuess
      ? plainBefore === 0
      : plainBefore * 2 < plain && /(?:\p{L}+[^\p{L}]+){3}\p{L}{2}/u.test(decoded);
    if (isSentence && !purpose.meetsAttacks && !converting.test(purpose.words))
      soft ??= { ...base, why: 'is a sentence that a model can decode and a person does not see.', isHard: false };
    if (!isGuess && commandLine.test(decoded) && !purpose.meetsAttacks && !converting.test(purpose.words))
      soft ??= { ...base, why: 'is a command.', isHard: false };
    if (isStrange) soft ??= { ...base, why: 'can be read only letter by letter.', isHard: false };
  }
  return soft;
}

/** What an encoded text says is said to nobody openly, so that no job of the tool excuses it. */
function noPurpose(purpose: Purpose): Purpose {
  return {
    ...purpose,
    guards: false,
    meetsAttacks: false,
    converses: false,
    keepsSecrets: false,
    keepsKeys: false,
    words: '',
  };
}

function isOnlyAddress(text: string): boolean {
  const match = address.exec(text.toLowerCase());
  return match !== null && match[0].length > text.trim().length * 0.6;
}
