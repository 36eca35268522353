import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Logger } from '#core/logger.ts';
import { createRefusalLog } from '../http/refusal-log.ts';

/** Serves one host over stdin and stdout, until it closes stdin or the signal aborts. Error: `unknown_persona`. */
export async function serveGatewayStdio(
  gateway: Gateway,
  {
    persona,
    logger,
    signal,
  }: { readonly persona: string | null; readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const log = createRefusalLog(logger);
  const handle = serveStdio(gateway.serverFor({ persona, transport: 'stdio' }), {
    onerror: (error) => log('A message of the host could not be served.', error.message.slice(0, 200)),
  });
  const ended = new AbortController();
  const end = () => ended.abort();
  process.stdin.once('end', end).once('close', end);
  signal.addEventListener('abort', end, { once: true });
  if (!signal.aborted && !process.stdin.readableEnded) await once(ended.signal, 'abort');
  await handle.close();
}
