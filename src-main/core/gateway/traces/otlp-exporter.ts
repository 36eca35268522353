import type { TelemetrySettings } from '#shared/domain/gateway-server.ts';
import type { Logger } from '../../logger.ts';
import { secretOf } from '../setting-secret.ts';
import type { EndedSpan } from './tracer.ts';

/** Spans that wait at most, spans of one export, how often they are sent, and how long the collector may take, milliseconds. */
const [mostWaiting, mostSent, sendMs, answerMs] = [4096, 512, 1000, 5000];

const kinds = { server: 2, client: 3 } as const;
const errorStatus = 2;

interface OtlpExporterOptions {
  readonly settings: TelemetrySettings;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
}

/**
 * Sends spans to a collector as OTLP/JSON over HTTP. No request waits for it: spans wait within bounds while the collector does not
 * answer, and further ones are dropped and counted.
 */
export class OtlpExporter {
  readonly #options: OtlpExporterOptions;
  readonly #headers: Readonly<Record<string, string>>;
  #waiting: EndedSpan[] = [];
  #dropped = 0;
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;

  /** Error: `variable_missing` for a header. */
  constructor(options: OtlpExporterOptions) {
    const { settings, env } = options;
    this.#options = options;
    const given = settings.headers.map(({ name, value }) => [name, secretOf(`telemetry.headers: ${name}`, value, env)]);
    this.#headers = { ...Object.fromEntries(given), 'content-type': 'application/json' };
  }

  /** Spans that were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= mostWaiting) this.#dropped++;
    else this.#waiting.push(span);
    this.#timer ??= setTimeout(() => void this.#send(), sendMs).unref();
  }

  /** Sends what waits, once. No error. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    while (this.#waiting.length > 0 && !this.#isFailing) await this.#send();
    clearTimeout(this.#timer);
  }

  #send(): Promise<void> {
    this.#timer = undefined;
    this.#sending ??= this.#sendSome().finally(() => {
      this.#sending = null;
      const pauseMs = this.#isFailing || this.#waiting.length < mostSent ? sendMs : 0;
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#send(), pauseMs).unref();
    });
    return this.#sending;
  }

  async #sendSome(): Promise<void> {
    const { settings, fetch, logger } = this.#options;
    const spans = this.#waiting.slice(0, mostSent);
    try {
      const { ok, status, body } = await fetch(settings.otlp_endpoint, {
        method: 'POST',
        headers: this.#headers,
        redirect: 'error',
        body: JSON.stringify(this.#export(spans)),
        signal: AbortSignal.timeout(answerMs),
      });
      await body?.cancel();
      // The collector is asked again for what it may take later; what it refuses is gone.
      if (!ok && (status === 429 || status >= 500)) throw new Error(`HTTP ${status}`);
      if (!ok) logger.warn('The collector refuses spans.', { status, spans: spans.length });
      this.#waiting = this.#waiting.slice(spans.length);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.warn('Spans cannot be sent; they wait.', { error: String(error) });
      this.#isFailing = true;
    }
  }

  #export(spans: readonly EndedSpan[]): object {
    const { settings, version } = this.#options;
    const resource = {
      attributes: attributesOf({ 'service.name': settings.service_name, 'service.version': version }),
    };
    const scope = { name: 'pegboard', version };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }] };
  }
}

function spanOf({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, error }: EndedSpan): object {
  return {
    ...{ traceId, spanId, ...(parentId !== null && { parentSpanId: parentId }), name, kind: kinds[kind] },
    ...{ startTimeUnixNano: nanoseconds(startMs), endTimeUnixNano: nanoseconds(endMs) },
    attributes: attributesOf({ ...attributes, 'error.type': error }),
    ...(error !== null && { status: { code: errorStatus } }),
  };
}

function attributesOf(given: Readonly<Record<string, string | null>>): object[] {
  return Object.entries(given).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: { stringValue: value } }],
  );
}

function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;
}
