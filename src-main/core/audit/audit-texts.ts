import { pointerOf, walkJson, walkLimits } from '../json/json-walk.ts';
import type { AuditInput } from './audit-input.ts';

/** What a text is for: prose is meant to be read; data are values; a name is one word or several run together. */
export type TextRole = 'name' | 'prose' | 'data';

/** A text of a definition that a model reads, and where it stands. */
export interface AuditText {
  /** `name`, `description`, `input_schema/properties/owner/description`. */
  readonly place: string;
  readonly role: TextRole;
  readonly text: string;
}

/** Characters of one definition, and of one text, that are audited. */
export const auditLimits = { definition: 120_000, text: 40_000, texts: 10_000 } as const;

/** Keywords of JSON Schema whose text is prose for a reader. */
const proseKeywords = new Set(['description', 'title', 'markdownDescription', '$comment', 'errorMessage', 'summary']);
const schemaFields = ['input_schema', 'output_schema'] as const;
const otherFields = ['annotations', 'examples', 'extra'] as const;

/**
 * The texts of a definition, in their order, and whether all of them are there. Words and names of schemas are included, since a
 * prompt has them too.
 */
export function auditTexts(tool: AuditInput): { readonly texts: readonly AuditText[]; readonly complete: boolean } {
  const texts: AuditText[] = [];
  let left: number = auditLimits.definition;
  for (const candidate of allTexts(tool)) {
    if (candidate === 'cut') return { texts, complete: false };
    const room = Math.min(left, auditLimits.text);
    if (room <= 0 || texts.length >= auditLimits.texts) return { texts, complete: false };
    texts.push(candidate.text.length > room ? { ...candidate, text: candidate.text.slice(0, room) } : candidate);
    if (candidate.text.length > room) return { texts, complete: false };
    left -= candidate.text.length;
  }
  return { texts, complete: true };
}

/** `cut` where a schema is deeper or larger than it is walked. */
function* allTexts(tool: AuditInput): Generator<AuditText | 'cut', void> {
  yield { place: 'name', role: 'name', text: tool.name };
  if (tool.title) yield { place: 'title', role: 'prose', text: tool.title };
  if (tool.description) yield { place: 'description', role: 'prose', text: tool.description };
  for (const field of schemaFields) yield* textsIn(tool[field], field, true);
  for (const field of otherFields) yield* textsIn(tool[field], field, false);
}

/** Keywords of JSON Schema whose text says nothing to a model, as long as it is a word or two. */
const silentKeywords = new Set(['type', '$schema', '$ref', 'format']);
const leastWords = 4;

/** Whether a text has too few words for a sentence, also where they are run together. */
function isShort(text: string): boolean {
  return text.length < 40 && text.split(/[\s_/-]+/, leastWords).length < leastWords;
}

function* textsIn(value: unknown, field: string, isSchema: boolean): Generator<AuditText | 'cut', void> {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string') yield { place: field, role: 'prose', text: value };
    return;
  }
  let walked = 0;
  let isCut = false;
  for (const node of walkJson(value)) {
    walked++;
    isCut ||= node.depth >= walkLimits.depth && typeof node.value === 'object' && node.value !== null;
    const isMember = node.parent !== null && !Array.isArray(node.parent.value);
    const isProperty = isMember && (node.parent?.key === 'properties' || !isSchema);
    if (isMember && node.key !== '' && (isProperty || node.key.length > 24 || !isShort(node.key))) {
      yield { place: `${field}${pointerOf(node)}`, role: 'name', text: node.key };
    }
    if (typeof node.value !== 'string' || node.value === '') continue;
    const isKeyword = isSchema && node.parent?.key !== 'properties';
    if (isKeyword && silentKeywords.has(node.key) && isShort(node.value)) continue;
    const role = proseKeywords.has(node.key) || !isSchema ? 'prose' : 'data';
    yield { place: `${field}${pointerOf(node)}`, role, text: node.value };
  }
  if (isCut || walked >= walkLimits.nodes) yield 'cut';
}
