import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { TeamGatewayService } from '#core/gateway/team-gateway-service.ts';
import type { SecretBox } from '#core/secrets/sign-in-store.ts';
import { type GatewayAdminState, gatewayAdminForm } from '#shared/domain/gateway-admin.ts';
import { isPegboardError } from '#shared/errors.ts';
import { recordingLogger } from '../../../contract/recording-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const token = 'planted-operator-token-0a1b2c3d4e5f60718293a4b5';
const box: SecretBox = {
  seal: (text) => `sealed:${Buffer.from(text).toString('hex')}`,
  open: (sealed) => {
    if (!sealed.startsWith('sealed:')) throw new Error('not ours');
    return Buffer.from(sealed.slice(7), 'hex').toString('utf8');
  },
};

/** A service over a folder of the user, and what it logged. */
function serviceIn(userDataDir: string, kept?: SecretBox) {
  const logger = recordingLogger();
  const now = () => Date.parse('2026-03-31T15:20:00Z');
  return { team: new TeamGatewayService({ userDataDir, files: nodeFiles, logger, now, fetch, box: kept }), logger };
}

/** A real server on this computer; its address. */
async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nothing = { items: [], more: 0 };
const time = '2026-03-31T15:00:00.000Z';
const state: GatewayAdminState = {
  schema: gatewayAdminForm,
  at: time,
  process: {
    ...{ host: 'one', pid: 7, version: '1.2.3', started_at: time, requests_under_way: 0 },
    ...{ ready: true, problem: null, store: 'files' },
  },
  catalog: { from: 'folder', version: 'abc', since: time, tools: 3, checked_at: null, problem: null },
  upstreams: nothing,
  calls: { since: time, problem: null, personas: nothing, outcomes: nothing },
  callers: nothing,
  approvals: nothing,
  sign_ins: { ...nothing, problem: null },
  trail: { ...nothing, problem: null },
};

/** Everything that is in the files of a folder. */
const textsIn = (folder: string) => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

/** What a failed call told: its code, its trouble, and its texts without the token. */
async function failureOf(call: Promise<unknown>): Promise<readonly unknown[]> {
  const error: unknown = await call.then(
    () => 'no error',
    (thrown) => thrown,
  );
  if (!isPegboardError(error)) return ['no PegboardError', error];
  expect(JSON.stringify([error.message, error.hint, error.data, error.stack])).not.toContain(token);
  return [error.code, error.data?.trouble];
}

describe('the gateway that an operator keeps', () => {
  it('has its token sealed by the keychain, in a file that only the user reads, and again after a restart', async () => {
    const home = temporaryFolder();
    const address = await serverOf((request, response) => {
      const isKnown = request.headers.authorization === `Bearer ${token}`;
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(state));
    });
    const { team } = serviceIn(home, box);
    expect(await team.get()).toBeNull();
    const kept = { address, token: 'keychain', kept_at: '2026-03-31T15:20:00.000Z' };
    expect(await team.keep({ address: ` ${address}/ `, token: `${token}\n` })).toEqual(kept);
    expect(statSync(join(home, 'team-gateway.json')).mode & 0o777).toBe(0o600);
    expect(textsIn(home).join()).not.toContain(token);
    const again = serviceIn(home, box);
    expect(await again.team.get()).toEqual(kept);
    expect(await again.team.state()).toEqual({ address, state });
    expect(again.logger.lines).toEqual([]);
  });

  it('has its token in memory alone where no keychain is, and asks for it after a restart', async () => {
    const home = temporaryFolder();
    const address = await serverOf((_, response) => void response.end(JSON.stringify(state)));
    const { team } = serviceIn(home);
    expect(await team.keep({ address, token })).toMatchObject({ token: 'session' });
    expect((await team.state()).state.process.pid).toBe(7);
    expect(textsIn(home).join()).not.toContain(token);
    const { team: later } = serviceIn(home);
    expect(await later.get()).toMatchObject({ address, token: 'missing' });
    expect(await failureOf(later.state())).toEqual(['authentication_required', 'token']);
    // A keychain that is not at hand, or of somebody else.
    await serviceIn(home, box).team.keep({ address, token });
    expect(await later.get()).toMatchObject({ token: 'missing' });
    const other: SecretBox = { ...box, open: () => 'something else' };
    expect(await serviceIn(home, other).team.get()).toMatchObject({ token: 'missing' });
  });

  it('is replaced by the next one, and forgotten with its token', async () => {
    const home = temporaryFolder();
    const { team } = serviceIn(home, box);
    await team.keep({ address: 'https://one.example.test', token });
    expect(await team.keep({ address: 'https://two.example.test', token: 'next' })).toMatchObject({
      address: 'https://two.example.test',
    });
    expect(await team.forget()).toEqual({ forgotten: true });
    expect(await team.forget()).toEqual({ forgotten: false });
    expect(await team.get()).toBeNull();
    expect(textsIn(home).join()).not.toMatch(/example|sealed:/);
    expect(await failureOf(team.state())).toEqual(['invalid_input', undefined]);
  });

  it('keeps nothing that is no address or no token, and what it had before', async () => {
    const { team } = serviceIn(temporaryFolder(), box);
    await team.keep({ address: 'https://one.example.test', token });
    for (const [address, given] of [
      ['http://tools.example.test', token],
      ['https://tools.example.test/mcp', token],
      [`https://ada:${token}@tools.example.test`, token],
      ['tools', token],
      ['https://tools.example.test', ''],
      ['https://tools.example.test', 'two words'],
    ] as const)
      expect(await failureOf(team.keep({ address, token: given })), address).toEqual(['invalid_input', undefined]);
    expect(await team.get()).toMatchObject({ address: 'https://one.example.test' });
  });

  it('sends no token to an address that was written into the file', async () => {
    const home = temporaryFolder();
    const { team } = serviceIn(home, box);
    await team.keep({ address: 'https://one.example.test', token });
    let asked = 0;
    const elsewhere = await serverOf((_, response) => {
      asked++;
      response.end();
    });
    const file = join(home, 'team-gateway.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('https://one.example.test', elsewhere));
    expect(await team.get()).toMatchObject({ address: elsewhere, token: 'missing' });
    expect(await failureOf(team.state())).toEqual(['authentication_required', 'token']);
    expect(asked).toBe(0);
  });

  it('is none where its file is damaged, and no log quotes the file', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'team-gateway.json'), `{"gateway": {"address": "${token}"`);
    const { team, logger } = serviceIn(home, box);
    expect(await team.get()).toBeNull();
    expect(logger.lines).toHaveLength(1);
    expect(logger.lines.join()).not.toContain(token);
    expect(await team.keep({ address: 'https://one.example.test', token })).toMatchObject({ token: 'keychain' });
  });
});

describe('the state of the gateway that an operator keeps', () => {
  const answering = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const address = await serverOf((_, response) => void response.writeHead(status, headers).end(body));
    const { team, logger } = serviceIn(temporaryFolder());
    await team.keep({ address, token });
    const failure = await failureOf(team.state());
    expect(logger.lines.join()).not.toContain(token);
    return failure;
  };

  it('names what is wrong, one by one', async () => {
    expect(await answering(401, '')).toEqual(['authentication_required', 'token']);
    expect(await answering(403, '')).toEqual(['authentication_required', 'right']);
    expect(await answering(404, '')).toEqual(['server_protocol', 'endpoint']);
    expect(await answering(503, '')).toEqual(['server_failed', 'failed']);
    expect(await answering(200, '{"schema":"pegboard.gateway-admin/2"}')).toEqual(['server_protocol', 'newer']);
    expect(await answering(200, `{"schema":"${gatewayAdminForm}"}`)).toEqual(['server_protocol', 'other']);
    expect(await answering(200, '<html>')).toEqual(['server_protocol', 'other']);
    expect(await answering(200, `"${'x'.repeat(2 * 1024 * 1024)}"`)).toEqual(['server_protocol', 'other']);
    const { team } = serviceIn(temporaryFolder());
    await team.keep({ address: 'http://127.0.0.1:1', token });
    expect(await failureOf(team.state())).toEqual(['server_unreachable', 'unreachable']);
  });

  it('is read where no redirect leads', async () => {
    let asked = 0;
    const elsewhere = await serverOf((_, response) => {
      asked++;
      response.end(JSON.stringify(state));
    });
    expect(await answering(302, '', { location: `${elsewhere}/admin/state` })).toEqual([
      'server_unreachable',
      'unreachable',
    ]);
    expect(asked).toBe(0);
  });

  it('has no token, even where the server repeats it', async () => {
    const trail = [{ number: 1, at: time, by: `Bearer ${token}`, action: 'began', subject: btoa(token) }];
    const callers = [{ name: token, persona: token, requests: 1, refused: 0, last_at: time }];
    const repeating = { ...state, trail: { ...state.trail, items: trail }, callers: { items: callers, more: 0 } };
    const address = await serverOf((_, response) => void response.end(JSON.stringify(repeating)));
    const { team } = serviceIn(temporaryFolder(), box);
    await team.keep({ address, token });
    const answer = JSON.stringify(await team.state());
    expect(answer).toContain('[hidden]');
    for (const form of [token, btoa(token)]) expect(answer).not.toContain(form);
  });

  it('is not waited for when nobody wants it any more', async () => {
    const asked = Promise.withResolvers<void>();
    const address = await serverOf(() => asked.resolve());
    const { team } = serviceIn(temporaryFolder());
    await team.keep({ address, token });
    const stop = new AbortController();
    const call = team.state({ signal: stop.signal }).catch((error: Error) => error.name);
    await asked.promise;
    stop.abort();
    expect(await call).toBe('AbortError');
  });
});
