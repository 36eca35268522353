import type { Confusion } from '#shared/domain/confusable.ts';
import type { Tokenizer } from '../ranker/tokens.ts';
import { localName, type SearchedTool, splitFirstSentence } from '../ranker/tool-texts.ts';

/** A query and the tools that are right for it. */
export interface AskedQuery {
  readonly kind: Confusion['kind'];
  readonly query: string;
  readonly right: readonly string[];
}

/** What somebody would ask who knows a tool's name, or the start of its description. */
export function selfQueries(tool: SearchedTool, tokenizer: Tokenizer): AskedQuery[] {
  const local = tokenizer.words(localName(tool));
  // Nobody asks just "search" and means one of several: then the namespace is part of the name.
  const name = (local.length > 1 ? local : tokenizer.words(tool.name)).join(' ');
  const sentence = splitFirstSentence(tool.description).first.trim();
  const asked: AskedQuery[] = [];
  if (name !== '') asked.push({ kind: 'name', query: name, right: [tool.name] });
  if (sentence !== '') asked.push({ kind: 'sentence', query: sentence, right: [tool.name] });
  return asked;
}
