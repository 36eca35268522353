import { describe, expect, it, vi } from 'vitest';
import type { SignInEvent, SourceSummary } from '#shared/domain/live-source.ts';
import type { ImportServersEvent } from '#shared/domain/server-review.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const source: SourceSummary = {
  name: 'web',
  kind: 'http',
  format: 'tools_list',
  path: 'sources/web.json',
  enabled: true,
  status: 'ready',
  tools: 3,
  tokens_estimate: 120,
  runs: 'https://mcp.example/mcp',
  consented: true,
  pack: null,
  last_import: { at: '2026-01-02T03:04:05.000Z', protocol_version: '2026-07-28', server: { name: 's', version: '1' } },
  state: 'running',
  stale: true,
  sign_in: 'needed',
  findings: [{ code: 'tokens_unencrypted', severity: 'warning', message: 'm' }],
  mcp_problem: { code: 'server_failed', message: 'It ended.', hint: 'Start it.', data: { stderr: 'x' } },
};

/** The part of sources in the contract suite: what every transport carries alike. */
export function describeSourceCalls(transport: TransportUnderTest): void {
  describe('the sources', () => {
    it('arrive whole, and again when they change, until the reader leaves', async () => {
      let stopped: AbortSignal | undefined;
      const { client } = await connectScripted(transport, {
        sources: {
          watch: async function* (call) {
            stopped = call?.signal;
            yield [source];
            yield [];
            await untilAborted(call?.signal);
          },
        },
      });
      const seen: (readonly SourceSummary[])[] = [];
      for await (const sources of await client.sources.watch()) {
        seen.push(sources);
        if (seen.length === 2) break;
      }
      expect(seen).toEqual([[source], []]);
      await expect.poll(() => stopped?.aborted).toBe(true);
    });

    it('are stopped, read, signed out of and put back by name', async () => {
      const stop = vi.fn(async () => ({ stopped: true }));
      const restore = vi.fn(async () => ({ source: 'web', written: true }));
      const { client } = await connectScripted(transport, {
        sources: {
          stop,
          restore,
          log: async () => ({ text: 'said', truncated: true }),
          signOut: async () => ({ signed_out: false }),
          remove: async ({ name }) => ({ source: name, tools: 1, kept_at: null, undo: 'u1' }),
        },
      });
      await expect(client.sources.stop({ name: 'web' })).resolves.toEqual({ stopped: true });
      expect(stop).toHaveBeenCalledWith({ name: 'web' }, expect.anything());
      await expect(client.sources.log({ name: 'web' })).resolves.toEqual({ text: 'said', truncated: true });
      await expect(client.sources.signOut({ name: 'web' })).resolves.toEqual({ signed_out: false });
      const { undo } = await client.sources.remove({ name: 'web' });
      await expect(client.sources.restore({ undo: undo ?? '' })).resolves.toEqual({ source: 'web', written: true });
      expect(restore).toHaveBeenCalledWith({ undo: 'u1' }, expect.anything());
    });

    it('of a review are imported together, each with its own end, until the reader leaves', async () => {
      let stopped: AbortSignal | undefined;
      const seen: ImportServersEvent[] = [];
      const review = vi.fn(async () => ({ servers: [], variables: [], configs: [] }));
      const { client } = await connectScripted(transport, {
        discovery: { review },
        sources: {
          importServers: async function* (_input, call) {
            stopped = call?.signal;
            yield { server: 'a', source: 'web', progress: { type: 'queued' } };
            yield {
              server: 'a',
              source: 'web',
              progress: { type: 'failed', error: { code: 'server_failed', message: 'It ended.' }, elapsed_ms: 5 },
            };
            await untilAborted(call?.signal);
          },
        },
      });
      const origin = { kind: 'text', name: '.mcp.json', text: '{}' } as const;
      await expect(client.discovery.review({ origin })).resolves.toEqual({ servers: [], variables: [], configs: [] });
      const input = { origin, servers: [{ id: 'a' }], values: { K: { from: 'file' as const } }, agreed: { a: 'x' } };
      for await (const event of await client.sources.importServers(input)) {
        seen.push(event);
        if (seen.length === 2) break;
      }
      expect(seen.map(({ progress }) => progress.type)).toEqual(['queued', 'failed']);
      await expect.poll(() => stopped?.aborted).toBe(true);
      expect((await errorOf(client.sources.keepValue({ name: 'a b', value: 'x' }))).code).toBe('invalid_input');
    });

    it('are signed in at step by step; a failure in between is told', async () => {
      const { client } = await connectScripted(transport, {
        sources: {
          signIn: async function* (): AsyncGenerator<SignInEvent, void> {
            yield { type: 'authorize', url: 'https://login.example/authorize' };
            throw new PegboardError('sign_in_failed', 'Nobody signed in.');
          },
        },
      });
      const events: SignInEvent[] = [];
      const reading = (async () => {
        for await (const event of await client.sources.signIn({ name: 'web' })) events.push(event);
      })();
      expect((await errorOf(reading)).code).toBe('sign_in_failed');
      expect(events).toEqual([{ type: 'authorize', url: 'https://login.example/authorize' }]);
    });

    it('refuse a sign-in that names both a source and a connection, or neither', async () => {
      const { client, calls } = await connectScripted(transport, {});
      for (const input of [{}, { name: 'web', connection: { url: 'https://mcp.example' } }])
        expect((await errorOf(client.sources.signIn(input))).code).toBe('invalid_input');
      expect(calls).toEqual([]);
    });
  });
}
