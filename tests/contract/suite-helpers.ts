import { onTestFinished } from 'vitest';
import type { DesktopWindow } from '#rpc/desktop-window.ts';
import type { PegboardError } from '#shared/errors.ts';
import { asPegboardError } from '../support/as-pegboard-error.ts';
import { recordingLogger } from './recording-logger.ts';
import { type ServicesScript, scriptedServices } from './scripted-services.ts';
import type { TransportUnderTest } from './transports.ts';

export const searchRequest = { input: { query: 'weather' } };

/** A client of scripted services over a transport, closed when the test ends. */
export async function connectScripted(transport: TransportUnderTest, script: ServicesScript, desktop?: DesktopWindow) {
  const { services, calls } = scriptedServices(script);
  const logger = recordingLogger();
  const connected = await transport.connect(services, logger, desktop);
  onTestFinished(() => connected.close());
  return { ...connected, calls, logger };
}

/** The error a call rejects with, as clients see it. */
export async function errorOf(call: Promise<unknown>, signal?: AbortSignal): Promise<PegboardError> {
  const failure = await call.then(
    () => {
      throw new Error('expected the call to fail');
    },
    (error: unknown) => error,
  );
  return asPegboardError(failure, signal);
}

/** Resolves when the signal aborts; rejects with an error that must not matter. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('an error of the aborted work')), { once: true });
  });
}

/** Everything that a caller could read from a value, its non-enumerable parts and causes included. */
export function everythingIn(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  return Reflect.ownKeys(value)
    .map((key) => `${String(key)}=${everythingIn(Reflect.get(value, key), seen)}`)
    .join('\n');
}
