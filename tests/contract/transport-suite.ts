import type { AnyContractProcedure } from '@orpc/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import type { IndexProgress } from '#shared/domain/index-status.ts';
import type { ImportMcpEvent } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { asPegboardError } from '../support/as-pegboard-error.ts';
import { describeApprovalCalls } from './approvals-suite.ts';
import { describeCatalogCalls } from './catalog-suite.ts';
import { describeCompareCalls } from './compare-suite.ts';
import { describeConfigCalls } from './config-suite.ts';
import { describeConnectCalls } from './connect-suite.ts';
import { describeDesktopCalls } from './desktop-suite.ts';
import { describeDraftCalls } from './drafts-suite.ts';
import { describeEconomicsCalls } from './economics-suite.ts';
import { describeEvaluationCalls } from './evaluation-suite.ts';
import { describeExperimentCalls } from './experiments-suite.ts';
import { describeExportCalls } from './exports-suite.ts';
import { describeGatewayCalls } from './gateway-suite.ts';
import { describeHybridCalls } from './hybrid-suite.ts';
import { describeLeakCalls } from './leaks-suite.ts';
import { describeOptimizeCalls } from './optimize-suite.ts';
import { describePlannerCalls } from './planner-suite.ts';
import { describeProvidersCalls } from './providers-suite.ts';
import type { ServicesScript } from './scripted-services.ts';
import { describeSkillCalls } from './skills-suite.ts';
import { describeSourceCalls } from './sources-suite.ts';
import { connectScripted, errorOf, everythingIn, searchRequest, untilAborted } from './suite-helpers.ts';
import { describeTeamGatewayCalls } from './team-gateway-suite.ts';
import type { TransportUnderTest } from './transports.ts';
import { describeUseCalls } from './use-suite.ts';
import { describeWhyNotCalls } from './why-not-suite.ts';
import { describeWire } from './wire-suite.ts';

const secret = 'hunter2-in-the-message';

const progress = (done: number): IndexProgress => ({ type: 'progress', phase: 'hash', done, total: 3 });

/** The contract suite: what every transport does alike. */
export function describeTransport(transport: TransportUnderTest): void {
  describe(`over ${transport.name}`, () => {
    const unhandled = vi.fn();
    beforeEach(() => {
      unhandled.mockClear();
      process.on('unhandledRejection', unhandled);
    });
    afterEach(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', unhandled);
      expect(unhandled).not.toHaveBeenCalled();
    });

    const connect = (script: ServicesScript) => connectScripted(transport, script);

    it('answers a call with what the service returned', async () => {
      const { client, calls } = await connect({
        system: {
          report: async () => ({ versions: { node: '24' }, host: 'test' as const, fts_available: true, findings: [] }),
        },
      });
      await expect(client.system.report()).resolves.toMatchObject({ versions: { node: '24' }, host: 'test' });
      expect(calls).toEqual(['system.report']);
    });

    it('carries what clients know of servers, and the folder that is asked about', async () => {
      const finding = {
        code: 'config_syntax' as const,
        severity: 'error' as const,
        message: 'not valid JSON',
        path: '/x',
      };
      const configs = [
        { client: 'cursor' as const, scope: 'user' as const, path: '/x', servers: [], findings: [finding] },
      ];
      const discover = vi.fn(async () => configs);
      const { client } = await connect({ discovery: { discover } });
      await expect(client.discovery.discover({ project: '/p' })).resolves.toEqual(configs);
      expect(discover).toHaveBeenCalledWith({ project: '/p' }, expect.anything());
    });

    it('fills in the defaults of the contract before a service sees the input', async () => {
      const toolSearch = vi.fn().mockRejectedValue(new PegboardError('cancelled', 'seen'));
      const { client } = await connect({ search: { toolSearch } });
      await errorOf(client.search.toolSearch(searchRequest));
      expect(toolSearch.mock.calls[0]?.[0]).toEqual({
        input: { query: 'weather', search_type: 'fts', limit: 8, include_always_loaded: false },
        caller: {},
        explain: false,
      });
    });

    describe('input that breaks the contract', () => {
      it('is refused with the paths of the fields, and reaches no service (R15.13)', async () => {
        const { client, calls } = await connect({});
        const error = await errorOf(client.search.toolSearch({ input: { query: 'x', limit: 99 } }));
        expect(error.code).toBe('invalid_input');
        expect(error.message).toContain('input.limit');
        expect(error.data).toEqual({ issues: [{ path: 'input.limit', message: expect.any(String) }] });
        expect(calls).toEqual([]);
      });

      it('names places in lists, and all of several fields (R15.13)', async () => {
        const { client, calls } = await connect({});
        const files = [
          { name: 'a.json', text: '[]' },
          { name: 7, text: null, source: 'no dots.' },
        ] as never;
        const error = await errorOf(client.catalog.planImport({ files }));
        expect(error.code).toBe('invalid_input');
        expect(error.data).toMatchObject({
          issues: [{ path: 'files[1].name' }, { path: 'files[1].text' }, { path: 'files[1].source' }],
        });
        expect(error.message).toContain('files[1].source');
        expect(calls).toEqual([]);
      });

      it.each([
        ['nothing at all', undefined],
        ['a string', 'weather'],
        ['an unknown field', { input: { query: 'x', order: 'asc' } }],
      ])('is refused when it is %s (R15.13)', async (_, input) => {
        const { client, calls } = await connect({});
        const error = await errorOf(client.search.toolSearch(input as never));
        expect(error.code).toBe('invalid_input');
        expect(calls).toEqual([]);
      });

      it('is refused when its value nests too deep (R15.13)', async () => {
        const { client, calls } = await connect({});
        const value = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
        const error = await errorOf(client.config.edit({ changes: [{ path: ['overlays'], value }] }));
        expect(error).toMatchObject({ code: 'invalid_input', data: { issues: [{ path: 'changes[0].value' }] } });
        expect(calls).toEqual([]);
      });

      it('is refused before a stream starts (R15.13)', async () => {
        const { client, calls } = await connect({});
        const error = await errorOf(client.catalog.syncIndex({ rebuild: 'yes' } as never));
        expect(error).toMatchObject({ code: 'invalid_input', data: { issues: [{ path: 'rebuild' }] } });
        expect(calls).toEqual([]);
      });
    });

    it.each([
      ['of an unknown area', ['nowhere', 'list']],
      ['of an unknown name', ['catalog', 'nothing']],
      ['of a name that every object has', ['constructor']],
    ])('refuses a procedure %s as unknown', async (_, path) => {
      const { client, calls } = await connect({});
      let unknown: unknown = client;
      for (const name of path) unknown = Reflect.get(unknown as object, name);
      const error = await errorOf((unknown as (input: unknown) => Promise<unknown>)({}));
      expect(error.code).toBe('unknown_procedure');
      expect(calls).toEqual([]);
    });

    describe('errors', () => {
      const failure = () =>
        new PegboardError('file_too_large', 'tools.json has 40 MB; the limit is 32 MB.', {
          hint: 'Split it.',
          data: { file: 'tools.json', bytes: 40_000_000 },
          cause: new Error(secret),
        });
      const asSeen = {
        code: 'file_too_large',
        message: 'tools.json has 40 MB; the limit is 32 MB.',
        hint: 'Split it.',
        data: { file: 'tools.json', bytes: 40_000_000 },
      };

      it('of ours arrive with code, message, hint and data, without their cause', async () => {
        const { client, logger } = await connect({ catalog: { list: () => Promise.reject(failure()) } });
        const error = await errorOf(client.catalog.list());
        expect(error).toMatchObject(asSeen);
        expect(error.cause).toBeUndefined();
        expect(logger.lines).toEqual([]);
      });

      it('thrown at once, not rejected, arrive alike', async () => {
        const { client } = await connect({
          catalog: {
            list: () => {
              throw failure();
            },
          },
        });
        expect(await errorOf(client.catalog.list())).toMatchObject(asSeen);
      });

      it('inside a stream arrive after the events before them', async () => {
        const { client } = await connect({
          catalog: {
            async *syncIndex() {
              yield progress(1);
              yield progress(2);
              throw failure();
            },
          },
        });
        const seen: number[] = [];
        const reading = (async () => {
          for await (const event of await client.catalog.syncIndex({})) {
            if (event.type === 'progress') seen.push(event.done);
          }
        })();
        expect(await errorOf(reading)).toMatchObject(asSeen);
        expect(seen).toEqual([1, 2]);
      });

      it('not of ours arrive as internal, and say nothing of themselves but to the log', async () => {
        const { client, logger } = await connect({ catalog: { list: () => Promise.reject(new TypeError(secret)) } });
        const raw = await client.catalog.list().catch((error: unknown) => error);
        expect(everythingIn(raw)).not.toContain(secret);
        expect(asPegboardError(raw)).toMatchObject({
          code: 'internal',
          message: 'Something went wrong inside Pegboard.',
        });
        expect(logger.lines.join('\n')).toContain(secret);
        expect(logger.lines.join('\n')).toContain('catalog.list');
      });

      it('not of ours inside a stream arrive alike', async () => {
        const { client, logger } = await connect({
          catalog: {
            // biome-ignore lint/correctness/useYield: a stream that fails before its first event
            async *syncIndex() {
              throw new Error(secret);
            },
          },
        });
        const events = await client.catalog.syncIndex({});
        const raw = await events.next().catch((error: unknown) => error);
        expect(everythingIn(raw)).not.toContain(secret);
        expect(asPegboardError(raw).code).toBe('internal');
        expect(logger.lines.join('\n')).toContain(secret);
      });

      it('of a result that breaks the contract are internal, and show none of it', async () => {
        const { client, logger } = await connect({ catalog: { list: async () => [{ name: secret }] as never } });
        const raw = await client.catalog.list().catch((error: unknown) => error);
        expect(everythingIn(raw)).not.toContain(secret);
        expect(asPegboardError(raw).code).toBe('internal');
        expect(logger.lines.join('\n')).toContain('description');
      });

      it('come of requests, results and events that break the schemas, which every call has (R19.04)', async () => {
        const get = vi.fn(async () => ({ tool: {} }) as never);
        async function* syncIndex() {
          yield { ...progress(1), done: 'all' } as never;
        }
        const { client } = await connect({ catalog: { get, syncIndex } });
        expect((await errorOf(client.catalog.get({ name: 7 } as never))).code).toBe('invalid_input');
        expect(get).not.toHaveBeenCalled();
        expect((await errorOf(client.catalog.get({ name: 'a' }))).code).toBe('internal');
        expect(get).toHaveBeenCalledTimes(1);
        const events = await client.catalog.syncIndex({});
        expect((await errorOf(events.next())).code).toBe('internal');
        for (const [area, procedures] of Object.entries(contract)) {
          for (const [name, procedure] of Object.entries<AnyContractProcedure>(procedures)) {
            const { inputSchema, outputSchema } = procedure['~orpc'];
            expect(outputSchema, `${area}.${name}`).toBeDefined();
            // Without one the service gets no input at all.
            if (inputSchema) expect(inputSchema['~standard'].vendor, `${area}.${name}`).toBe('zod');
          }
        }
      });
    });

    describe('streams', () => {
      it('deliver events in order, each before the next is made', async () => {
        const seen: number[] = [];
        const release = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const { client } = await connect({
          catalog: {
            async *syncIndex() {
              yield progress(1);
              await release[0]?.promise;
              yield progress(2);
              await release[1]?.promise;
              yield progress(3);
            },
          },
        });
        for await (const event of await client.catalog.syncIndex({})) {
          if (event.type !== 'progress') continue;
          seen.push(event.done);
          release[event.done - 1]?.resolve();
        }
        expect(seen).toEqual([1, 2, 3]);
      });

      it('tell the service when their reader leaves', async () => {
        const finished = Promise.withResolvers<void>();
        const { client } = await connect({
          catalog: {
            async *syncIndex() {
              try {
                for (let done = 1; ; done += 1) {
                  yield progress(done);
                  await new Promise((resolve) => setTimeout(resolve, 1));
                }
              } finally {
                finished.resolve();
              }
            },
          },
        });
        for await (const _ of await client.catalog.syncIndex({})) break;
        await finished.promise;
      });

      it('tell the service when their reader leaves while nothing happens', async () => {
        const started = Promise.withResolvers<AbortSignal | undefined>();
        const finished = Promise.withResolvers<void>();
        const { client } = await connect({
          workspace: {
            // biome-ignore lint/correctness/useYield: a watch during which nothing changes
            async *watch(options) {
              started.resolve(options?.signal);
              try {
                await untilAborted(options?.signal);
              } finally {
                finished.resolve();
              }
            },
          },
        });
        const events = await client.workspace.watch();
        const pull = events.next().catch(() => undefined);
        const signal = await started.promise;
        await events.return?.();
        await finished.promise;
        expect(signal?.aborted).toBe(true);
        await pull;
      });
    });

    describe('cancelling', () => {
      it('a call aborts the signal of the service', async () => {
        const started = Promise.withResolvers<AbortSignal | undefined>();
        const { client, logger } = await connect({
          search: {
            toolSearch: (_, options) => {
              started.resolve(options?.signal);
              return untilAborted(options?.signal);
            },
          },
        });
        const abort = new AbortController();
        const call = client.search.toolSearch(searchRequest, { signal: abort.signal });
        const failed = errorOf(call, abort.signal);
        const signal = await started.promise;
        abort.abort();
        expect((await failed).code).toBe('cancelled');
        await expect.poll(() => signal?.aborted).toBe(true);
        expect(logger.lines).toEqual([]);
      });

      it('a stream aborts the signal of the service and runs its finally', async () => {
        let signal: AbortSignal | undefined;
        const finished = Promise.withResolvers<void>();
        const { client, logger } = await connect({
          catalog: {
            async *syncIndex(_, options) {
              signal = options?.signal;
              try {
                yield progress(1);
                await untilAborted(options?.signal);
              } finally {
                finished.resolve();
              }
            },
          },
        });
        const abort = new AbortController();
        const events = await client.catalog.syncIndex({}, { signal: abort.signal });
        await events.next();
        const failed = errorOf(events.next(), abort.signal);
        abort.abort();
        expect((await failed).code).toBe('cancelled');
        await finished.promise;
        expect(signal?.aborted).toBe(true);
        expect(logger.lines).toEqual([]);
      });

      it('before the call starts keeps it from the service', async () => {
        const { client, calls } = await connect({});
        const signal = AbortSignal.abort();
        const error = await errorOf(client.search.toolSearch(searchRequest, { signal }), signal);
        expect(error.code).toBe('cancelled');
        expect(calls).toEqual([]);
      });
    });

    describe('live sources', () => {
      const runs = 'npx server';
      const plan = { base: { path: '/work', revision: '1' }, sources: [], conflicts: [], findings: [] };

      it('tell the whole course of an import, defaults filled in', async () => {
        const importMcp = vi.fn(async function* (): AsyncGenerator<ImportMcpEvent, void> {
          yield { type: 'connecting', runs };
          yield { type: 'connected', protocol_version: '2025-11-25', server: { name: 'x', version: '1' } };
          yield { type: 'listing', pages: 1, tools: 3 };
          yield { type: 'planned', plan, list_hash: '0' };
          yield { type: 'done', result: { ...plan, written: true } };
        });
        const { client } = await connect({ sources: { importMcp } });
        const types: string[] = [];
        for await (const event of await client.sources.importMcp({ connection: { command: 'npx' } })) {
          types.push(event.type);
        }
        expect(types).toEqual(['connecting', 'connected', 'listing', 'planned', 'done']);
        const input = { connection: { command: 'npx' }, apply: true, consent: false };
        expect(importMcp).toHaveBeenCalledWith(input, expect.anything());
      });

      it('pass on that consent is needed, with what would run', async () => {
        const failure = new PegboardError('consent_required', `It would run: ${runs}`, {
          hint: 'Agree.',
          data: { runs },
        });
        const { client } = await connect({ sources: { call: () => Promise.reject(failure) } });
        const error = await errorOf(client.sources.call({ tool: 'x.y', args: {} }));
        expect(error).toMatchObject({ code: 'consent_required', hint: 'Agree.', data: { runs } });
      });

      it('stop the server when the reader of an import leaves', async () => {
        const finished = Promise.withResolvers<void>();
        const { client } = await connect({
          sources: {
            async *importMcp(_, options) {
              try {
                yield { type: 'connecting', runs };
                await untilAborted(options?.signal);
              } finally {
                finished.resolve();
              }
            },
          },
        });
        for await (const _ of await client.sources.importMcp({ source: 'files' })) break;
        await finished.promise;
      });

      it.each([
        ['neither a connection nor a source', {}],
        ['both a command and an address', { connection: { command: 'a', url: 'https://x.example' } }],
        ['a name that no source can have', { source: 'a.b' }],
        ['a time limit of nothing', { source: 'a', timeout_ms: 0 }],
      ])('refuse %s before anything starts (R15.13)', async (_, input) => {
        const { client, calls } = await connect({});
        expect((await errorOf(client.sources.importMcp(input))).code).toBe('invalid_input');
        expect(calls).toEqual([]);
      });
    });

    it('carries 32 MB of text', async () => {
      const planImport = vi.fn(async () => ({
        base: { path: '/w', revision: 'r' },
        sources: [],
        conflicts: [],
        findings: [],
      }));
      const { client } = await connect({ catalog: { planImport } });
      const text = '{"name": "ä"}\n'.repeat(2 ** 21);
      await client.catalog.planImport({ files: [{ name: 'big.jsonl', text }] });
      expect(planImport).toHaveBeenCalledWith({ files: [{ name: 'big.jsonl', text }] }, expect.anything());
    }, 20_000);

    describeCatalogCalls(transport);
    describeWhyNotCalls(transport);
    describeConfigCalls(transport);
    describeCompareCalls(transport);
    describeSourceCalls(transport);
    describeDesktopCalls(transport);
    describeDraftCalls(transport);
    describeEconomicsCalls(transport);
    describeEvaluationCalls(transport);
    describeExperimentCalls(transport);
    describeExportCalls(transport);
    describeLeakCalls(transport);
    describeApprovalCalls(transport);
    describeOptimizeCalls(transport);
    describeTeamGatewayCalls(transport);
    describeUseCalls(transport);
    describeConnectCalls(transport);
    describeGatewayCalls(transport);
    describeHybridCalls(transport);
    describePlannerCalls(transport);
    describeProvidersCalls(transport);
    describeSkillCalls(transport);
    if (transport.isWire) describeWire(connect);
  });
}
