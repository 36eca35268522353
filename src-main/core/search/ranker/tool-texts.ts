import type { RankerField } from '#shared/domain/ranker-explanation.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { walkJson } from '../../json/json-walk.ts';

/** What the ranker reads of a tool. */
export type SearchedTool = Pick<
  CatalogTool,
  | 'name'
  | 'namespace'
  | 'title'
  | 'description'
  | 'tags'
  | 'category'
  | 'phrases'
  | 'hypothetical_queries'
  | 'usage_hint'
  | 'aliases'
  | 'input_schema'
>;

/** The texts of a tool by field, each a list of pieces: neighbours are sought within a piece only. */
export type FieldTexts = Readonly<Record<RankerField, readonly string[]>>;

export function fieldTexts(tool: SearchedTool): FieldTexts {
  const { first, rest } = splitFirstSentence(tool.description);
  return {
    name: [localName(tool)],
    namespace: given(tool.namespace),
    title: given(tool.title),
    tags: [...tool.tags, ...given(tool.category)],
    phrases: [...tool.phrases, ...tool.hypothetical_queries, ...given(tool.usage_hint), ...tool.aliases],
    first_sentence: given(first),
    description: given(rest),
    ...argumentTexts(tool.input_schema),
  };
}

function given(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : [text];
}

/** The name without its namespace in front: that is a field of its own. */
export function localName({ name, namespace }: Pick<SearchedTool, 'name' | 'namespace'>): string {
  if (namespace === null || !name.startsWith(namespace)) return name;
  const rest = name.slice(namespace.length);
  return /^[./:_-]+./.test(rest) ? rest.replace(/^[./:_-]+/, '') : name;
}

/** Characters in which a sentence must end to be the first one. */
const longestSentence = 300;
const sentenceEnd = /[.!?](?=\s|$)|[。！？]|\n/;

/** The first sentence or line of a description, and what follows. */
export function splitFirstSentence(description: string): { readonly first: string; readonly rest: string } {
  const text = description.trimStart();
  const end = sentenceEnd.exec(text.slice(0, longestSentence));
  const length = end ? end.index + 1 : Math.min(text.length, longestSentence);
  return { first: text.slice(0, length), rest: text.slice(length) };
}

type ArgumentField = 'argument_names' | 'argument_descriptions' | 'enum_values';

/** Names, descriptions and permitted values of the arguments, at any depth of the schema that is walked. */
function argumentTexts(schema: SearchedTool['input_schema']): Record<ArgumentField, readonly string[]> {
  const texts: Record<ArgumentField, string[]> = { argument_names: [], argument_descriptions: [], enum_values: [] };
  for (const { value, key, parent } of walkJson(schema)) {
    if (!parent) continue;
    const holder = parent.key;
    if (holder === 'properties') texts.argument_names.push(key);
    else if (holder === 'enum' && typeof value === 'string') texts.enum_values.push(value);
    else if ((key === 'description' || key === 'title') && typeof value === 'string' && parent.parent) {
      texts.argument_descriptions.push(value);
    }
  }
  return texts;
}
