import { z } from 'zod';

/** Languages, beside English, in which a query may be put. */
export const queryLanguageSchema = z.enum(['de', 'fr', 'es', 'pt', 'it', 'pl', 'ru', 'cs', 'tr', 'ja', 'ko', 'zh']);
export type QueryLanguage = z.infer<typeof queryLanguageSchema>;

/** Their names in English. */
export const languageNames: Readonly<Record<QueryLanguage, string>> = {
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  it: 'Italian',
  pl: 'Polish',
  ru: 'Russian',
  cs: 'Czech',
  tr: 'Turkish',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
};

/** How a translation of a word was found: in a table as it stands, without its ending, or as a part of a compound. */
export const translationTableSchema = z.enum(['concepts', 'lexicon', 'ending', 'compound']);
export type TranslationTable = z.infer<typeof translationTableSchema>;
