import {
  codePointName,
  findHiddenCharacters,
  type HiddenCharacter,
  spellHiddenCharacters,
} from '#shared/hidden-characters.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';

const maximumFindings = 20;

const meanings: Record<HiddenCharacter['kind'] | 'private', string> = {
  'zero-width': 'zero-width',
  bidi: 'changes the direction of text',
  tag: 'invisible tag',
  control: 'control character',
  variation: 'variation selector',
  surrogate: 'half of a character',
  private: 'private use or blank',
};

/** Characters that people do not see and models do: one finding for each text that has some, naming the code points. */
export const hiddenCharacters: AuditRule = ({ texts }) => {
  const findings = [];
  for (const { place, text, role } of texts) {
    // A value of nothing but one or two control characters is a separator.
    if (role === 'data' && /^\p{Cc}{1,2}$/u.test(text)) continue;
    // A name or a title is one line: a break in it lets the rest pass for a line of the prompt.
    const oneLine = place === 'name' || place === 'title';
    const hidden = [...findHiddenCharacters(text, { limit: 10_000, oneLine }), ...privateUse(text)];
    const [first] = hidden;
    if (!first) continue;
    const count = hidden.length === 1 ? 'a hidden character' : `${hidden.length} hidden characters`;
    findings.push(
      auditFinding('hidden_unicode', {
        weight: 'hard',
        place,
        excerpt: around(text, first.index),
        why: `The text has ${count}: ${describe(hidden)}. People cannot see them, but a model reads them.`,
      }),
    );
    if (findings.length >= maximumFindings) break;
  }
  return findings;
};

type Hidden = Pick<HiddenCharacter, 'index' | 'codePoint'> & { readonly kind: HiddenCharacter['kind'] | 'private' };

/** Characters without a public meaning, which show what the font likes, and letters that show nothing. */
function privateUse(text: string): Hidden[] {
  return [...text.matchAll(/\p{Co}|[\u3164\u115f\u1160\uffa0]|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])/gu)]
    .slice(0, 100)
    .map((match) => ({
      index: match.index,
      codePoint: match[0].codePointAt(0) ?? 0,
      kind: 'private',
    }));
}

function around(text: string, index: number): string {
  return spellHiddenCharacters(text.slice(Math.max(0, index - 20), index + 60));
}

/** `U+200B (zero-width) ×3, U+202E (…)`: at most eight different ones. */
function describe(hidden: readonly Hidden[]): string {
  const counts = new Map<number, { count: number; kind: Hidden['kind'] }>();
  for (const { codePoint, kind } of hidden)
    counts.set(codePoint, { count: (counts.get(codePoint)?.count ?? 0) + 1, kind });
  const named = [...counts].map(
    ([codePoint, { count, kind }]) => `${codePointName(codePoint)} (${meanings[kind]})${count > 1 ? ` ×${count}` : ''}`,
  );
  return named.length > 8 ? `${named.slice(0, 8).join(', ')} and ${named.length - 8} more` : named.join(', ');
}
