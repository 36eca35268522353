import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import { serverReadiness } from '#shared/domain/server-readiness.ts';
import type {
  ImportServersEvent,
  ImportServersInput,
  ReviewOrigin,
  ServerProgress,
  ServerReview,
} from '#shared/domain/server-review.ts';
import { defaultChoices } from '../support/default-choices.ts';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer, realServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import {
  type ConfiguredServer,
  configured,
  fifteenServers,
  mcpJson,
  planted,
  tokenHash,
} from '../support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** Services with an empty workspace, and the folder of the user's own data. */
async function opened(options: Partial<ServicesOptions> = {}) {
  const root = temporaryFolder();
  const home = options.userDataDir ?? temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  const services = await testServices({ userDataDir: home, ...options });
  await services.workspace.open({ path: root });
  return { services, root, home };
}

function textOrigin(servers: Parameters<typeof mcpJson>[0], name = '.mcp.json'): ReviewOrigin {
  return { kind: 'text', name, text: mcpJson(servers) };
}

/** Agrees to servers of a review as it stands. */
function agreedInput(
  origin: ReviewOrigin,
  { servers, variables }: ServerReview,
  more: Partial<ImportServersInput> = {},
): ImportServersInput {
  return {
    origin,
    servers: servers.map(({ id }) => ({ id })),
    values: defaultChoices(variables),
    agreed: Object.fromEntries(servers.map(({ id, runs }) => [id, runs])),
    ...more,
  };
}

async function importAll(services: Services, input: ImportServersInput, signal?: AbortSignal) {
  const events: ImportServersEvent[] = [];
  for await (const event of services.sources.importServers(input, { signal })) events.push(event);
  return events;
}

/** How each server of a batch ended, by the name of its source. */
function ends(events: readonly ImportServersEvent[]): Record<string, string> {
  const end = ({ source, progress }: ImportServersEvent): [string, string][] => {
    if (progress.type === 'failed') return [[source, progress.error.code]];
    return progress.type === 'done' ? [[source, 'done']] : [];
  };
  return Object.fromEntries(events.flatMap(end));
}

async function which(services: Services, source: string): Promise<unknown> {
  const { content } = await services.sources.call({
    tool: `${source}.which`,
    args: {},
    consent: false,
    confirmed: false,
  });
  return content[0]?.text;
}

describe('a review of fifteen servers', () => {
  it('says before consent what runs, what it needs, and what cannot run; it starts nothing and tells no value', async () => {
    const { services, root } = await opened();
    const before = folderContents(root);
    const review = await services.discovery.review({ origin: textOrigin(fifteenServers(root)) });
    expect(review.servers).toHaveLength(15);
    const variables = Object.fromEntries(review.variables.map((one) => [one.name, one]));
    expect(Object.keys(variables).sort()).toEqual(
      [
        'API_TOKEN',
        'ANSWERS_TOKEN',
        'COUNT',
        'DB_PASSWORD',
        'MEMORY_FILE_PATH',
        'PEGBOARD_TEST_UNSET',
        'WIKI_API_TOKEN',
      ].sort(),
    );
    expect(variables.API_TOKEN).toMatchObject({ available: ['file'], can_omit: true, secret: true });
    expect(variables.API_TOKEN?.used_by).toHaveLength(2);
    expect(variables.ANSWERS_TOKEN).toMatchObject({ can_omit: false });
    expect(variables.PEGBOARD_TEST_UNSET).toMatchObject({ available: [] });
    const values = defaultChoices(review.variables);
    const cannot = review.servers.flatMap((server) => {
      const ready = serverReadiness(server, { variables: review.variables, values });
      return ready.can_run ? [] : [[server.name, ready.missing, ready.obstacles.map(({ code }) => code)]];
    });
    expect(cannot).toEqual([
      ['absent', [], ['program_not_found']],
      ['unset', ['PEGBOARD_TEST_UNSET'], []],
    ]);
    for (const secret of Object.values(planted)) expect(JSON.stringify(review)).not.toContain(secret);
    expect(folderContents(root)).toEqual(before);
  });

  it('imports all in one call; what fails stops no other, and no value lands anywhere', async () => {
    const { services, root, home } = await opened({ sessionIdleMs: 3_600_000 });
    const origin = textOrigin(fifteenServers(root));
    const review = await services.discovery.review({ origin });
    const events = await importAll(services, agreedInput(origin, review, { timeout_ms: 8_000 }));
    expect(ends(events)).toEqual({
      ...Object.fromEntries(
        ['everything', 'filesystem', 'memory', 'oldest', 'calls', 'answers', 'many', 'tracker', 'wiki', 'chat'].map(
          (name) => [name, 'done'],
        ),
      ),
      fails: 'server_failed',
      floods: 'server_protocol',
      hangs: 'server_timeout',
      absent: 'server_not_started',
      unset: 'variable_missing',
    });
    const running = new Set<string>();
    let most = 0;
    for (const { source, progress } of events) {
      if (progress.type === 'starting') running.add(source);
      if (progress.type === 'done' || progress.type === 'failed') running.delete(source);
      most = Math.max(most, running.size);
    }
    expect(most).toBe(4);
    expect(events.slice(0, 15).map(({ progress }) => progress.type)).toEqual(Array(15).fill('queued'));
    expect(await which(services, 'tracker')).toBe(tokenHash(planted.first));
    expect(await which(services, 'chat')).toBe(tokenHash(planted.first));
    expect(await which(services, 'wiki')).toBe(tokenHash(planted.second));
    const everywhere = JSON.stringify([
      events,
      folderContents(root),
      folderContents(home),
      await services.sources.list(),
    ]);
    for (const secret of Object.values(planted)) expect(everywhere).not.toContain(secret);
    const yaml = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain(`API_TOKEN: \${env:WIKI_API_TOKEN}`);
    // The path of a host is no secret: a configuration's own one stays.
    expect(yaml).toContain('PATH: /nowhere');
  }, 60_000);

  it('keeps the consent to each of many servers that end together', async () => {
    const { services } = await opened();
    const names = Array.from({ length: 8 }, (_, i) => `old${i}`);
    const origin = textOrigin(
      Object.fromEntries(names.map((name) => [name, configured([...fixtureServer('oldest'), name])])),
    );
    await importAll(services, agreedInput(origin, await services.discovery.review({ origin })));
    const listed = await services.sources.list();
    expect(listed.map(({ consented }) => consented)).toEqual(names.map(() => true));
  });
});

describe('consent of a review', () => {
  it('covers what the review said and nothing else', async () => {
    const { services } = await opened();
    const origin = textOrigin({ a: configured(fixtureServer('oldest')), b: configured(fixtureServer('calls')) });
    const review = await services.discovery.review({ origin });
    const [a, b] = review.servers;
    const input = agreedInput(origin, review, {
      agreed: { [a?.id ?? '']: a?.runs ?? '', [b?.id ?? '']: 'something else' },
    });
    expect(ends(await importAll(services, input))).toEqual({ a: 'done', b: 'consent_required' });
  });

  it('is void for an entry that changed after the review: its command, its folder or what it gets', async () => {
    const { services } = await opened();
    const entry = configured(fixtureServer('oldest'));
    const review = await services.discovery.review({ origin: textOrigin({ a: entry }) });
    const variants: ConfiguredServer[] = [
      { ...entry, args: [...(entry.args ?? []), '--more'] },
      { ...entry, cwd: temporaryFolder() },
      { ...entry, env: { NODE_OPTIONS: '--require ./evil.js' } },
      { ...entry, env: { PATH: '/elsewhere:${PATH}' } },
      { ...entry, env: { PLUGINS: '${PLUGINS:-./evil.js}' } },
    ];
    for (const changed of variants) {
      const input = agreedInput(textOrigin({ a: changed }), review);
      const events = await importAll(services, input);
      const id = review.servers[0]?.id ?? '';
      expect(ends(events)).toEqual({ [id]: 'config_changed' });
    }
  });
});

describe('what decides which code runs', () => {
  it('stands in the review and in the workspace, and asks again when it changes', async () => {
    const { services, root } = await opened();
    const origin = (options: string) =>
      textOrigin({ a: configured(fixtureServer('oldest'), { env: { NODE_OPTIONS: options } }) });
    const calm = origin('--no-warnings');
    const review = await services.discovery.review({ origin: calm });
    expect(review.servers[0]?.connection.env).toEqual({ NODE_OPTIONS: '--no-warnings' });
    expect(ends(await importAll(services, agreedInput(calm, review)))).toEqual({ a: 'done' });
    expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).toContain('NODE_OPTIONS: --no-warnings');
    expect((await services.discovery.review({ origin: calm })).servers[0]).toMatchObject({ consented: true });
    const [other] = (await services.discovery.review({ origin: origin('--require ./evil.js') })).servers;
    expect(other).toMatchObject({ consented: false, same_as: null });
  });

  it('is not another value than that of the review', async () => {
    const { services } = await opened();
    const origin = (plugin: string) =>
      textOrigin({ a: configured(fixtureServer('oldest'), { env: { OUR_PLUGIN: plugin } }) });
    const review = await services.discovery.review({ origin: origin('./mine.js') });
    const events = await importAll(services, agreedInput(origin('./evil.js'), review));
    expect(ends(events)).toEqual({ [review.servers[0]?.id ?? '']: 'config_changed' });
  });
});

describe('values of variables', () => {
  it('taken from the file serve this session only; kept ones serve the next, lie in a 0600 file, and can be forgotten', async () => {
    const { services, root, home } = await opened();
    const origin = textOrigin({
      tracker: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first } }),
    });
    const review = await services.discovery.review({ origin });
    await importAll(services, agreedInput(origin, review));
    // Also after the process of the import is gone.
    expect(await which(services, 'tracker')).toBe(tokenHash(planted.first));

    const next = await testServices({ userDataDir: home });
    await next.workspace.open({ path: root });
    await expect(which(next, 'tracker')).rejects.toMatchObject({
      code: 'variable_missing',
      hint: expect.stringContaining('pegboard sources values --set API_TOKEN'),
    });
    const again = await next.discovery.review({ origin });
    expect(again.servers[0]).toMatchObject({ same_as: 'tracker', source: 'tracker', consented: true });
    const keep = agreedInput(origin, again, { values: { API_TOKEN: { from: 'file', keep: true } } });
    expect(ends(await importAll(next, keep))).toEqual({ tracker: 'done' });
    expect(statSync(join(home, 'variables.json')).mode & 0o777).toBe(0o600);
    expect(await next.sources.keptValues()).toMatchObject([
      { name: 'API_TOKEN', kept_in: 'file', used_by: ['tracker'] },
    ]);
    expect((await next.sources.list())[0]?.findings).toMatchObject([{ code: 'values_unencrypted' }]);

    const third = await testServices({ userDataDir: home });
    await third.workspace.open({ path: root });
    expect(await which(third, 'tracker')).toBe(tokenHash(planted.first));
    expect(JSON.stringify(folderContents(root))).not.toContain(planted.first);
    expect(await third.sources.forgetValues({ names: ['API_TOKEN', 'OTHER'] })).toEqual({ forgotten: ['API_TOKEN'] });
    await expect(which(third, 'tracker')).rejects.toMatchObject({ code: 'variable_missing' });
    expect(readFileSync(join(home, 'variables.json'), 'utf8')).not.toContain(planted.first);
  });

  it('are sealed where the system has a keychain, and only it opens them', async () => {
    const box = {
      seal: (text: string) => Buffer.from(text).reverse().toString('base64'),
      open: (sealed: string) => Buffer.from(sealed, 'base64').reverse().toString('utf8'),
    };
    const { services, root, home } = await opened({ secretBox: box });
    const kept = await services.sources.keepValue({ name: 'API_TOKEN', value: planted.first });
    expect(kept).toMatchObject({ kept_in: 'keychain', readable: true });
    expect(JSON.stringify(folderContents(home))).not.toContain(planted.first);
    const without = await testServices({ userDataDir: home });
    await without.workspace.open({ path: root });
    expect(await without.sources.keptValues()).toMatchObject([{ name: 'API_TOKEN', readable: false }]);
  });

  it('typed, of the environment and left out reach the server as chosen', async () => {
    const { services, root } = await opened({ env: { ...process.env, API_TOKEN: planted.second } });
    const entry = configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first, EXTRA: 'x' } });
    const origin = textOrigin({ tracker: entry });
    const review = await services.discovery.review({ origin });
    expect(review.variables.find(({ name }) => name === 'API_TOKEN')?.available).toEqual(['file', 'environment']);
    const values: ImportServersInput['values'] = { API_TOKEN: { from: 'environment' }, EXTRA: { from: 'omit' } };
    expect(ends(await importAll(services, agreedInput(origin, review, { values })))).toEqual({ tracker: 'done' });
    expect(await which(services, 'tracker')).toBe(tokenHash(planted.second));
    expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).not.toContain('EXTRA');
    const again = await services.discovery.review({ origin });
    expect(again.servers[0]?.same_as).toBe('tracker');
    const typed: ImportServersInput['values'] = { API_TOKEN: { from: 'typed', value: 'typed-value-77', keep: false } };
    await importAll(services, agreedInput(origin, again, { values: typed }));
    expect(await which(services, 'tracker')).toBe(tokenHash('typed-value-77'));
  });

  it('of one name and several values never reach another server, also one that the workspace has', async () => {
    const { services } = await opened();
    const first = textOrigin({
      tracker: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first } }),
    });
    await importAll(services, agreedInput(first, await services.discovery.review({ origin: first })));
    const second = textOrigin({
      wiki: configured([...fixtureServer('needs-token'), 'wiki'], { env: { API_TOKEN: planted.second } }),
    });
    const review = await services.discovery.review({ origin: second });
    expect(review.variables.map(({ name }) => name)).toEqual(['WIKI_API_TOKEN']);
    await importAll(services, agreedInput(second, review));
    expect(await which(services, 'tracker')).toBe(tokenHash(planted.first));
    expect(await which(services, 'wiki')).toBe(tokenHash(planted.second));
  });

  it('cannot be left out where a command needs them', async () => {
    const { services } = await opened();
    const origin = textOrigin({ answers: configured([...fixtureServer('answers'), '--token', planted.argument]) });
    const review = await services.discovery.review({ origin });
    const values: ImportServersInput['values'] = { ANSWERS_TOKEN: { from: 'omit' } };
    const events = await importAll(services, agreedInput(origin, review, { values }));
    expect(ends(events)).toEqual({ answers: 'invalid_input' });
  });
});

describe('a batch', () => {
  it('that is cancelled stops every server and writes nothing more', async () => {
    const { services } = await opened();
    const pids = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, join(temporaryFolder(), 'pids')] as const);
    const servers = pids.map(([name, file]) => [name, configured(fixtureServer('hangs'), { env: { PIDS: file } })]);
    const origin = textOrigin(Object.fromEntries(servers));
    const review = await services.discovery.review({ origin });
    const stop = new AbortController();
    const written = (file: string): string => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    };
    const running = importAll(services, agreedInput(origin, review), stop.signal);
    const ended = expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => pids.filter(([, file]) => written(file) !== '').length, { timeout: 20_000 }).toBe(4);
    const started = pids.flatMap(([, file]) => written(file).split(' ').filter(Boolean).map(Number));
    stop.abort();
    await ended;
    await expect.poll(() => started.filter(isAlive)).toEqual([]);
    expect(await services.sources.list()).toEqual([]);
  }, 40_000);

  it('gives no two servers one name, and takes none from a source that is there', async () => {
    const { services } = await opened();
    const first = textOrigin({ memory: configured(realServer('memory')) });
    await importAll(services, agreedInput(first, await services.discovery.review({ origin: first })));
    const origin = textOrigin({
      memory: configured(fixtureServer('oldest')),
      'my server': configured(fixtureServer('calls')),
      'my-server': configured(fixtureServer('answers')),
    });
    const review = await services.discovery.review({ origin });
    expect(review.servers.map(({ source }) => source)).toEqual(['memory-2', 'my-server', 'my-server-2']);
    const chosen = review.servers.map(({ id }, i) => ({ id, source: ['memory', 'x', 'x'][i] ?? '' }));
    const events = await importAll(services, agreedInput(origin, review, { servers: chosen }));
    const failures = events.flatMap(({ progress }: { progress: ServerProgress }) =>
      progress.type === 'failed' ? [progress.error.code] : [],
    );
    expect(failures).toEqual(['source_exists', 'source_exists']);
    expect((await services.sources.list()).map(({ name }) => name)).toEqual(['memory', 'x']);
  });
});
