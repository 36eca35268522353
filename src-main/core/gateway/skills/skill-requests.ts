import { createHash } from 'node:crypto';
import { isPegboardError } from '#shared/errors.ts';
import type { GatewayAnswer } from '../host-dialogue.ts';
import type { OtherOutcome } from '../other-requests.ts';
import { canonicalUri } from './canonical-uri.ts';
import { pageOf } from './pages.ts';
import type { ServedFile, ServedSkills } from './served-skills.ts';
import type { SkillMethod } from './skill-methods.ts';
import { utf8Text } from './skill-texts.ts';

/** A request as a host made it, and whether its revision of the protocol has `ttlMs` and `cacheScope`. */
export interface SkillRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly hasCacheFields: boolean;
}

const invalidParams = -32602;
const internalError = -32603;

/** The workspace may change at any time, and what a reader gets is for this reader alone. */
const cacheFields = { ttlMs: 0, cacheScope: 'private' } as const;

/** Answers a request of the skills extension. */
export function skillAnswer(skills: ServedSkills, { method, params, hasCacheFields }: SkillRequest): GatewayAnswer {
  const answer = (result: Record<string, unknown>): GatewayAnswer => ({
    kind: 'result',
    result: { ...result, ...(hasCacheFields ? cacheFields : {}) },
  });
  const uri = String(params.uri);
  switch (method as SkillMethod) {
    case 'skills/list': {
      const page = pageOf(skills.entries, params.cursor);
      if (page === null) return refusal('The cursor is not one of this list.');
      return answer({ skills: page.items, ...page.next });
    }
    case 'skills/get': {
      const asked = canonicalUri(uri);
      const skill = skills.entries.find((entry) => entry.uri === asked);
      return skill ? answer({ skill }) : refusal('There is no such skill.', { uri });
    }
    case 'resources/directory/read': {
      const children = skills.folders.get(canonicalUri(uri) ?? '');
      if (!children) return refusal('There is no such folder.', { uri });
      const page = pageOf(children, params.cursor);
      if (page === null) return refusal('The cursor is not one of this list.');
      return answer({ resources: page.items, ...page.next });
    }
  }
}

/** A file of a skill; null when the address is of none. The log keeps what was read. */
export async function skillFileAnswer(skills: ServedSkills, given: unknown): Promise<OtherOutcome | null> {
  const uri = String(given);
  const file = skills.files.get(canonicalUri(uri) ?? '');
  if (!file) return null;
  const bytes = await file.read().catch((error: unknown) => {
    if (isPegboardError(error)) return null;
    throw error;
  });
  const record = { kind: 'resource', source: `pack:${file.pack}`, name: uri } as const;
  if (bytes === null || !isSame(bytes, file)) {
    const message = 'The file changed since the skill was listed. List the skills again.';
    const answer: GatewayAnswer = { kind: 'refusal', code: internalError, message, data: { uri } };
    return { answer, record: { ...record, outcome: 'failed', error: String(internalError) } };
  }
  const content = { uri, mimeType: file.mimeType, ...contentOf(bytes) };
  const answer: GatewayAnswer = { kind: 'result', result: { contents: [content] } };
  return { answer, record: { ...record, outcome: 'ok', error: null } };
}

function isSame(bytes: Uint8Array, { size, digest }: ServedFile): boolean {
  return bytes.byteLength === size && `sha256:${createHash('sha256').update(bytes).digest('hex')}` === digest;
}

/** Bytes as text where that loses nothing. */
function contentOf(bytes: Uint8Array): { text: string } | { blob: string } {
  const text = utf8Text(bytes);
  return text === null ? { blob: Buffer.from(bytes).toString('base64') } : { text };
}

function refusal(message: string, data?: unknown): GatewayAnswer {
  return { kind: 'refusal', code: invalidParams, message, data };
}
