import { describe, expect, it } from 'vitest';
import type { ServicesScript } from './scripted-services.ts';
import { type connectScripted, errorOf, searchRequest, untilAborted } from './suite-helpers.ts';

/** What only a transport with two ends has: frames that are not calls, and ends that close. */
export function describeWire(connect: (script: ServicesScript) => ReturnType<typeof connectScripted>): void {
  describe('as a wire', () => {
    it.each([
      ['no JSON', 'GET / HTTP/1.1'],
      ['JSON that is no message', 'null'],
      ['a message without a payload', '{"i":"1"}'],
      ['a message with a payload of the wrong kind', '{"i":"1","p":{"u":7}}'],
      ['headers of the wrong kind', '{"i":"1","p":{"u":"/catalog/list","h":{"content-type":5}}}'],
      ['bytes that are no text', new Uint8Array([0, 255, 1, 2, 254])],
    ])('closes the connection on %s, and lives on', async (_, frame) => {
      const { wire, calls, logger } = await connect({});
      wire?.sendRaw(frame);
      await wire?.closed;
      expect(calls).toEqual([]);
      expect(logger.lines.join('\n')).toContain('could not be handled');
    });

    it('refuses input that it cannot decode, without calling a service', async () => {
      const { wire, client, calls } = await connect({
        system: {
          report: async () => ({ versions: {}, host: 'test' as const, fts_available: true, findings: [] }),
        },
      });
      wire?.sendRaw('{"i":"x1","p":{"u":"/catalog/list","b":{"json":{},"meta":[[1,"missing"]]}}}');
      const deep = '['.repeat(20_000) + ']'.repeat(20_000);
      wire?.sendRaw(`{"i":"x3","p":{"u":"/search/toolSearch","b":{"json":{"input":${deep}}}}}`);
      wire?.sendRaw('{"i":"x2","p":{"u":"/catalog/planImport","h":{"content-type":"text/event-stream"}}}');
      await client.system.report();
      expect(calls).toEqual(['system.report']);
    });

    it.each(['closeClient', 'closeServer'] as const)('aborts the calls under way on %s', async (close) => {
      const call = Promise.withResolvers<AbortSignal | undefined>();
      const stream = Promise.withResolvers<AbortSignal | undefined>();
      const finished = Promise.withResolvers<void>();
      const { client, wire } = await connect({
        search: {
          toolSearch: (_, options) => {
            call.resolve(options?.signal);
            return untilAborted(options?.signal);
          },
        },
        workspace: {
          // biome-ignore lint/correctness/useYield: a watch during which nothing changes
          async *watch(options) {
            stream.resolve(options?.signal);
            try {
              await untilAborted(options?.signal);
            } finally {
              finished.resolve();
            }
          },
        },
      });
      const failedCall = errorOf(client.search.toolSearch(searchRequest));
      const failedStream = errorOf(client.workspace.watch().then((events) => events.next()));
      const signals = [await call.promise, await stream.promise];
      wire?.[close]();
      expect((await failedCall).code).toBe('disconnected');
      expect((await failedStream).code).toBe('disconnected');
      await finished.promise;
      await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    });
  });
}
