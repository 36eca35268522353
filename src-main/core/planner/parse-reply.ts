import type { Action } from '#shared/domain/trace.ts';

/** Longest reply that is read, UTF-16 units. */
const maximumReply = 1_000_000;

/** The action of a reply, or in words why there is none (R6.01, R6.07). One code fence around the object is forgiven. */
export function parseReply(reply: string): { action: Action } | { problem: string } {
  if (reply.length > maximumReply) return { problem: `The reply has more than ${maximumReply} characters.` };
  let value: unknown;
  try {
    value = JSON.parse(reply.trim().replace(/^```(?:json)?\s*\n([\s\S]*)\n```$/, '$1'));
  } catch {
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
