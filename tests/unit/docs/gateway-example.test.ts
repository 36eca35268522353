import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { serverSettingsOf } from '#core/gateway/server-settings.ts';

const file = (name: string) => readFileSync(new URL(`../../../examples/gateway/${name}`, import.meta.url), 'utf8');

function valuesIn<Value>(name: string, schema: z.ZodType<Value>): Value[] {
  return parseAllDocuments(file(name)).map((document) => {
    expect(document.errors, name).toEqual([]);
    return schema.parse(document.toJS());
  });
}

const settings = serverSettingsOf(file('pegboard-gateway.yaml'), 'pegboard-gateway.yaml');
const port = z.looseObject({ name: z.string(), containerPort: z.int() });
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.looseObject({
  env: z.array(z.looseObject({ name: z.string() })),
  ports: z.array(port),
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.looseObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
  }),
});
const pod = z.looseObject({
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
  containers: z.tuple([container]),
});

describe('the example of a gateway server', () => {
  it('has settings that are valid, with a store and without a password', () => {
    expect(settings.store?.postgres.url).toContain('${env:STORE_PASSWORD}');
  });

  it('runs without root, at the ports of the settings', () => {
    const text = file('Dockerfile');
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toMatch(new RegExp(`^EXPOSE ${settings.listen.port} ${settings.operations.port}$`, 'm'));
    expect(text).toContain(`:${settings.operations.port}/healthz`);
  });

  it('has a deployment that waits for the drain and asks the right addresses', () => {
    const [deployment] = valuesIn('kubernetes.yaml', z.looseObject({ kind: z.string(), spec: z.looseObject({}) }));
    const { template } = z.looseObject({ template: z.looseObject({ spec: pod }) }).parse(deployment?.spec);
    const [gateway] = template.spec.containers;
    const ports = new Map(gateway.ports.map((one) => [one.name, one.containerPort]));
    expect(ports).toEqual(
      new Map([
        ['mcp', settings.listen.port],
        ['operations', settings.operations.port],
      ]),
    );
    expect([gateway.livenessProbe.httpGet, gateway.readinessProbe.httpGet]).toEqual([
      { path: '/healthz', port: 'operations' },
      { path: '/readyz', port: 'operations' },
    ]);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(settings.drain_seconds + 10);
    expect(gateway.env.map(({ name }) => name)).toEqual(['STORE_PASSWORD']);
  });

  it('has services whose root is read-only, and a store at the place of the settings', () => {
    const service = z.looseObject({ read_only: z.boolean().optional(), image: z.string().optional() });
    const [compose] = valuesIn('compose.yaml', z.looseObject({ services: z.record(z.string(), service) }));
    expect(compose?.services.gateway?.read_only).toBe(true);
    const host = /@([^:/]+):/.exec(settings.store?.postgres.url ?? '')?.[1] ?? '';
    expect(compose?.services[host]?.image).toMatch(/^postgres:\d+$/);
  });
});
