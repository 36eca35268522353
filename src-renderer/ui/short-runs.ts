import type { TextRun } from '#shared/domain/tool-diff.ts';
import { cutText } from './cut-text.ts';

/** Characters of unchanged text that stay beside a change, and of a changed run. */
const aroundChange = 60;
const longestRun = 1500;
/** Runs that are drawn. */
const mostRuns = 200;

/**
 * A word-by-word difference as it is read: unchanged text far from any change is left out with `…`, so that one changed word
 * of a long description is seen at once.
 */
export function shortRuns(runs: readonly TextRun[]): TextRun[] {
  const short = runs.slice(0, mostRuns).map((run, at): TextRun => {
    if (run.kind !== 'same') return { ...run, text: cutText(run.text, longestRun) };
    const head = at === 0 ? '' : run.text.slice(0, aroundChange);
    const tail = at === runs.length - 1 ? '' : run.text.slice(-aroundChange);
    if (run.text.length <= head.length + tail.length + 20) return run;
    return { kind: 'same', text: `${cleanEnd(head)} … ${cleanStart(tail)}` };
  });
  return runs.length > mostRuns ? [...short, { kind: 'same', text: ' …' }] : short;
}

/** Without half a word, or half a character, at the cut. */
function cleanEnd(text: string): string {
  return text.replace(/\s*\S*$/, (part) => (part.length === text.length ? part : ''));
}

function cleanStart(text: string): string {
  return text.replace(/^\S*\s*/, (part) => (part.length === text.length ? part : ''));
}
