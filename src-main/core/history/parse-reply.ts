import type { Action } from '#shared/domain/trace.ts';

/** Longest reply that is read, UTF-16 units. */
const maximumReply = 1_000_000;

/** How seed 004's agent ends in plain text (R6.10). */
const finalAnswerMark = 'FINAL_ANSWER:';

/**
 * The action of a reply, or in words why there is none (R6.01, R6.07). One code fence around the object is forgiven; with
 * `finalAnswer`, a text that says `FINAL_ANSWER:` is the answer behind it (R6.10).
 */
export function parseReply(
  reply: string,
  { finalAnswer = false }: { readonly finalAnswer?: boolean } = {},
): { action: Action } | { problem: string } {
  if (reply.length > maximumReply) return { problem: `The reply has more than ${maximumReply} characters.` };
  let value: unknown;
  try {
    value = JSON.parse(reply.trim().replace(/^```(?:json)?\s*\n([\s\S]*)\n```$/, '$1'));
  } catch {
    const mark = finalAnswer ? reply.indexOf(finalAnswerMark) : -1;
    if (mark >= 0) {
      const answer = reply.slice(mark + finalAnswerMark.length).trim();
      return { action: { next_node: 'final_response', args: { answer } } };
    }
    return { problem: 'The reply is not JSON.' };
  }
  if (!isRecord(value)) return { problem: 'The reply is not a JSON object.' };
  if (typeof value.next_node !== 'string' || value.next_node === '') return { problem: 'next_node must be a string.' };
  if (!isRecord(value.args)) return { problem: 'args must be an object.' };
  return { action: { next_node: value.next_node, args: value.args } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
