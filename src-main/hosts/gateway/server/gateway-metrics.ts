import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogState } from '#core/gateway/catalog/git-catalog.ts';
import type { UsageLogFigures } from '#core/gateway/usage/postgres-usage-log.ts';
import type { ServedRequest } from '../serve-http.ts';

/** Methods of the protocol that are counted by name; whatever else a caller sends is `other`, so that nobody can make names. */
const methods = new Set([
  ...['tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/templates/list', 'prompts/list'],
  ...['prompts/get', 'completion/complete', 'server/discover', 'initialize', 'ping', 'subscriptions/listen'],
  ...['skills/list', 'skills/get', 'resources/directory/read'],
]);

/** The method of a message, as it is counted and logged; null for what is no request. */
export function methodOf(message: object | undefined): string | null {
  if (!isJSONRPCRequest(message)) return null;
  return methods.has(message.method) ? message.method : 'other';
}

/** What is true now. */
interface GatewayFacts {
  readonly underWay: number;
  readonly tools: number;
  readonly ready: boolean;
}

/** Whether the store answers, and what became of the lines of the log. */
type StoreFacts = UsageLogFigures & { readonly reachable: boolean };

/** What Prometheus reads: requests, their times, what runs, the catalog, and the process. */
export class GatewayMetrics {
  readonly #registry = new Registry();
  readonly #requests: Counter;
  readonly #seconds: Histogram;
  readonly #lastSeen: Gauge;
  readonly #limited: Counter;
  readonly #bytes: Counter;

  /** `facts` is asked at each reading. */
  constructor(
    facts: () => GatewayFacts,
    {
      store,
      catalog,
      droppedSpans,
    }: {
      readonly store?: (() => StoreFacts) | undefined;
      readonly catalog?: (() => CatalogState) | undefined;
      readonly droppedSpans?: (() => number) | undefined;
    } = {},
  ) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'pegboard_requests_total',
      help: 'Requests by method, persona and HTTP status. A refused request has no method.',
      labelNames: ['method', 'persona', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'pegboard_request_seconds',
      help: 'Time in the gateway, all of it.',
      labelNames: ['method'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    this.#limited = new Counter({
      name: 'pegboard_limited_total',
      help: 'Requests that a limit of their caller refused: requests, concurrent or bytes.',
      labelNames: ['limit'],
      registers,
    });
    this.#bytes = new Counter({
      name: 'pegboard_bytes_total',
      help: 'Bytes of the bodies of requests and answers of callers: received or sent.',
      labelNames: ['direction'],
      registers,
    });
    this.#lastSeen = new Gauge({
      name: 'pegboard_token_last_used_seconds',
      help: 'When a token of the settings was last used, seconds since 1970.',
      labelNames: ['name'],
      registers,
    });
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    gauge('pegboard_requests_under_way', 'Requests that run now.', () => facts().underWay);
    gauge('pegboard_catalog_tools', 'Tools of the catalog that is served.', () => facts().tools);
    gauge('pegboard_ready', '1 when requests are served, else 0.', () => Number(facts().ready));
    const count = (name: string, help: string, value: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    if (droppedSpans) count('pegboard_spans_dropped_total', 'Spans that were lost.', droppedSpans);
    if (catalog) {
      count('pegboard_catalog_replaced_total', 'Commits that took over.', () => catalog().replaced);
      count('pegboard_catalog_refused_total', 'Commits that could not take over.', () => catalog().refused);
      gauge('pegboard_catalog_current', '1 when the newest commit is served, else 0.', () =>
        Number(catalog().problem === null),
      );
      gauge(
        'pegboard_catalog_checked_seconds',
        'When the repository was asked last with success, seconds since 1970; 0: not since the start.',
        () => (catalog().checked_at ?? 0) / 1000,
      );
    }
    if (!store) return;
    gauge('pegboard_store_reachable', '1 when the store answers, else 0.', () => Number(store().reachable));
    gauge('pegboard_log_waiting', 'Lines of the log that wait for the store.', () => store().waiting);
    count('pegboard_log_written_total', 'Lines of the log in the store.', () => store().written);
    count('pegboard_log_dropped_total', 'Lines of the log that were lost.', () => store().dropped);
  }

  /** Counts a request that was answered or refused. */
  note({ caller, message, status, elapsedMs, limit, received, sent }: ServedRequest, now: number): void {
    const method = methodOf(message) ?? 'none';
    this.#requests.inc({ method, persona: caller?.persona ?? '', status: String(status ?? 'gone') });
    if (limit !== null) this.#limited.inc({ limit });
    if (caller !== null) {
      this.#bytes.inc({ direction: 'received' }, received);
      this.#bytes.inc({ direction: 'sent' }, sent);
    }
    if (caller === null || method === 'none' || method === 'subscriptions/listen') return;
    this.#seconds.observe({ method }, elapsedMs / 1000);
    // Subjects of an authorization server are people: their number has no bound, and their times are nobody's business.
    if (!caller.holder.startsWith('oauth:')) this.#lastSeen.set({ name: caller.holder }, now / 1000);
  }

  /** The text that Prometheus reads, and its content type. */
  async read(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
