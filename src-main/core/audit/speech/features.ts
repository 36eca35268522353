import { asRecord } from '../../json/json-walk.ts';
import type { AuditInput } from '../audit-input.ts';
import type { AuditText } from '../audit-texts.ts';
import { type Neighbours, ownName } from '../neighbours.ts';
import { address, secretFile } from '../orders/data-words.ts';
import { type Purpose, spacedName } from '../purpose.ts';
import { joinLines } from '../reading/plain-text.ts';
import { sentencesOf } from '../reading/sentences.ts';
import { conceptsIn, type FoundConcept, withoutSpaces, wordsIn } from './concepts.ts';

/** A sentence as the model of speech acts reads it. */
export interface ReadSentence {
  readonly place: string;
  readonly text: string;
  /**
   * What it has: `c:` concepts, `p:` concepts near each other, `k:` concepts with the purpose of the tool, `s:` starts of words,
   * `b:` starts of two words in a row, `f:` words, `d:` two words in a row, `e:` two words with one between, `i:` how it begins, `a:` the argument that it describes, `r:` how it relates to the rest of
   * the definition, `w:` where it stands.
   */
  readonly features: readonly string[];
  /** The first words of each concept, for an explanation. */
  readonly conceptWords: ReadonlyMap<string, string>;
}

/** So few words give no order; a value or a name needs more of them to be a sentence. */
const leastWords = 4;
const leastWordsOfValue = 5;
const oneValue = /^\s*[!-~]+\s*$/;
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
  const name = spacedName(`${ownName(tool)} ${tool.title ?? ''}`);
  const own = new Set(startsOf(wordsIn(name)));
  const opening = (tool.description ?? '').slice(0, 160).split('.', 1)[0] ?? '';
  const definition = {
    subject: new Set(startsOf(wordsIn(`${name} ${opening}`.replaceAll('_', ' ')))),
    properties: new Set(
      Object.keys(asRecord(asRecord(tool.input_schema)?.properties) ?? {}).slice(0, maximumArguments),
    ),
  };
  const source = tool.source ?? '';
  return texts.flatMap((text) => {
    // A value such as an address is no sentence, however many words it has.
    if (text.place === 'name' || (text.role === 'data' && oneValue.test(text.text))) return [];
    return sentencesOf(wordsOf(text)).flatMap((sentence, index) => {
      const words = wordsIn(sentence.text.replace(placeholders, ' ').replaceAll('_', ' '));
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
      for (const feature of orderFeatures(words)) features.add(feature);
      for (const feature of relationFeatures(text.place, sentence.text, words, definition)) features.add(feature);
      const conceptWords = new Map<string, string>();
      for (const { concept, at, length } of concepts) {
        if (!conceptWords.has(concept)) conceptWords.set(concept, words.slice(at, at + length).join(' '));
      }
      return [{ place: text.place, text: sentence.text, features: [...features], conceptWords }];
    });
  });
}

/** The words of a text: those of a name apart, and those of prose without the marks and line ends between them. */
function wordsOf({ role, text }: AuditText): string {
  if (role === 'name') return spacedName(text);
  return role === 'prose' ? joinLines(text) : text;
}

function startsOf(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 2 || withoutSpaces.test(word)).map((word) => word.slice(0, startLength));
}

/** Arguments of one definition whose names a sentence may have. */
const maximumArguments = 500;
/** Words of one sentence whose order is looked at. */
const maximumOrder = 300;

/** Words in a row, and the first words, which tell an order from a statement. */
function* orderFeatures(words: readonly string[]): Generator<string, void> {
  const starts = words.slice(0, maximumOrder).map((word) => word.slice(0, startLength));
  const [first = '', second = ''] = starts;
  yield `i:${first}`;
  yield `i:${first}_${second}`;
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    if (next !== undefined) yield `b:${start}_${next}`;
  }
  for (const [index, word] of words.slice(0, maximumOrder).entries()) {
    const [next, afterNext] = [words[index + 1], words[index + 2]];
    yield `f:${word}`;
    if (next !== undefined) yield `d:${word}_${next}`;
    if (afterNext !== undefined) yield `e:${word}_${afterNext}`;
  }
}

const described = /^input_schema\/properties\/([^/]{1,100})\/(?:description|default)$/;
const addressesReader = /\byour?\b/i;
const shouts = /\b[A-Z]{4,}\b/;
const marksUp = /<[A-Z]{3,}>|<\/[A-Za-z]+>|\[[A-Z ]{3,}\]/;
/** Documentation has them for what a person fills in: `<user>`. What they name is asked for by nobody. */
const placeholders = /<[a-z][\w-]{0,24}(?: [\w-]{1,12})?>(?![^<]*<\/)/g;
const placeholder = new RegExp(placeholders.source);

/** Whether a sentence speaks of this tool and its arguments, or of something else. */
function* relationFeatures(
  place: string,
  sentence: string,
  words: readonly string[],
  { subject, properties }: { readonly subject: ReadonlySet<string>; readonly properties: ReadonlySet<string> },
): Generator<string, void> {
  const argument = described.exec(place)?.[1];
  if (argument !== undefined) {
    yield 'a:';
    for (const start of startsOf(wordsIn(spacedName(argument)))) yield `a:${start}`;
  }
  if (properties.size > 0 && sentence.match(/[A-Za-z_]\w*/g)?.some((word) => properties.has(word))) yield 'r:argument';
  const starts = startsOf(words).filter((start) => start.length > 3);
  if (starts.length > 0) {
    const shared = starts.filter((start) => subject.has(start)).length / starts.length;
    yield `r:shared${Math.min(3, Math.floor(shared * 6))}`;
  }
  if (addressesReader.test(sentence)) yield 'r:reader';
  if (shouts.test(sentence)) yield 'r:shouts';
  if (marksUp.test(sentence)) yield 'r:marks';
  if (placeholder.test(sentence)) yield 'r:placeholder';
  yield `r:length${Math.min(6, Math.floor(words.length / 6))}`;
}

/** Addresses of documentation: examples, standards, and forms to fill in such as `https://<host>/` and `https://host/`. */
const exampleAddress =
  /\bexample\.(?:com|org|net)\b|w3\.org|json-schema|^https?:\/\/(?:[<{]|(?:host|hostname)(?:[:/]|$))/;
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
