import { createServer } from 'node:http';
import type { Logger } from '#core/logger.ts';
import { listenAt } from '../../loopback.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';

export interface OperationsOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: GatewayMetrics;
  /** Null when requests are served; else why not, for a person. */
  readonly notReady: () => string | null;
  /** What is wrong though requests are served; null when nothing is. */
  readonly remark?: () => string | null;
  readonly logger: Logger;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (200 when requests are served, else 503 with the reason) and `/metrics`.
 * Errors: `address_in_use`, `usage` for an address that cannot be used.
 */
export async function serveOperations({
  host,
  port,
  metrics,
  notReady,
  remark = () => null,
  logger,
}: OperationsOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, async (request, response) => {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    request.resume();
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only GET.\n');
    switch ((request.url ?? '').split('?')[0]) {
      case '/healthz':
        return say(200, 'ok\n');
      case '/readyz': {
        const why = notReady();
        const but = remark();
        return why === null ? say(200, but === null ? 'ready\n' : `ready, but: ${but}\n`) : say(503, `${why}\n`);
      }
      case '/metrics': {
        const { type, text } = await metrics.read();
        return say(200, text, type);
      }
      default:
        return say(404, 'Here are /healthz, /readyz and /metrics.\n');
    }
  });
  server.on('error', (error) => logger.error('The address of the operations failed.', { error: error.message }));
  const taken = await listenAt(server, { host, port });
  return {
    port: taken,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
