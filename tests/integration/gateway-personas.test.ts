import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import { silentLogger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { casesOf } from '../support/depth.ts';
import { modernHeaders, modernMessage, sendRaw } from '../support/gateway-http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tokenIssuer } from '../support/token-issuer.ts';
import { testServices, write } from '../support/workspace.ts';

const host = 'tools.example.test';
const names = ['orders.get', 'orders.drop', 'mail.send', 'mail.read', 'vault.open', 'notes'];
const personaNames = ['support', 'ops team', 'auditor'];

/** One state of a workspace. */
interface World {
  readonly tools: readonly object[];
  readonly personas: readonly { readonly name: string }[];
  readonly policy: object;
}

/** Somebody with a token of the settings, or with an access token. */
type Caller =
  | { readonly kind: 'token'; readonly persona: string | null; readonly expired: boolean }
  | { readonly kind: 'access token'; readonly groups: readonly string[] };

const name = fc.constantFrom(...names);
const text = fc
  .array(fc.tuple(fc.constantFrom('Works with', 'Opens', 'After', 'Use'), name), { minLength: 1, maxLength: 3 })
  .map((parts) => `${parts.map((words) => words.join(' ')).join('. ')}.`);
const tool = fc.record({
  name,
  description: text,
  usage_hint: text,
  tags: fc.array(name, { maxLength: 2 }),
  related_tools: fc.array(name, { maxLength: 2 }),
  loading_mode: fc.constantFrom('always', 'deferred'),
  side_effects: fc.constantFrom('read', 'write'),
});
const patterns = fc.uniqueArray(fc.constantFrom('*', 'orders.*', 'mail.*', 'vault.*', 'notes', '*.get', '*.open'), {
  maxLength: 2,
});
const world: fc.Arbitrary<World> = fc.record({
  tools: fc.uniqueArray(tool, { minLength: 2, maxLength: 6, selector: (one) => one.name }),
  personas: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...personaNames),
      visible_tools: patterns.map((some) => (some.length === 0 ? ['*'] : some)),
      hidden_tools: patterns,
    }),
    { minLength: 1, maxLength: 3, selector: (one) => one.name },
  ),
  policy: fc.record({ denied_tools: fc.uniqueArray(name, { maxLength: 2 }) }),
});
const someone: fc.Arbitrary<Caller> = fc.oneof(
  fc.record({
    kind: fc.constant('token' as const),
    persona: fc.constantFrom(null, ...personaNames),
    expired: fc.constantFrom(false, false, false, true),
  }),
  fc.record({
    kind: fc.constant('access token' as const),
    groups: fc.uniqueArray(fc.constantFrom(...personaNames, 'guests'), { maxLength: 3 }),
  }),
);

const requests: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
  ['tools/list', {}],
  ...['opens orders', 'works with mail', 'vault'].map((query) => called('tool_search', { query })),
  called('tool_search', { query: '.', search_type: 'regex', include_always_loaded: true }),
  called('tool_get', { names }),
  ...names.map((one) => called('tool_call_write', { name: one, arguments: {} })),
];

function called(own: string, args: object) {
  return ['tools/call', { name: own, arguments: args }] as const;
}

async function openWorld(services: Services, root: string, { tools, personas, policy }: World): Promise<void> {
  write(root, 'sources/all.jsonl', tools.map((one) => JSON.stringify(one)).join('\n'));
  const tool_search = {
    ...{ enabled: true, default_loading_mode: 'deferred' },
    guidance: { hints: true, related_tools: true },
  };
  const sources = [{ name: 'all', path: 'sources/all.jsonl', format: 'tools_jsonl' }];
  write(root, 'pegboard.yaml', JSON.stringify({ tool_search, personas, policy, sources }));
  await services.workspace.open({ path: root });
}

/** A gateway server of a new core; `settings` has its tokens. */
async function serve(first: World, settings: object) {
  const services = await testServices();
  const root = temporaryFolder();
  await openWorld(services, root, first);
  const gateway = await services.serveBoard({});
  const given = gatewayServerSchema.parse({
    ...{ public_url: `https://${host}`, listen: { port: 0 }, operations: { port: 0 }, drain_seconds: 0 },
    limits: { requests_per_minute: 1_000_000, concurrent: 1000 },
    ...settings,
  });
  const settingsNow = async () => given;
  const server = await startGatewayServer({ gateway, settings: given, settingsNow, logger: silentLogger });
  const close = async () => {
    await server.close();
    await gateway.close();
  };
  onTestFinished(close);
  /** Status and answer of a request, as text. */
  const ask = async (token: string, [method, params]: (typeof requests)[number]): Promise<string> => {
    const headers = { ...modernHeaders(token, method, params.name as string | undefined), host };
    const { status, body } = await sendRaw(server.port, { headers, body: modernMessage(method, params) });
    if (status !== 200) return `refused ${status}: ${body}`;
    return body.startsWith('{') ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? body);
  };
  return { ask, replace: (next: World) => openWorld(services, root, next), close };
}

const settingsToken = (persona: string | null, name: string, more: object = {}) => {
  const token = name.padEnd(43, '-');
  return { token, entry: { name, hash: hashOfToken(token), persona, ...more } };
};

/** What a server of its own, which knows one caller, answers a persona; null where nobody is served as it. */
async function freshAnswers(given: World, persona: string | null): Promise<readonly string[] | null> {
  if (persona !== null && !given.personas.some((one) => one.name === persona)) return null;
  const { token, entry } = settingsToken(persona, 'only');
  const fresh = await serve(given, { tokens: [entry] });
  const answers: string[] = [];
  for (const request of requests) answers.push(await fresh.ask(token, request));
  await fresh.close();
  return answers;
}

/** The persona that a caller is served as; undefined for one who is refused everywhere. */
function personaOf(caller: Caller): string | null | undefined {
  if (caller.kind === 'token') return caller.expired ? undefined : caller.persona;
  return personaNames.find((one) => caller.groups.includes(one));
}

const rules = personaNames.map((persona) => ({ claim: 'groups', value: persona, persona }));

it('nobody is shown what a server that knows only their persona would not show, while worlds take turns', async () => {
  const drawn = fc.tuple(
    fc.array(world, { minLength: 2, maxLength: 3 }),
    fc.array(someone, { minLength: 3, maxLength: 6 }),
  );
  const issuer = await tokenIssuer();
  let [shown, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(drawn, async ([worlds, callers]) => {
      const known = await Promise.all(
        callers.map(async (caller, i) => {
          if (caller.kind === 'access token')
            return { token: await issuer.token({ aud: `https://${host}/mcp`, groups: caller.groups }) };
          const more = caller.expired ? { expires_at: '2000-01-01T00:00:00Z' } : {};
          return settingsToken(caller.persona, `caller-${i}`, more);
        }),
      );
      const [first] = worlds;
      if (!first) return;
      const tokens = known.flatMap((one) => ('entry' in one ? [one.entry] : []));
      const oauth = { issuer: issuer.issuer, personas: rules };
      const shared = await serve(first, { tokens, oauth });
      const expected: Map<string | null, readonly string[] | null>[] = [];
      for (const one of worlds) {
        const ofWorld = new Map<string | null, readonly string[] | null>();
        for (const persona of new Set(callers.map(personaOf)))
          if (persona !== undefined) ofWorld.set(persona, await freshAnswers(one, persona));
        expected.push(ofWorld);
      }
      /** Everybody asks everything at once; each answer must be one of a fresh server of one of these worlds. */
      const askAll = (possible: typeof expected) =>
        Promise.all(
          callers.flatMap((caller, i) =>
            requests.map(async (request, at) => {
              const answer = await shared.ask(known[i]?.token ?? '', request);
              const persona = personaOf(caller);
              const fresh = possible.map((one) => (persona === undefined ? null : (one.get(persona) ?? null)));
              if (answer.startsWith('refused ')) {
                refused++;
                for (const one of names) expect(answer).not.toContain(one);
                if (possible.length === 1) expect(fresh).toEqual([null]);
              } else {
                shown++;
                expect(fresh.map((answers) => answers?.[at])).toContain(answer);
              }
            }),
          ),
        );
      for (const [at, one] of worlds.entries()) {
        if (at > 0) await Promise.all([shared.replace(one), askAll(expected.slice(at - 1, at + 1))]);
        await askAll(expected.slice(at, at + 1));
      }
      await shared.close();
    }),
    { numRuns: casesOf(30) },
  );
  // Both were tried.
  expect(shown).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(0);
}, 600_000);
