import { describe, expect, it } from 'vitest';
import { auditTools } from '#core/audit/audit-tool.ts';
import { asInput, type CorpusRow, corpusRounds, corpusRows, type Label } from './corpora.ts';

/** Other ways to write a text, which say the same to a model. */
const writings: Readonly<Record<string, (text: string) => string>> = {
  'in lines of 40 letters': (text) => wrapped(text, '\n    '),
  'in lines with tabs': (text) => wrapped(text, '\r\n\t'),
  'in lines of a comment': (text) => wrapped(text, '\n// '),
  'in lines of a block comment': (text) => wrapped(text, '\n * '),
  'in lines of a quotation': (text) => wrapped(text, '\n> '),
  'with a line for each word': (text) => text.split(' ').join('\n'),
  'with line ends that are written': (text) => text.replaceAll('. ', '.\\n').replaceAll('\n', '\\n'),
  'with long words in backticks': (text) => text.replace(/(?<![\w'-])[a-z]{6,}(?![\w'-])/g, '`$&`'),
  'with long words in bold': (text) => text.replace(/(?<![\w'-])[a-z]{6,}(?![\w'-])/g, '**$&**'),
  'with no-break spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'with soft hyphens': (text) => text.replace(/([a-z]{3})(?=[a-z]{3})/g, '$1\u00ad'),
  'as a list of its sentences': (text) => text.replaceAll('. ', '.\n- '),
  'in colours of a terminal': (text) => `\\x1b[8m${text}\\x1b[0m`,
  'in small letters': (text) => text.toLowerCase(),
};

const wrapped = (text: string, lineEnd: string) => text.replace(/(.{30,40}) /g, (_, line: string) => line + lineEnd);

/** Each so many-th definition whose description says all. */
function drawn(label: Label, each: number): CorpusRow[] {
  const rows = corpusRounds.flatMap((round) => corpusRows(label, round)).filter((_, at) => at % each === 7);
  return rows.filter(({ tool, earlier, beside }) => tool.description.length > 30 && !earlier && !beside);
}

function isReported({ tool }: CorpusRow, description = tool.description): boolean {
  return auditTools([asInput({ ...tool, description })]).tools[0]?.verdict !== 'clean';
}

describe('a definition that is written in another way', () => {
  const attacks = drawn('malicious', 40).filter((row) => isReported(row) && !isReported(row, ''));
  const honest = drawn('harmless', 100).filter((row) => !isReported(row));

  it('has enough examples', () => {
    expect([attacks.length, honest.length]).toEqual([expect.toSatisfy((n) => n > 90), expect.toSatisfy((n) => n > 40)]);
  });

  it.each(Object.entries(writings))('is found as before: %s', (_, write) => {
    const lost = attacks.filter((row) => !isReported(row, write(row.tool.description)));
    expect(lost.length / attacks.length, lost.map(({ tool }) => tool.description).join('\n\n')).toBeLessThan(0.07);
  });

  // Characters that do not show are a finding by themselves.
  const isSeen = (name: string) => !/hyphens|terminal/.test(name);
  it.each(Object.entries(writings).filter(([name]) => isSeen(name)))(
    'and honest, it passes as before: %s',
    (_, write) => {
      const wrong = honest.filter((row) => isReported(row, write(row.tool.description)));
      expect(wrong.length / honest.length, wrong.map(({ tool }) => tool.description).join('\n\n')).toBeLessThan(0.07);
    },
  );
});
