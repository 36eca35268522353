/** Where a sentence stands: UTF-16 offsets, end exclusive. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/** Characters that are split; the rest is one range, since nobody reads ten thousand sentences. */
const splitLength = 20_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences and lines of a text, in order and without gaps, white space with the sentence before it. */
export function splitSentences(text: string): SentenceRange[] {
  const head = text.slice(0, splitLength);
  const ranges = [...segmenter.segment(head)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }));
  const last = ranges.at(-1);
  if (last && text.length > head.length) ranges[ranges.length - 1] = { start: last.start, end: text.length };
  return ranges;
}
