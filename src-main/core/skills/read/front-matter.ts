import matter from 'gray-matter';
import { splitFrontMatter } from '#shared/text/front-matter.ts';
import type { ReadValues } from '#shared/text/values.ts';
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

/** gray-matter looks for comments in a way that takes quadratic time over white space. */
const maximumGap = 1000;

/**
 * Splits a Markdown file, with line feeds only, into YAML front matter and body; null when it has none. The one place that
 * calls gray-matter: our bounded reader parses the YAML, every other language is refused before and inside of it, and
 * options are always given, since without them it shares its results between callers.
 */
export function readFrontMatter(text: string): FrontMatter | null {
  const parts = splitFrontMatter(text);
  if (parts === null) return null;
  if ('problem' in parts) return { values: { ok: false, problem: parts.problem }, body: '' };
  const gap = longestGap(text.slice(0, parts.yaml.end - 1));
  if (gap > maximumGap) {
    const message = `the front matter has ${gap} blank characters in a row`;
    const place = { line: 1, column: 1 };
    const problem = { code: 'too_complex', message, place, hint: 'Remove the blank lines.' } as const;
    return { values: { ok: false, problem }, body: '' };
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

function longestGap(text: string): number {
  return text.split(/\S+/).reduce((longest, gap) => Math.max(longest, gap.length), 0);
}
