import { Charset, Document, Encoder } from 'flexsearch';
import english from 'flexsearch/lang/en';
import { type Engine, resultLimit } from './engine.ts';
import { splitIdentifiers, textFields, toolTexts } from './tool-texts.ts';

/**
 * FlexSearch: whole words, English stems and stop words, `suggest` for any of them; it ranks by position, not by BM25. Of its
 * character sets and tokenizers these do best here; words from their beginning on, as one types, lose up to a third.
 */
export function flexSearch(): Engine {
  const index = new Document({
    document: { id: 'id', index: [...textFields] },
    tokenize: 'strict',
    encoder: new Encoder(Charset.LatinDefault).assign(english),
  });
  let names: string[] = [];
  return {
    name: 'FlexSearch',
    index(tools) {
      names = tools.map((tool) => tool.name);
      for (const [id, tool] of tools.entries()) index.add({ id, ...toolTexts(tool) });
    },
    search(query) {
      const found: unknown = index.search(splitIdentifiers(query), { limit: resultLimit, suggest: true, merge: true });
      // The limit holds for each field.
      const ids = Array.isArray(found) ? (found as { id: number }[]).slice(0, resultLimit) : [];
      return ids.map(({ id }) => names[id] ?? '');
    },
    close: () => {
      index.clear();
    },
  };
}
