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
    onerror: (error) => log(...refusalOf(error)),
  });
  const ended = new AbortController();
  const end = () => ended.abort();
  process.stdin.once('end', end).once('close', end);
  signal.addEventListener('abort', end, { once: true });
  if (!signal.aborted && !process.stdin.readableEnded) await once(ended.signal, 'abort');
  await handle.close();
}

/** What the log says of an error, and why. A schema error lists every form that a message may have, which tells nobody anything. */
export function refusalOf(error: Error): [message: string, reason: string] {
  const isOther = error instanceof SyntaxError || error.name.endsWith('ZodError');
  return isOther
    ? ['A message that is not JSON-RPC was ignored.', 'Each line must be one object with "jsonrpc": "2.0".']
    : ['A message of the host could not be served.', error.message.slice(0, 200)];
}
