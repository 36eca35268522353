import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { ImportMcpEvent, ImportMcpInput } from '#shared/domain/live-source.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** A workspace whose source `disk` lists what a file holds at that moment. */
async function opened() {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  const list = (...names: string[]) =>
    write(root, 'list.json', JSON.stringify(names.map((name) => ({ name, inputSchema: { type: 'object' } }))));
  const path = list('read');
  const services = await testServices({ env: { ...process.env, TOOLS: path } });
  await services.workspace.open({ path: root });
  const [command = '', ...args] = fixtureServer('from-file');
  const connection = { command, args, env: { TOOLS: '${env:TOOLS}' } };
  await imported(services, { connection, source: 'disk', apply: true, consent: true });
  return { root, list, services, captured: () => readFileSync(join(root, 'sources/disk.json'), 'utf8') };
}

async function imported(services: Services, input: ImportMcpInput): Promise<ImportMcpEvent[]> {
  const events: ImportMcpEvent[] = [];
  for await (const event of services.sources.importMcp(input)) events.push(event);
  return events;
}

const again = { source: 'disk', consent: false };

/** What `approved` says of the plan that an import would have now. */
async function lookedAt(services: Services): Promise<NonNullable<ImportMcpInput['approved']>> {
  const events = await imported(services, { ...again, apply: false });
  const planned = events.find((event) => event.type === 'planned');
  if (planned?.type !== 'planned') throw new Error('There was no plan.');
  return { base: planned.plan.base, list_hash: planned.list_hash };
}

describe('an import whose plan was looked at', () => {
  it('writes that plan', async () => {
    const { services, list, captured } = await opened();
    list('read', 'write');
    const approved = await lookedAt(services);
    const events = await imported(services, { ...again, apply: true, approved });
    expect(events.at(-1)).toMatchObject({ type: 'done', result: { written: true } });
    expect(captured()).toContain('write');
  });

  it('writes nothing when the server lists other tools by now, and tells the new plan', async () => {
    const { services, list, captured } = await opened();
    list('read', 'write');
    const approved = await lookedAt(services);
    list('read', 'erase');
    const before = captured();
    const events: ImportMcpEvent[] = [];
    const applying = async () => {
      for await (const event of services.sources.importMcp({ ...again, apply: true, approved })) events.push(event);
    };
    await expect(applying()).rejects.toMatchObject({ code: 'config_changed' });
    expect(events.at(-1)).toMatchObject({ type: 'planned', plan: { sources: [{ added: ['disk.erase'] }] } });
    expect(captured()).toBe(before);
  });

  it('writes nothing when the workspace changed since', async () => {
    const { root, services, list, captured } = await opened();
    list('read', 'write');
    const approved = await lookedAt(services);
    const path = join(root, 'pegboard.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}# another line\n`);
    const before = captured();
    await expect(imported(services, { ...again, apply: true, approved })).rejects.toMatchObject({
      code: 'config_changed',
    });
    expect(captured()).toBe(before);
  });
});

describe('consent', () => {
  it('that is asked for again says what was agreed to before, and is kept when a plan is only looked at', async () => {
    const { root, services } = await opened();
    const path = join(root, 'pegboard.yaml');
    const script = fixtureServer('from-file')[1] ?? '';
    const other = readFileSync(path, 'utf8').replace('from-file.mjs', 'oldest.mjs');
    writeFileSync(path, other);
    await services.workspace.open({ path: root });
    await expect(imported(services, { ...again, apply: false })).rejects.toMatchObject({
      code: 'consent_required',
      data: { agreed_before: expect.stringContaining(script) },
    });
    await imported(services, { ...again, apply: false, consent: true });
    await expect(imported(services, { ...again, apply: false })).resolves.not.toEqual([]);
  });
});
