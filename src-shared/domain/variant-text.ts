import { languageNames } from './query-language.ts';
import type { RankerVariant } from './ranker-explanation.ts';

/** How a word of the query matched, when not as it is: `stem: issues`, `German: Rechnung → invoice`, `thesaurus: repo`. */
export function variantText(variant: RankerVariant): string | null {
  if (variant.kind === 'exact') return null;
  const { translation } = variant;
  if (!translation) return `${variant.kind}: ${variant.word}`;
  const { language, of, english, table, p } = translation;
  const form = variant.word === english ? '' : `, ${variant.through === null ? 'as' : 'thesaurus:'} ${variant.word}`;
  return `${languageNames[language]}: ${of} → ${english}${form} (${table}, ${Math.round(p * 100)} %)`;
}
