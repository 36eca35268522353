import type { GoldenCost, Suggestion, ToolAhead, WhyNot, WhyNotWord } from '#shared/domain/why-not.ts';
import { editedFieldText, whyNotText } from '#shared/domain/why-not-text.ts';
import { plainText } from './plain-text.ts';
import { type Reporter, table } from './reporter.ts';

/** The answer to `--why-not` for people. */
export function describeWhyNot(answer: WhyNot, reporter: Reporter): string {
  const { tool, reason, words, tool_words, ahead, suggestions, no_suggestion, meaning_model } = answer;
  const parts = [`${reporter.paint('bold', plainText(tool))}\n${plainText(whyNotText(reason, answer))}`];
  if (meaning_model) parts.push(plainText(meaning_model.message));
  if (words.length > 0) parts.push(`Words of the query\n${describeWords(words)}`);
  if (tool_words.length > 0) parts.push(`Words of the tool\n  ${plainText(tool_words.join(' '))}`);
  if (ahead.length > 0) parts.push(`Before it\n${ahead.map(describeAhead).join('\n')}`);
  if (suggestions.length > 0) {
    parts.push(`What would lift it\n${suggestions.map((one) => describeSuggestion(one, reporter)).join('\n')}`);
  }
  if (no_suggestion !== null) parts.push(no_suggestion);
  return parts.join('\n\n');
}

function describeWords(words: readonly WhyNotWord[]): string {
  const rows = words.map(({ text, kind, searched, in_tool, through, tools }) => [
    `  ${text}`,
    in_tool ? 'has it' : 'lacks it',
    through ? `as ${through.word} (${through.kind})` : '',
    `in ${tools} ${tools === 1 ? 'tool' : 'tools'}`,
    kind === 'function' ? `function word${searched ? '' : ', not searched'}` : searched ? '' : 'not searched',
  ]);
  return table(rows);
}

const gapNames = { word: 'word', bonuses: 'coverage and bonuses', meaning: 'meaning' } as const;

function describeAhead({ name, rank, raw, difference, gaps }: ToolAhead): string {
  const told = gaps
    .map(({ by, term, here, ahead }) => ({ term: term ?? gapNames[by], more: ahead - here }))
    .filter(({ more }) => Math.abs(more) >= 0.005)
    .map(({ term, more }) => `${plainText(term)} ${signed(more)}`);
  const by = told.length > 0 ? `: ${told.join(', ')}` : '';
  return `  ${rank}. ${plainText(name)}  ${raw.toFixed(2)}, ${signed(difference)}${by}`;
}

function describeSuggestion({ edit, rank, cost, yaml }: Suggestion, reporter: Reporter): string {
  const head = `  ${editedFieldText[edit.field]} ${reporter.paint('bold', `“${plainText(edit.text)}”`)}: ${rank.before ?? 'not found'} → ${rank.after}`;
  const lines = yaml
    .trimEnd()
    .split('\n')
    .map((line) => `      ${plainText(line)}`);
  return [head, ...(cost ? [`    ${describeCost(cost)}`] : []), ...lines].join('\n');
}

function describeCost({ queries, better, worse, hit_at_1 }: GoldenCost): string {
  return `of ${queries} other golden queries ${better} better, ${worse} worse; first place ${hit_at_1.before} → ${hit_at_1.after}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
