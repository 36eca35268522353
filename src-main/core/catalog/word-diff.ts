import { diffWordsWithSpace } from 'diff';
import type { TextRun } from '#shared/domain/tool-diff.ts';

/** Characters of two texts together that are compared word by word; longer ones differ as a whole. */
const comparedCharacters = 40_000;
/** Words that may differ before the rest counts as rewritten: bounds the time, which grows with the square of it. */
const comparedEdits = 150;
/** Characters of a run that are kept. */
const keptCharacters = 2000;

/** Two texts as one, word by word. Bounded in time and size, whatever the texts. */
export function diffTexts(before: string, after: string): TextRun[] {
  const compared =
    before.length + after.length <= comparedCharacters
      ? diffWordsWithSpace(before, after, { maxEditLength: comparedEdits })
      : undefined;
  const runs: TextRun[] = compared
    ? compared.map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return runs
    .filter(({ text }) => text !== '')
    .map(({ kind, text }) => ({
      kind,
      text: text.length <= keptCharacters ? text : `${text.slice(0, keptCharacters - 1)}…`,
    }));
}

/** How many words were added and removed, as `3 words added, 1 removed`; spaces alone do not count as words. */
export function countWords(runs: readonly TextRun[]): string {
  const count = (kind: TextRun['kind']) =>
    runs.filter((run) => run.kind === kind).reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const added = count('added');
  const removed = count('removed');
  if (added + removed === 0) return 'spaces only';
  const words = (number: number) => `${number} ${number === 1 ? 'word' : 'words'}`;
  if (removed === 0) return `${words(added)} added`;
  return added === 0 ? `${words(removed)} removed` : `${words(added)} added, ${removed} removed`;
}
