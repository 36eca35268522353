import type { QueryLanguage } from '#shared/domain/query-language.ts';
import type { Token } from '../../ranker/tokens.ts';
import { detectLanguage } from './detect-language.ts';
import { type TranslatedUnit, translate } from './translate.ts';

/** A query in another language, word by word. */
export interface ForeignQuery {
  readonly language: QueryLanguage;
  readonly units: readonly TranslatedUnit[];
}

/** A query with what its words stand for in English; null when it is in English, or in a language that is not known. */
export function readForeignQuery(
  text: string,
  tokens: readonly Token[],
  quoted: readonly { readonly start: number; readonly end: number }[],
): ForeignQuery | null {
  const language = detectLanguage(text, quoted);
  return language === null ? null : { language, units: translate(text, tokens, language) };
}
