import { Charset, Document, Encoder } from 'flexsearch';
import english from 'flexsearch/lang/en';
import { type Engine, resultLimit } from './engine.ts';
import { splitIdentifiers, textFields, toolTexts } from './tool-texts.ts';

/** FlexSearch: words from their beginning on, English stems, `suggest` for any of them; it ranks by position, not by BM25. */
export function flexSearch(): Engine {
  const index = new Document({
    document: { id: 'id', index: [...textFields] },
    tokenize: 'forward',
    encoder: new Encoder(Charset.LatinBalance).assign(english),
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
