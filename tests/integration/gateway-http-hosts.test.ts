import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { hosts } from '../support/gateway-hosts.ts';
import { eventually, runGateway, testGateway } from '../support/gateway-http.ts';

describe.each(Object.entries(hosts))('the gateway over HTTP, asked by %s', (_, connect) => {
  async function started(options: Parameters<typeof runGateway>[0] = {}) {
    const running = await runGateway(options);
    const host = await connect({ url: running.http.url, token: running.token });
    return { ...running, host };
  }

  it('lists and calls tools', async () => {
    const { host } = await started();
    expect(await host.tools()).toEqual(['whoami', 'echo', 'count', 'wait', 'big', 'ask']);
    expect(await host.call('echo', { text: 'Grüße, 東京' })).toBe('Grüße, 東京');
  });

  it('passes progress on while a call is under way', async () => {
    const { host } = await started();
    const seen: number[] = [];
    expect(await host.call('count', {}, { onProgress: (progress) => seen.push(progress) })).toBe('three');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('asks the user through the host', async () => {
    const { host } = await started();
    expect(await host.call('ask')).toBe('the user said true');
  });

  it('cancels a call, and goes on serving', async () => {
    const { host, gateway } = await started({ gateway: testGateway({ maxRequests: 1 }) });
    for (let round = 0; round < 3; round++) {
      const controller = new AbortController();
      const [begun, ended] = [once(gateway.calls, 'started'), once(gateway.calls, 'ended')];
      const call = host.call('wait', {}, { signal: controller.signal });
      call.catch(() => {});
      await begun;
      controller.abort();
      await ended;
      await expect(call).rejects.toThrow();
      // The place of the cancelled call is free again: there is only one.
      await eventually(async () => expect(await host.call('echo', { text: 'on' })).toBe('on'));
    }
  });

  it('cancels the call of a host that goes away', async () => {
    const { host, gateway } = await started();
    const [begun, ended] = [once(gateway.calls, 'started'), once(gateway.calls, 'ended')];
    host.call('wait').catch(() => {});
    await begun;
    await host.drop();
    await ended;
  });

  it('tells that the list changed', async () => {
    const running = await runGateway();
    const changed = Promise.withResolvers<void>();
    const { http, token, gateway } = running;
    const host = await connect({ url: http.url, token, onListChanged: () => changed.resolve() });
    await host.tools();
    const timer = setInterval(() => gateway.changeList(), 20);
    await changed.promise;
    clearInterval(timer);
  });

  it('serves the persona of the address, and that of the token', async () => {
    const { http, token, tokens, workspace, gateway } = await runGateway();
    const whoami = async (url: string, given: string) => (await connect({ url, token: given })).call('whoami');
    expect(await whoami(http.url, token)).toBe('null');
    expect(await whoami(`${http.url}/support`, token)).toBe('support');
    expect(await whoami(`${http.url}/ops%20team`, token)).toBe('ops team');
    const ops = await tokens.tokenFor(workspace, 'ops team');
    expect(await whoami(http.url, ops.token)).toBe('ops team');
    expect(await whoami(`${http.url}/ops%20team`, ops.token)).toBe('ops team');
    expect(gateway.callers.every(({ transport }) => transport === 'http')).toBe(true);
  });

  it('ends calls under way when it closes, and frees the port', async () => {
    const { host, gateway, http } = await started();
    const [begun, ended] = [vi.fn(), vi.fn()];
    gateway.calls.on('started', begun).on('ended', ended);
    const calls = [host.call('wait'), host.call('wait')];
    for (const call of calls) call.catch(() => {});
    await eventually(() => expect(begun).toHaveBeenCalledTimes(2));
    await http.close();
    await eventually(() => expect(ended).toHaveBeenCalledTimes(2));
    for (const call of calls) await expect(call).rejects.toThrow();
    expect(gateway.connected.size).toBe(0);
    await runGateway({ port: http.port });
  });
});
