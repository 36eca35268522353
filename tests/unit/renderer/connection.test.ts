import { describe, expect, it } from 'vitest';
import { Connection } from '../../../src-renderer/platform/connection.ts';
import { reconnectDelay } from '../../../src-renderer/platform/reconnect-delay.ts';
import type { Transport } from '../../../src-renderer/platform/transport.ts';
import { setOpenWorkspace } from '../../../src-renderer/state/open-workspace.ts';

/** A transport whose calls never settle unless `answer` is given, as on a closed message port. */
function transport(answer?: unknown) {
  const closing = Promise.withResolvers<void>();
  const value: Transport = {
    link: { call: () => (answer === undefined ? new Promise(() => {}) : Promise.resolve(answer)) },
    closed: closing.promise,
    close: () => closing.resolve(),
  };
  return value;
}

const untilOpen = (connection: Connection) =>
  new Promise<void>((resolve) => {
    const check = () => connection.state().status === 'open' && resolve();
    connection.subscribe(check);
    check();
  });

describe('connection', () => {
  it('waits longer after each failure, never over five seconds', () => {
    expect([0, 1, 2, 3, 4, 50].map(reconnectDelay)).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('makes calls wait until it is open', async () => {
    const opening = Promise.withResolvers<Transport>();
    const connection = new Connection(() => opening.promise);
    void connection.start();
    const call = connection.call(['a'], undefined, { context: {} });
    opening.resolve(transport('answer'));
    await expect(call).resolves.toBe('answer');
    connection.stop();
  });

  it('names the workspace that the window showed when the call was made', async () => {
    const opening = Promise.withResolvers<Transport>();
    const connection = new Connection(() => opening.promise);
    void connection.start();
    const named: unknown[] = [];
    setOpenWorkspace('/x');
    const calls = [{}, { workspace: '/w' }].map((context) => connection.call(['a'], undefined, { context }));
    setOpenWorkspace('/y');
    opening.resolve({ ...transport(), link: { call: async (_path, _input, { context }) => named.push(context) } });
    await Promise.all(calls);
    expect(named).toEqual([{ workspace: '/x' }, { workspace: '/w' }]);
    setOpenWorkspace(null);
    connection.stop();
  });

  it('rejects a call in flight when the transport is lost, and connects again', async () => {
    const transports = [transport(), transport('second')];
    const connection = new Connection(async () => {
      const next = transports.shift();
      if (!next) throw new Error('no more');
      return next;
    });
    const [first] = transports;
    void connection.start();
    await untilOpen(connection);
    const call = connection.call(['a'], undefined, { context: {} });
    const lost = expect(call).rejects.toMatchObject({ code: 'disconnected' });
    await Promise.resolve();
    first?.close();
    await lost;
    expect(connection.state().status).toBe('reconnecting');
    await expect(connection.call(['a'], undefined, { context: {} })).resolves.toBe('second');
    connection.stop();
  });

  it('lets a waiting call be aborted', async () => {
    const connection = new Connection(() => new Promise(() => {}));
    void connection.start();
    const aborting = new AbortController();
    const call = connection.call(['a'], undefined, { context: {}, signal: aborting.signal });
    aborting.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    connection.stop();
  });
});
