import type { CallResult } from '#shared/domain/live-source.ts';
import { strings } from '../../strings/try-it.ts';
import { recordOf, sameJson } from '../../ui/json-value.ts';

/** A part of an answer as the screen shows it. Nothing in it is trusted: an address is a text, never a link. */
export type AnswerBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly title: string | null; readonly text: string; readonly raw: string }
  | { readonly kind: 'image'; readonly url: string; readonly words: string }
  | { readonly kind: 'facts'; readonly title: string; readonly facts: readonly (readonly [string, string])[] };

/** Types that a browser draws and does nothing else with, and the size up to which they are drawn unasked, in characters. */
const drawnTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const drawnLength = 700_000;

/** Longest text that is looked at for JSON. */
const parsedLength = 1_000_000;

/** Parts of one answer that are shown. */
export const shownParts = 100;

/** What a tool answered, as blocks to show. Servers repeat structured content as text: that is shown once. */
export function blocksOf({
  content,
  structured_content: structured,
}: Pick<CallResult, 'content' | 'structured_content'>): readonly AnswerBlock[] {
  const blocks = content.slice(0, shownParts).flatMap((block) => answerBlocks(block));
  if (structured === undefined) return blocks;
  const [only, ...more] = blocks;
  const isRepeated = only?.kind === 'json' && more.length === 0 && sameJson(JSON.parse(only.raw), structured);
  return isRepeated
    ? [jsonBlock(structured, strings.answerBlocks.structuredContentText)]
    : [...blocks, jsonBlock(structured, strings.answerBlocks.structuredContent)];
}

/** A content block of an answer, in MCP's words, as blocks to show. */
export function answerBlocks(block: Readonly<Record<string, unknown>>): readonly AnswerBlock[] {
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return [textBlock(text)];
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return [mediaBlock(type, data, mimeType)];
  if (type === 'resource_link') return [linkBlock(block)];
  const resource = type === 'resource' ? recordOf(block.resource) : null;
  return resource ? resourceBlocks(resource) : [jsonBlock(block, strings.answerBlocks.contentType(String(type)))];
}

/** A value laid out for reading; copied as it came. */
function jsonBlock(value: unknown, title: string | null): AnswerBlock {
  try {
    return {
      kind: 'json',
      title,
      text: JSON.stringify(value, null, 2) ?? strings.answerBlocks.nothing,
      raw: JSON.stringify(value) ?? '',
    };
  } catch {
    return {
      kind: 'facts',
      title: title ?? strings.answerBlocks.value,
      facts: [[strings.answerBlocks.note, strings.answerBlocks.nestedTooDeepShow]],
    };
  }
}

function textBlock(text: string): AnswerBlock {
  if (/^\s*[[{]/.test(text) && text.length <= parsedLength) {
    try {
      const laidOut = JSON.stringify(JSON.parse(text), null, 2);
      // Only where it says the same: a number of many digits, or a key twice, would be lost.
      if (laidOut.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')) {
        return { kind: 'json', title: null, text: laidOut, raw: text };
      }
    } catch {
      // It only looked like JSON.
    }
  }
  return { kind: 'text', text };
}

function mediaBlock(kind: 'image' | 'audio', data: string, mimeType: unknown): AnswerBlock {
  const type = typeof mimeType === 'string' ? mimeType : strings.answerBlocks.unknownType;
  const size = sizeOf(data);
  const isDrawn =
    kind === 'image' && drawnTypes.has(type) && data.length <= drawnLength && /^[A-Za-z0-9+/=\s]*$/.test(data);
  if (isDrawn)
    return { kind: 'image', url: `data:${type};base64,${data.replaceAll(/\s/g, '')}`, words: `${type}, ${size}` };
  return {
    kind: 'facts',
    title: kind === 'image' ? strings.answerBlocks.imageNotShown : strings.answerBlocks.audio,
    facts: [
      [strings.answerBlocks.type, type],
      [strings.answerBlocks.size, size],
    ],
  };
}

function linkBlock({ uri, name, title, description, mimeType, size }: Readonly<Record<string, unknown>>): AnswerBlock {
  return {
    kind: 'facts',
    title: strings.answerBlocks.linkResource,
    facts: known([
      [strings.answerBlocks.address, uri],
      [strings.answerBlocks.name, name],
      [strings.answerBlocks.title, title],
      [strings.answerBlocks.description, description],
      [strings.answerBlocks.type, mimeType],
      [strings.answerBlocks.size, typeof size === 'number' ? bytes(size) : undefined],
    ]),
  };
}

function resourceBlocks({ uri, mimeType, text, blob }: Readonly<Record<string, unknown>>): readonly AnswerBlock[] {
  const facts = known([
    [strings.answerBlocks.address, uri],
    [strings.answerBlocks.type, mimeType],
    [strings.answerBlocks.size, typeof blob === 'string' ? sizeOf(blob) : undefined],
  ]);
  return [
    { kind: 'facts', title: strings.answerBlocks.resource, facts },
    ...(typeof text === 'string' ? [textBlock(text)] : []),
  ];
}

function known(facts: readonly (readonly [string, unknown])[]): readonly (readonly [string, string])[] {
  return facts.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value] as const] : []));
}

function sizeOf(base64: string): string {
  return bytes(Math.floor((base64.length * 3) / 4));
}

function bytes(count: number): string {
  return count < 1024
    ? strings.answerBlocks.bytes(count)
    : strings.answerBlocks.kb(Math.round(count / 1024).toLocaleString('en-US'));
}
