import type { ServerContext } from '@modelcontextprotocol/server';

/** Where a span is in its trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A `traceparent`; null for a text that is none. */
export function readTraceparent(text: unknown): TraceContext | null {
  if (typeof text !== 'string' || text.length > 200) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** The trace that a request belongs to: by its `_meta` (SEP-414), else by its header; null without one. */
export function traceOf({ http, mcpReq }: ServerContext): TraceContext | null {
  return readTraceparent(mcpReq._meta?.traceparent) ?? readTraceparent(http?.req?.headers.get('traceparent'));
}
