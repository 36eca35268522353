import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuardedUpstreams, guardedUpstreams } from '../support/guarded-upstreams.ts';
import { staticToken, teamGateway, teamUrl } from '../support/team-gateway.ts';
import { tokenIssuer } from '../support/token-issuer.ts';

const key = () => randomBytes(32).toString('base64');
const env = { CLIENT_SECRET: 'planted secret', KEY_ONE: key(), KEY_TWO: key() };
const keysOf = (...names: string[]) => names.map((name) => ({ id: name.toLowerCase(), key: `\${env:${name}}` }));
const anyone = [{ claim: 'iss', value: '', persona: null }];

function exchange(upstreams: GuardedUpstreams, source: string) {
  return {
    source,
    exchange: {
      ...{ token_endpoint: upstreams.tokenEndpoint, client_id: 'gateway', resource: upstreams.url(source) },
      client_secret: '${env:CLIENT_SECRET}',
    },
  };
}

async function issuerFor() {
  const { issuer, token } = await tokenIssuer();
  const oauth = { issuer, personas: anyone.map((rule) => ({ ...rule, value: issuer })) };
  return { oauth, tokenOf: (sub: string) => token({ sub, aud: `${teamUrl}/mcp` }) };
}

/** No server got anything of a caller, and nobody was told a token of a server. */
function expectNoLeak(upstreams: GuardedUpstreams, callers: readonly string[], told: readonly string[]): void {
  const sent = JSON.stringify(upstreams.seen);
  for (const token of callers) expect(sent).not.toContain(token);
  const all = told.join('\n');
  for (const secret of [...callers, ...upstreams.given, upstreams.operator, ...Object.values(env)])
    expect(all).not.toContain(secret);
}

const addressIn = (text: string) => /https:\/\/tools\.example\.test\/sign-in\?ticket=[\w.-]+/.exec(text)?.[0] ?? '';

describe('exchanged tokens', () => {
  it('are made for each caller, kept until shortly before they end, and made again when a server refuses them', async () => {
    const upstreams = await guardedUpstreams();
    const { oauth, tokenOf } = await issuerFor();
    const clock = { ms: 0 };
    const build = staticToken('build');
    const team = await teamGateway({
      ...{ upstreams, sources: ['crm', 'wiki'], env, now: () => Date.now() + clock.ms },
      settings: { oauth, tokens: [build.entry], upstreams: [exchange(upstreams, 'crm')] },
    });
    const [ada, bob] = await Promise.all(['ada', 'bob'].map(tokenOf));
    if (!ada || !bob) throw new Error('no tokens');
    for (const round of [1, 2]) {
      const told = await Promise.all([ada, bob, ada, bob].map((token) => team.whoami(token, 'crm')));
      expect([round, ...told]).toEqual([round, 'I am ada.', 'I am bob.', 'I am ada.', 'I am bob.']);
    }
    expect(upstreams.grants).toEqual(['token-exchange', 'token-exchange']);
    // The other source has one credential for everybody.
    expect(await team.whoami(bob, 'wiki')).toBe('I am operator.');

    upstreams.revoke();
    expect(await team.whoami(ada, 'crm')).toBe('I am ada.');
    expect(upstreams.grants.length).toBe(3);
    clock.ms = 3_580_000;
    const again = await Promise.all([1, 2, 3].map(() => team.whoami(ada, 'crm')));
    expect([again, upstreams.grants.length]).toEqual([Array(3).fill('I am ada.'), 4]);

    const refused = await team.whoami(build.token, 'crm');
    expect(refused).toContain('You have no access to "crm"');
    expectNoLeak(upstreams, [ada, bob, build.token], [...team.logger.lines, refused]);
    const crm = upstreams.seen.filter(({ server, headers }) => server === 'crm' && headers.authorization !== undefined);
    const operators = crm.findLastIndex(({ headers }) => headers.authorization?.includes(upstreams.operator));
    expect(crm.slice(0, operators + 1).every(({ body }) => !body.includes('tools/call'))).toBe(true);
  });

  it('that cannot be had are told with the reason and without any token, and one caller stops no other', async () => {
    const upstreams = await guardedUpstreams();
    const { oauth, tokenOf } = await issuerFor();
    const settings = { oauth, upstreams: [exchange(upstreams, 'crm')] };
    const team = await teamGateway({ upstreams, sources: ['crm'], env, settings });
    const [ada, bob, eve] = await Promise.all([tokenOf('ada'), tokenOf('bob'), tokenOf('eve')]);
    expect(await team.whoami(ada, 'crm')).toBe('I am ada.');
    upstreams.endpoint.refusal = 'invalid_target';
    const denied = await team.whoami(bob, 'crm');
    expect(denied).toMatch(/^You have no access to "crm": .*\(invalid_target\)\.$/);
    upstreams.endpoint.refusal = null;
    upstreams.endpoint.broken = true;
    const broken = await team.whoami(eve, 'crm');
    expect(broken).toContain('does not work now (server_unreachable)');
    expect(await team.whoami(ada, 'crm')).toBe('I am ada.');
    expectNoLeak(upstreams, [ada, bob, eve], [...team.logger.lines, denied, broken]);
  });
});

describe('sign-ins of callers', () => {
  const settings = { upstreams: [{ source: 'crm', sign_in: {} }], sign_in_keys: keysOf('KEY_ONE') };

  it('are asked for with an address, kept sealed, renewed once, and asked for again when they end', async () => {
    const upstreams = await guardedUpstreams();
    const [ada, bob] = [staticToken('ada'), staticToken('bob')];
    const tokens = [ada.entry, bob.entry];
    const clock = { ms: 0 };
    const given = { upstreams, sources: ['crm'], env, now: () => Date.now() + clock.ms };
    const team = await teamGateway({ ...given, settings: { ...settings, tokens } });
    const asked = await team.whoami(ada.token, 'crm');
    expect(asked).toContain('You are not signed in at "crm".');
    expect(await team.signIn(addressIn(asked), 'nobody')).toContain('refused in the browser');
    expect(await team.signIn(addressIn(asked), 'ada-upstream')).toContain('ada is signed in at crm');
    expect(await team.whoami(ada.token, 'crm')).toBe('I am ada-upstream.');
    const told = await team.whoami(bob.token, 'crm');
    expect(told).toContain('You are not signed in');
    expect(await team.signIn(addressIn(told), 'bob-upstream')).toContain('bob is signed in');
    expect(await team.whoami(bob.token, 'crm')).toBe('I am bob-upstream.');

    // Another process, of the same account, with a new key before the old one.
    const turned = { ...settings, tokens, sign_in_keys: keysOf('KEY_TWO', 'KEY_ONE') };
    const { userDataDir, workspace } = team;
    const other = await teamGateway({ ...given, userDataDir, workspace, settings: turned });
    expect(await other.whoami(ada.token, 'crm')).toBe('I am ada-upstream.');
    const name = readdirSync(userDataDir).find((file) => /^gateway-sign-ins-\w+\.json$/.test(file)) ?? '';
    const file = join(userDataDir, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const sealed = readFileSync(file, 'utf8');
    expect(sealed).toContain('"key_two.');
    for (const secret of upstreams.given) expect(sealed).not.toContain(secret);

    // Its end comes near: many requests of both processes renew it once.
    const renewals = () => upstreams.grants.filter((grant) => grant === 'refresh_token').length;
    clock.ms = 3_580_000;
    const later = await Promise.all([other, other, other, other].map(({ whoami }) => whoami(ada.token, 'crm')));
    expect([later, renewals()]).toEqual([Array(4).fill('I am ada-upstream.'), 1]);
    upstreams.revoke();
    expect(await other.whoami(ada.token, 'crm')).toBe('I am ada-upstream.');
    expect(renewals()).toBe(2);
    upstreams.revoke(true);
    const over = await other.whoami(ada.token, 'crm');
    expect(over).toContain('You are not signed in');
    expect(await other.signIn(addressIn(over), 'ada-again')).toContain('is signed in');
    expect(await other.whoami(ada.token, 'crm')).toBe('I am ada-again.');
    const all = [...team.logger.lines, ...other.logger.lines, asked, told, over];
    expectNoLeak(upstreams, [ada.token, bob.token], all);
  });

  it('begin and end in one browser, with an address that is ours and in time', async () => {
    const upstreams = await guardedUpstreams();
    const ada = staticToken('ada');
    const clock = { ms: 0 };
    const team = await teamGateway({
      ...{ upstreams, sources: ['crm'], env, now: () => Date.now() + clock.ms },
      settings: { ...settings, tokens: [ada.entry] },
    });
    const address = addressIn(await team.whoami(ada.token, 'crm'));
    expect(await team.signIn(`${address.slice(0, -3)}abc`, 'ada')).toContain('not valid any more');
    expect(await team.signIn(`${teamUrl}/sign-in/done?state=1&code=2`, 'ada')).toContain('not begun in this browser');
    clock.ms = 16 * 60_000;
    expect(await team.signIn(address, 'ada')).toContain('not valid any more');
    expect(upstreams.grants).toEqual([]);
  });

  it('are asked for by the host where it can open an address', async () => {
    const upstreams = await guardedUpstreams();
    const ada = staticToken('ada');
    const team = await teamGateway({
      upstreams,
      sources: ['crm'],
      env,
      settings: { ...settings, tokens: [ada.entry] },
    });
    const call = { name: 'tool_call_read', arguments: { name: 'crm.whoami', arguments: {} } };
    const able = { elicitation: { url: {} } };
    const { answer } = await team.ask(ada.token, 'tools/call', call, able);
    const question = answer.result as {
      requestState: string;
      inputRequests: { sign_in: { params: { mode: string; url: string } } };
    };
    const { mode, url } = question.inputRequests.sign_in.params;
    expect([mode, addressIn(url)]).toEqual(['url', url]);
    const back = { ...call, requestState: question.requestState, inputResponses: { sign_in: { action: 'accept' } } };
    // Not signed in yet: the user is not asked in a circle.
    expect((await team.ask(ada.token, 'tools/call', back, able)).body).toContain('You are not signed in');
    await team.signIn(url, 'ada-upstream');
    expect((await team.ask(ada.token, 'tools/call', back, able)).body).toContain('I am ada-upstream.');
  });
});

describe('each request to a server behind the gateway', () => {
  it('carries the credential of its own caller, whatever is called in between', async () => {
    const upstreams = await guardedUpstreams();
    const { oauth, tokenOf } = await issuerFor();
    const people = ['ada', 'bob', 'eve', 'joe'];
    const callers = await Promise.all(people.map(async (name) => ({ name, token: await tokenOf(name) })));
    const team = await teamGateway({
      ...{ upstreams, sources: ['one', 'two', 'shared'], env },
      settings: {
        ...{ oauth, sign_in_keys: keysOf('KEY_ONE') },
        upstreams: [exchange(upstreams, 'one'), { source: 'two', sign_in: {} }],
      },
    });
    for (const { name, token } of callers) await team.signIn(addressIn(await team.whoami(token, 'two')), name);
    const step = fc.record({
      caller: fc.integer({ min: 0, max: 3 }),
      source: fc.constantFrom('one', 'two', 'shared'),
      revoke: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
        for (const round of rounds) {
          if (round.some(({ revoke }) => revoke)) upstreams.revoke();
          const answers = await Promise.all(
            round.map(async ({ caller, source }) => {
              const { name = '', token = '' } = callers[caller] ?? {};
              const mine = source === 'shared' ? 'operator' : name;
              return [await team.whoami(token, source), `I am ${mine}.`];
            }),
          );
          for (const [told, expected] of answers) expect(told).toBe(expected);
        }
      }),
      { numRuns: 25 },
    );
    expectNoLeak(
      upstreams,
      callers.map(({ token }) => token),
      team.logger.lines,
    );
  });
});
