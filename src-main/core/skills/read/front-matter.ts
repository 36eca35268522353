import matter from 'gray-matter';
import type { Place, ReadValues, Unreadable } from '#shared/text/values.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';

/** The front matter of a Markdown file and what follows it. */
export interface FrontMatter {
  readonly values: ReadValues;
  readonly body: string;
}

/** gray-matter runs `---js` and `---coffee` as code unless their engines are replaced. */
const refuse = () => {
  throw new Error('Only YAML front matter is read.');
};
const refused = { parse: refuse, stringify: refuse };

/**
 * Splits a Markdown file, with line feeds only, into YAML front matter and body; null when it has none. The one place that
 * calls gray-matter: our bounded reader parses the YAML, every other language is refused before and inside of it, and
 * options are always given, since without them it shares its results between callers.
 */
export function readFrontMatter(text: string): FrontMatter | null {
  const close = text.indexOf('\n---');
  if (!text.startsWith('---') || close < 0) return null;
  const language = text.slice(3, text.indexOf('\n')).trim();
  if (language.startsWith('-') || /\s/.test(language)) return null;
  if (language !== '' && !/^ya?ml$/i.test(language)) {
    const message = `the front matter says it is "${language.slice(0, 40)}"; only YAML is read, and nothing is run`;
    return unreadable(
      'front_matter_language',
      message,
      { line: 1, column: 4 },
      'Write YAML between two lines of "---".',
    );
  }
  if (!/^\n---[^\S\n]*(?:\n|$)/.test(text.slice(close, close + 200))) {
    const line = text.slice(0, close + 1).split('\n').length;
    return unreadable(
      'syntax',
      'a line of the front matter starts with "---"',
      { line, column: 1 },
      'Indent or quote it.',
    );
  }
  const gap = longestGap(text.slice(0, close));
  if (gap > maximumGap) {
    return unreadable(
      'too_complex',
      `the front matter has ${gap} blank characters in a row`,
      { line: 1, column: 1 },
      'Remove the blank lines.',
    );
  }
  let values: ReadValues | undefined;
  const yaml = {
    // The text starts behind the opening mark, in line 1 of the file.
    parse: (source: string) => {
      values = readYamlValues(source);
      return {};
    },
    stringify: refuse,
  };
  const { content } = matter(text, {
    engines: { yaml, json: refused, javascript: refused, js: refused, coffee: refused, coffeescript: refused },
  });
  // A block of nothing but comments is never parsed.
  return { values: values ?? readYamlValues(''), body: content.replace(/^[^\S\n]*\n/, '') };
}

/** gray-matter looks for comments in a way that takes quadratic time over white space. */
const maximumGap = 1000;

function longestGap(text: string): number {
  return text.split(/\S+/).reduce((longest, gap) => Math.max(longest, gap.length), 0);
}

function unreadable(code: Unreadable['code'], message: string, place: Place, hint: string): FrontMatter {
  return { values: { ok: false, problem: { code, message, place, hint } }, body: '' };
}
