import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import type { Highlight, ScoreExplanation } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

export type RegexTier = Extract<ScoreExplanation, { kind: 'regex' }>['tier'];

/** Score of each tier (R3.05–R3.08). */
export const tierScores: Readonly<Record<RegexTier, number>> = {
  full_name: 0.95,
  name_prefix: 0.9,
  name_substring: 0.85,
  description_or_tags: 0.75,
};

/** Most instructions a compiled pattern may have: nested counts such as `(a{1000}){1000}` stop here. */
const maximumProgramSize = 10_000;

/**
 * Compiles a pattern without regard to case, by an engine whose time is linear in the text, so that no pattern can freeze
 * the process (R3.10, R3.13). For an invalid or too large pattern it returns the reason, as text.
 */
export function compilePattern(pattern: string): { readonly regex: RE2JS } | { readonly invalid: string } {
  try {
    const regex = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return regex.programSize() > maximumProgramSize ? { invalid: 'pattern too large' } : { regex };
  } catch (error) {
    if (error instanceof RE2JSException) return { invalid: reasonOf(error, pattern) };
    throw error;
  }
}

/** What is wrong, with the part that is, and without the words and the flags of the engine. */
function reasonOf(error: RE2JSException, pattern: string): string {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const part = error.getPattern()?.replace('(?i)', '');
  return !part || part === pattern ? error.getDescription() : `${error.getDescription()} ${part}`;
}

/** The words as one alternation, so that a sentence finds tools with any of them (R3.12). */
export function alternationOf(words: readonly string[]): RE2JS {
  return RE2JS.compile(words.map((word) => RE2JS.quote(word)).join('|'), RE2JS.CASE_INSENSITIVE);
}

/** The single highest tier in which a tool matches, or null (R3.05–R3.10). */
export function regexTier(regex: RE2JS, tool: Pick<CatalogTool, 'name' | 'description' | 'tags'>): RegexTier | null {
  if (regex.test(tool.name)) {
    if (regex.testExact(tool.name)) return 'full_name';
    return regex.matcher(tool.name).lookingAt() ? 'name_prefix' : 'name_substring';
  }
  return regex.test(tool.description) || tool.tags.some((tag) => regex.test(tag)) ? 'description_or_tags' : null;
}

/** Where the pattern matches in name and description, at most 50 places a field; empty matches are left out. */
export function regexHighlights(regex: RE2JS, tool: Pick<CatalogTool, 'name' | 'description'>): Highlight[] {
  const places: Highlight[] = [];
  for (const field of ['name', 'description'] as const) {
    const matcher = regex.matcher(tool[field]);
    for (let count = 0; count < 50 && matcher.find(); count++) {
      if (matcher.end() > matcher.start())
        places.push({ field, start: matcher.start(), end: matcher.end(), term: null });
    }
  }
  return places;
}
