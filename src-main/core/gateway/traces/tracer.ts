import { randomBytes } from 'node:crypto';
import type { TraceContext } from './trace-context.ts';

/** Attributes of a span: names of methods, tools and sources, and codes; never arguments, results or tokens. */
export type SpanAttributes = Readonly<Record<string, string | null>>;

/** A span that ended. Times are milliseconds since 1970. */
export interface EndedSpan extends TraceContext {
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: 'server' | 'client';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  /** What went wrong, as a code; null when nothing did. */
  readonly error: string | null;
}

export interface OpenSpan {
  readonly context: TraceContext;
  end(error: string | null, attributes?: SpanAttributes): void;
}

interface BegunSpan extends Pick<EndedSpan, 'name' | 'kind' | 'attributes'> {
  /** The span that it belongs to; without one it begins a trace. */
  readonly parent: TraceContext | null;
}

export interface TracerOptions {
  readonly export: (span: EndedSpan) => void;
  /** Which part of the traces that begin here is sampled, 0 to 1; a caller decides about its own. */
  readonly sampleRatio: number;
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number;
}

/** Makes spans, and exports those of sampled traces when they end. */
export class Tracer {
  readonly #options: TracerOptions;

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  begin({ name, kind, parent, attributes }: BegunSpan): OpenSpan {
    const { now, sampleRatio } = this.#options;
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const context: TraceContext = {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      // By the trace, so that each process decides alike.
      isSampled: parent?.isSampled ?? Number.parseInt(traceId.slice(-8), 16) < sampleRatio * 2 ** 32,
    };
    const startMs = now();
    let isOver = false;
    return {
      context,
      end: (error, more = {}) => {
        if (isOver || !context.isSampled) return;
        isOver = true;
        const all = { ...attributes, ...more };
        const parentId = parent?.spanId ?? null;
        this.#options.export({ ...context, parentId, name, kind, startMs, endMs: now(), attributes: all, error });
      },
    };
  }
}
