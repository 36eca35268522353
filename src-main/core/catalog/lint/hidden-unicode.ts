import { type Finding, finding } from '#shared/domain/finding.ts';
import { codePointName, findHiddenCharacters, type HiddenCharacter } from '#shared/hidden-characters.ts';
import type { LintRule } from './lint-rule.ts';
import { toolTexts } from './tool-texts.ts';

const maximumFindings = 20;

const meanings: Record<HiddenCharacter['kind'], string> = {
  'zero-width': 'zero-width',
  bidi: 'turns the direction of text',
  tag: 'invisible tag',
  control: 'control character',
  variation: 'variation selector',
  surrogate: 'half of a character',
};

/** Characters that people do not see and models do: one finding for each text that has some, naming the code points. */
export const hiddenUnicode: LintRule = (tool) => {
  const findings: Finding[] = [];
  for (const { path, text } of toolTexts(tool)) {
    // A name or a title is one line: a break in it lets the rest pass for a line of the prompt.
    const hidden = findHiddenCharacters(text, { limit: 10_000, oneLine: path === 'name' || path === 'title' });
    if (hidden.length === 0) continue;
    findings.push(
      finding('hidden_unicode', {
        severity: 'error',
        message: `Text with ${hidden.length === 1 ? 'a hidden character' : `${hidden.length} hidden characters`}: ${describe(hidden)}.`,
        path,
        hint: 'People do not see them, a model reads them. Remove them at the source, and ask why they are there.',
      }),
    );
    if (findings.length >= maximumFindings) break;
  }
  return findings;
};

/** `U+200B (zero-width) ×3, U+202E (…)`: at most eight different ones. */
function describe(hidden: readonly HiddenCharacter[]): string {
  const counts = new Map<number, { count: number; kind: HiddenCharacter['kind'] }>();
  for (const { codePoint, kind } of hidden)
    counts.set(codePoint, { count: (counts.get(codePoint)?.count ?? 0) + 1, kind });
  const named = [...counts].map(
    ([codePoint, { count, kind }]) => `${codePointName(codePoint)} (${meanings[kind]})${count > 1 ? ` ×${count}` : ''}`,
  );
  return named.length > 8 ? `${named.slice(0, 8).join(', ')} and ${named.length - 8} more` : named.join(', ');
}
