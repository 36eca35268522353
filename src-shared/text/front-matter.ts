import type { Place as Stretch } from './text-edit.ts';
import type { Place, Unreadable } from './values.ts';

/** The parts of a Markdown file that starts with front matter. */
export interface FrontMatterParts {
  /** Between the lines of dashes. */
  readonly yaml: Stretch;
  /** Behind the line that closes the front matter. */
  readonly body: Stretch;
}

/**
 * The range of the front matter of a Markdown file, or why it is not read; null when there is none. Both kinds of line
 * breaks are accepted.
 */
export function splitFrontMatter(text: string): FrontMatterParts | { readonly problem: Unreadable } | null {
  const close = text.indexOf('\n---');
  if (!text.startsWith('---') || close < 0) return null;
  const start = text.indexOf('\n') + 1;
  const language = text.slice(3, start).trim();
  if (language.startsWith('-') || /\s/.test(language)) return null;
  if (language !== '' && !/^ya?ml$/i.test(language)) {
    const message = `the language of the front matter is "${language.slice(0, 40)}"; Pegboard reads only YAML and runs nothing`;
    const hint = 'Write YAML between two lines of "---".';
    return unreadable({ code: 'front_matter_language', message, place: { line: 1, column: 4 }, hint });
  }
  const mark = /^\n---[^\S\n]*(?:\n|$)/.exec(text.slice(close, close + 200));
  if (!mark) {
    const place: Place = { line: text.slice(0, close + 1).split('\n').length, column: 1 };
    return unreadable({
      code: 'syntax',
      message: 'a line of the front matter starts with "---"',
      place,
      hint: 'Indent or quote it.',
    });
  }
  return {
    yaml: { start, end: Math.max(start, close + 1) },
    body: { start: close + mark[0].length, end: text.length },
  };
}

function unreadable(problem: Unreadable) {
  return { problem };
}

/** The problem of a Markdown skill without front matter that can be read. */
export function noFrontMatter(text: string): Unreadable {
  const isOpen = /^---[^\S\n]*\r?\n/.test(text);
  return {
    code: 'front_matter_missing',
    message: isOpen ? 'the front matter has no end' : 'the file does not start with front matter',
    hint: isOpen
      ? 'Add a line of "---" below the last field.'
      : 'Start it with the fields of the skill as YAML, between two lines of "---".',
    place: { line: 1, column: 1 },
  };
}
