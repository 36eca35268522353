import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OtlpExporter } from '#core/gateway/traces/otlp-exporter.ts';
import { readTraceparent } from '#core/gateway/traces/trace-context.ts';
import { Tracer } from '#core/gateway/traces/tracer.ts';
import { otlpReader } from '#core/use/readers/otlp.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { eventually } from '../support/gateway-http.ts';
import { guardedUpstreams } from '../support/guarded-upstreams.ts';
import { staticToken, teamGateway } from '../support/team-gateway.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status?: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
}

/** A collector that keeps what it is sent, and answers as it is told. */
async function collector() {
  const bodies: string[] = [];
  const asked: (string | undefined)[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked.push(request.headers['x-key']?.toString());
    if (state.status === 200) bodies.push(body);
    response.writeHead(state.status).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const spans = () =>
    bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: all }) => all));
    });
  return { endpoint, bodies, asked, state, spans };
}

function exporterTo(endpoint: string) {
  const settings = {
    ...{ otlp_endpoint: endpoint, service_name: 'team', sample_ratio: 1 },
    headers: [{ name: 'x-key', value: '${env:COLLECTOR_KEY}' }],
  };
  const logger = recordingLogger();
  const env = { COLLECTOR_KEY: 'planted-key' };
  const exporter = new OtlpExporter({ settings, version: '1', env, fetch, logger });
  onTestFinished(() => exporter.close());
  const tracer = new Tracer({ export: (span) => exporter.add(span), sampleRatio: 1, now: Date.now });
  return { exporter, tracer, logger };
}

const callerTrace = 'a'.repeat(32);
const parentOf = (flags: string) => `00-${callerTrace}-${'b'.repeat(16)}-${flags}`;

describe('traces of calls', () => {
  it('belong to the trace of the caller, reach the server behind, and name tools without what they were told', async () => {
    const upstreams = await guardedUpstreams();
    const { endpoint, bodies, asked, spans } = await collector();
    const { exporter, tracer } = exporterTo(endpoint);
    const ada = staticToken('ada');
    const team = await teamGateway({ upstreams, sources: ['crm'], settings: { tokens: [ada.entry] }, tracer });
    const call = { name: 'tool_call_read', arguments: { name: 'crm.whoami', arguments: {} } };
    const traced = { ...call, _meta: { traceparent: parentOf('01') } };
    const before = upstreams.seen.length;
    await team.ask(ada.token, 'tools/call', call, {}, { traceparent: parentOf('01') });
    await team.ask(ada.token, 'tools/call', traced);
    await team.ask(ada.token, 'tools/call', call, {}, { traceparent: parentOf('00') });
    await team.ask(ada.token, 'tools/call', { name: 'tool_search', arguments: { query: 'planted-words' } });
    await exporter.close();

    const found = spans();
    const servers = found.filter(({ kind }) => kind === 2);
    const clients = found.filter(({ kind }) => kind === 3);
    // The third belongs to a trace that its caller does not sample; the search goes to no server behind.
    expect([servers.length, clients.length]).toEqual([3, 2]);
    for (const [i, client] of clients.entries()) {
      expect(client).toMatchObject({ name: 'execute_tool crm.whoami', traceId: callerTrace });
      expect(client.parentSpanId).toBe(servers[i]?.spanId);
      expect(servers[i]).toMatchObject({ traceId: callerTrace, parentSpanId: 'b'.repeat(16) });
    }
    const calls = upstreams.seen.slice(before).filter(({ body }) => body.includes('"tools/call"'));
    expect(calls).toHaveLength(3);
    for (const [i, { headers, body }] of calls.entries()) {
      const context = readTraceparent(headers.traceparent);
      const meta = (JSON.parse(body) as { params: { _meta: { traceparent: string } } }).params._meta;
      expect(readTraceparent(meta.traceparent)).toEqual(context);
      expect(context).toMatchObject({ traceId: callerTrace, isSampled: i < 2 });
      if (i < 2) expect(context?.spanId).toBe(clients[i]?.spanId);
    }
    expect(asked.every((key) => key === 'planted-key')).toBe(true);
    for (const secret of [ada.token, upstreams.operator, 'planted-words', 'I am', 'planted-key'])
      expect(bodies.join('\n')).not.toContain(secret);

    // What the gateway exports, `pegboard use` reads: each call once.
    const read = otlpReader.begin({ serverName: 'pegboard' } as never);
    const events = bodies.flatMap((body) => read(JSON.parse(body)).events);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ client: 'team', ok: true });
  });

  it('say by a code what failed', async () => {
    const upstreams = await guardedUpstreams();
    const { endpoint, spans } = await collector();
    const { exporter, tracer } = exporterTo(endpoint);
    const ada = staticToken('ada');
    const settings = { tokens: [ada.entry], upstreams: [{ source: 'crm', sign_in: {} }] };
    const keys = { sign_in_keys: [{ id: 'one', key: '${env:KEY}' }] };
    const env = { KEY: Buffer.alloc(32, 7).toString('base64') };
    const team = await teamGateway({ upstreams, sources: ['crm'], settings: { ...settings, ...keys }, env, tracer });
    expect(await team.whoami(ada.token, 'crm')).toContain('You are not signed in');
    await exporter.close();
    const failed = spans().find(({ kind }) => kind === 3);
    expect(failed?.status).toEqual({ code: 2 });
    expect(failed?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'authentication_required' } });
  });

  it('wait within bounds for a collector that is away, and then arrive', async () => {
    const { endpoint, state, spans } = await collector();
    const { exporter, tracer, logger } = exporterTo(endpoint);
    state.status = 503;
    for (let i = 0; i < 5000; i++)
      tracer.begin({ name: `s${i}`, kind: 'server', parent: null, attributes: {} }).end(null);
    expect(exporter.dropped).toBe(904);
    await eventually(() => expect(logger.lines.join()).toContain('they wait'));
    state.status = 200;
    await eventually(() => expect(spans()).toHaveLength(4096));
    expect(new Set(spans().map(({ name }) => name)).size).toBe(4096);
    expect(logger.lines.filter((line) => line.includes('they wait'))).toHaveLength(1);
  });
});

describe('a traceparent', () => {
  it('is read as the standard says', () => {
    const [trace, span] = ['1'.repeat(32), '2'.repeat(16)];
    expect(readTraceparent(`00-${trace}-${span}-01`)).toEqual({ traceId: trace, spanId: span, isSampled: true });
    expect(readTraceparent(`cc-${trace}-${span}-02-more`)).toMatchObject({ isSampled: false });
    for (const wrong of [
      ...[`00-${trace}-${span}-01-more`, `ff-${trace}-${span}-01`, `00-${'0'.repeat(32)}-${span}-01`, '', 7, undefined],
      ...[`00-${trace}-${'0'.repeat(16)}-01`, `00-${'A'.repeat(32)}-${span}-01`, `00-${trace}-${span}-01\n`],
    ])
      expect(readTraceparent(wrong)).toBeNull();
  });
});
