import type { HybridConfig } from '#shared/domain/hybrid-config.ts';
import type { HybridPath } from '#shared/domain/hybrid-result.ts';
import { maximumQueryLength } from '../search/query-words.ts';

/** What is known before any embedder is asked. */
export interface LexicalFacts {
  readonly query: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Tools with any word of the query that may be returned. */
  readonly matches: number;
  /** Tools that the caller may use. */
  readonly tools: number;
}

/** Which way a search takes, why, and what is embedded for it. */
export interface ChosenPath {
  readonly taken: HybridPath;
  readonly reason: string;
  readonly threshold: number | null;
  /** The query or its parts; none when the words decide alone. */
  readonly embedded: readonly string[];
}

/** The way of a search (R17.06–R17.08, R17.13; thresholds are exceeded only by more than them). */
export function choosePath(config: HybridConfig, facts: LexicalFacts): ChosenPath {
  return config.strategy === 'confidence' ? byConfidence(config, facts) : byToolCount(config, facts);
}

function byConfidence(config: HybridConfig, { query, confidence, matches }: LexicalFacts): ChosenPath {
  const { high_confidence: high, blend_confidence: blend } = config;
  const sure = figure(confidence);
  if (confidence > high) {
    const reason = `confidence ${sure} is above ${high}: only words are used, and no embedder is asked`;
    return { taken: 'bm25', reason, threshold: high, embedded: [] };
  }
  if (confidence > blend && matches > 0) {
    const reason = `confidence ${sure} is above ${blend} but not above ${high}: words and vectors are blended`;
    return { taken: 'blend', reason, threshold: blend, embedded: [query] };
  }
  const why = matches === 0 ? 'no tool has a word of the query' : `confidence ${sure} is not above ${blend}`;
  return { taken: 'vector', reason: `${why}: only vectors are used`, threshold: blend, embedded: [query] };
}

function byToolCount(config: HybridConfig, { query, confidence, tools }: LexicalFacts): ChosenPath {
  const { keyword_confidence: keyword, merge_from, decompose_from } = config;
  const sure = figure(confidence);
  const many = `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
  if (tools >= decompose_from) {
    const embedded = decomposeQuery(query);
    const parts = embedded.length === 1 ? 'the whole query' : `each of the ${embedded.length} parts of the query`;
    const reason = `${many}, ${decompose_from} or more: only vectors are used, for ${parts}`;
    return { taken: 'vector', reason, threshold: null, embedded };
  }
  if (tools >= merge_from) {
    const reason = `${many}, at least ${merge_from} and fewer than ${decompose_from}: words and vectors are blended`;
    return { taken: 'blend', reason, threshold: null, embedded: [query] };
  }
  if (confidence > keyword) {
    const reason = `${many}, fewer than ${merge_from}, and confidence ${sure} is above ${keyword}: only words are used, and no embedder is asked`;
    return { taken: 'bm25', reason, threshold: keyword, embedded: [] };
  }
  const reason = `${many}, fewer than ${merge_from}, and confidence ${sure} is not above ${keyword}: only vectors are used`;
  return { taken: 'vector', reason, threshold: keyword, embedded: [query] };
}

/** With enough decimals to tell it apart from a nearby threshold. */
function figure(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** Most parts of one query: each costs a vector. */
const maximumParts = 8;

/** What joins the parts of a compound query: punctuation, and "and", "or", "then" in a few languages. */
const joints =
  /[,;、，；。]+|[.!?](?=\s|$)|\s+(?:and then|and|or|then|also|plus|und|oder|dann|sowie|et|ou|puis|ainsi que|luego|después|oraz|lub|albo|potem|następnie|a także)\s+|\s*&\s*/giu;

/**
 * The parts of a compound query, in their order, without repetitions (R17.14): split at commas and conjunctions. A query
 * of one part is that part. At most eight; the rest of the query stays with the last.
 */
export function decomposeQuery(query: string): string[] {
  const text = query.slice(0, maximumQueryLength);
  const parts: string[] = [];
  let from = 0;
  const take = (part: string) => {
    const trimmed = part.trim();
    if (/[\p{L}\p{N}]/u.test(trimmed) && !parts.includes(trimmed)) parts.push(trimmed);
  };
  for (const joint of text.matchAll(joints)) {
    if (parts.length === maximumParts - 1) break;
    take(text.slice(from, joint.index));
    from = joint.index + joint[0].length;
  }
  take(text.slice(from));
  return parts.length === 0 ? [text.trim()] : parts;
}
