import type { AuditInput } from '../audit-input.ts';
import type { AuditText } from '../audit-texts.ts';
import { type Neighbours, ownName } from '../neighbours.ts';
import { address, secretFile } from '../orders/data-words.ts';
import { type Purpose, spacedName } from '../purpose.ts';
import { sentencesOf } from '../reading/sentences.ts';
import { conceptsIn, type FoundConcept, wordsIn } from './concepts.ts';

/** A sentence as the model of speech acts reads it. */
export interface ReadSentence {
  readonly place: string;
  readonly text: string;
  /**
   * What it has: `c:` concepts, `p:` concepts near each other, `k:` concepts with the purpose of the tool, `s:` starts of words,
   * `w:` where it stands.
   */
  readonly features: readonly string[];
  /** The first words of each concept, for an explanation. */
  readonly conceptWords: ReadonlyMap<string, string>;
}

/** So few words give no order; a value or a name needs more of them to be a sentence. */
const leastWords = 4;
const leastWordsOfValue = 5;
const near = 5;
const startLength = 5;

/** Every sentence of a definition with its features. Time is linear in the texts. */
export function readSentences({
  tool,
  purpose,
  neighbours,
  texts,
}: {
  readonly tool: AuditInput;
  readonly purpose: Purpose;
  readonly neighbours: Neighbours;
  readonly texts: readonly AuditText[];
}): ReadSentence[] {
  const own = new Set(startsOf(wordsIn(spacedName(`${ownName(tool)} ${tool.title ?? ''}`))));
  const source = tool.source ?? '';
  return texts.flatMap((text) => {
    if (text.place === 'name') return [];
    return sentencesOf(text.role === 'name' ? spacedName(text.text) : text.text).flatMap((sentence, index) => {
      const words = wordsIn(sentence.text.replaceAll('_', ' '));
      if (words.length < (text.role === 'prose' ? leastWords : leastWordsOfValue)) return [];
      const concepts = [
        ...conceptsIn(sentence.lower, words),
        ...specialConcepts(sentence.text, sentence.lower, source, neighbours),
      ];
      const features = new Set([...conceptFeatures(concepts, purpose), ...placeFeatures(text, sentence.text, index)]);
      for (const start of startsOf(words)) {
        features.add(`s:${start}`);
        if (own.has(start)) features.add('w:own');
      }
      const conceptWords = new Map<string, string>();
      for (const { concept, at, length } of concepts) {
        if (!conceptWords.has(concept)) conceptWords.set(concept, words.slice(at, at + length).join(' '));
      }
      return [{ place: text.place, text: sentence.text, features: [...features], conceptWords }];
    });
  });
}

function startsOf(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 2).map((word) => word.slice(0, startLength));
}

const exampleAddress = /\bexample\.(?:com|org|net)\b|w3\.org|json-schema/;
const toolName = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/** What patterns tell and not words: files with secrets, addresses, and names of tools, of this source or of another one. */
function specialConcepts(text: string, lower: string, source: string, { bySource }: Neighbours): FoundConcept[] {
  const found: FoundConcept[] = [];
  const positionOf = (index: number) => wordsIn(lower.slice(0, index)).length;
  const file = secretFile.exec(lower);
  if (file) found.push({ concept: 'secretFile', at: positionOf(file.index), length: 1 });
  const outside = address.exec(lower);
  if (outside && !exampleAddress.test(outside[0]))
    found.push({ concept: 'address', at: positionOf(outside.index), length: 1 });
  let names = 0;
  for (const match of text.matchAll(toolName)) {
    if (++names > 20) break;
    const isSibling = bySource.get(source)?.has(match[0]) ?? false;
    const isForeign = !isSibling && [...bySource].some(([other, known]) => other !== source && known.has(match[0]));
    const concept = isSibling ? 'sibling' : isForeign ? 'foreignTool' : 'toolName';
    found.push({ concept, at: positionOf(match.index), length: 1 });
  }
  return found;
}

function* conceptFeatures(concepts: readonly FoundConcept[], purpose: Purpose): Generator<string, void> {
  const present = [...new Set(concepts.map(({ concept }) => concept))].sort();
  const sorted = [...concepts].sort((left, right) => left.at - right.at);
  for (const concept of present) yield `c:${concept}`;
  for (const [index, left] of sorted.entries()) {
    for (const right of sorted.slice(index + 1)) {
      if (right.at - left.at > near) break;
      if (left.concept !== right.concept && left.at !== right.at) yield `p:${left.concept}>${right.concept}`;
    }
  }
  for (const kind of ['guards', 'computes', 'converses', 'keepsSecrets'] as const) {
    if (!purpose[kind]) continue;
    yield `k:${kind}`;
    for (const concept of present) yield `k:${kind}+${concept}`;
  }
}

const quotes = /["“”„«»「」]|'[^']{6,}'/;
const describes =
  /^(?:this tool |the tool |it )?(?!always|unless|access|process|address|pass|this|is|his)[a-z]{2,}s\b/i;

function* placeFeatures({ place, role }: AuditText, sentence: string, index: number): Generator<string, void> {
  const isDescription = place === 'description';
  yield `w:${isDescription ? 'description' : place.startsWith('output_schema') ? 'output' : role}`;
  if (isDescription && index === 0) yield 'w:first';
  if (quotes.test(sentence)) yield 'w:quote';
  if (describes.test(sentence)) yield 'w:describes';
}
