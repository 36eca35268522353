import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWhole } from '#shared/domain/mcp-connection.ts';
import type { ReviewOrigin, ServerReview, ValueChoice } from '#shared/domain/server-review.ts';
import { casesOf } from '../support/depth.ts';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

const [node = '', echoes = ''] = fixtureServer('echoes');

/** How a configuration gives a value to a variable; `#` stands for the planted value. */
const ways = [
  '#',
  '${PL_OUTER}',
  '${PL_OUTER:-#}',
  '${env:PL_OUTER}',
  'Bearer #',
  'https://u:#@h.example/?token=#',
  '',
] as const;
/** The same for arguments. */
const argumentWays = [
  '--token=#',
  '--header|Authorization: Bearer #',
  '--url=https://u:#@h.example/',
  '--key|${PL_OUTER:-#}',
  '--plain|word',
  '/srv/files',
  'postgres://u:#@h/db',
] as const;

const serverPlan = fc.record({
  env: fc.array(fc.constantFrom(...ways), { maxLength: 3 }),
  args: fc.array(fc.constantFrom(...argumentWays), { maxLength: 2 }),
  fails: fc.boolean(),
  envFile: fc.boolean(),
});
const plan = fc.record({
  client: fc.constantFrom('mcp-json', 'vscode', 'pasted line'),
  servers: fc.array(serverPlan, { minLength: 1, maxLength: 3 }),
  choices: fc.array(fc.constantFrom('file', 'file+keep', 'kept', 'typed', 'typed+keep', 'environment', 'omit'), {
    minLength: 8,
    maxLength: 8,
  }),
  outer: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

/** Values that are nowhere by chance, and every text that could give one away. */
class Planted {
  readonly values: string[] = [];

  next(): string {
    const value = `Zq7${this.values.length}x-planted-${(this.values.length + 11) * 7919}-Kf3w`;
    this.values.push(value);
    return value;
  }

  expectNotIn(text: string, place: string): void {
    for (const value of this.values) {
      for (const form of [
        value,
        value.toLowerCase(),
        encodeURIComponent(value),
        Buffer.from(value).toString('base64').replace(/=+$/, ''),
      ])
        expect(
          text.includes(form),
          `${place} has ${form}: ${text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 100)}`,
        ).toBe(false);
    }
  }
}

/** A configuration by the plan: its origin, and the file where its servers note how they were started. */
function configuration({ client, servers }: Plan, planted: Planted) {
  const folder = temporaryFolder();
  const log = join(folder, 'starts.jsonl');
  write(folder, 'vars.env', `PL_FILE=${planted.next()}\nPL_PLAIN=plain\n`);
  const filled = (text: string) => text.replaceAll('#', () => planted.next());
  const entries = servers.map((server, i) => {
    const args = server.args.flatMap((way) => way.split('|').map(filled));
    const env = Object.fromEntries(server.env.map((way, n) => [`PL_${'ABC'[n]}`, filled(way)]));
    const all = [echoes, log, `--number=${i}`, ...args, ...(server.fails ? ['--fail'] : [])];
    return [
      `s${i}`,
      { command: node, args: all, env, ...(server.envFile ? { envFile: join(folder, 'vars.env') } : {}) },
    ] as const;
  });
  const key = client === 'vscode' ? 'servers' : 'mcpServers';
  const quoted = (word: string) => `'${word}'`;
  const lines = entries.map(([name, { args, env }]) => {
    const given = Object.entries(env).map(([variable, value]) => `--env ${quoted(`${variable}=${value}`)}`);
    return `claude mcp add ${name} ${given.join(' ')} -- ${[node, ...args].map(quoted).join(' ')}`;
  });
  const text = client === 'pasted line' ? lines.join('\n') : JSON.stringify({ [key]: Object.fromEntries(entries) });
  const name =
    client === 'vscode'
      ? join(folder, '.vscode/mcp.json')
      : client === 'mcp-json'
        ? join(folder, '.mcp.json')
        : 'the pasted text';
  const origin: ReviewOrigin = { kind: 'text', name, text };
  return {
    origin,
    starts: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Start)
        : [],
  };
}

interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What is chosen for each variable, as far as it can be; and the values that are typed. */
function chosen({ choices }: Plan, { variables }: ServerReview, planted: Planted): Record<string, ValueChoice> {
  return Object.fromEntries(
    variables.map(({ name, available, can_omit }, i): [string, ValueChoice] => {
      const [from, keep] = (choices[i % choices.length] ?? 'typed').split('+');
      const typed: ValueChoice = { from: 'typed', value: planted.next(), keep: keep !== undefined };
      if (from === 'omit') return [name, can_omit ? { from } : typed];
      if (from === 'file') return [name, available.includes('file') ? { from, keep: keep !== undefined } : typed];
      if (from === 'kept' || from === 'environment') return [name, available.includes(from) ? { from } : typed];
      return [name, typed];
    }),
  );
}

/** A text of a connection with each reference as its first and last characters around anything. */
function matches(text: string, given: string): boolean {
  const parts = text.split(/\$\{env:\w+(?::-[^}]*)?\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(given);
}

async function run(one: Plan): Promise<void> {
  const planted = new Planted();
  const [root, home] = [temporaryFolder(), temporaryFolder()];
  write(root, 'pegboard.yaml', searchOn);
  const env = { ...process.env, ...(one.outer ? { PL_OUTER: planted.next() } : {}) };
  const logged: string[] = [];
  const log = (...words: unknown[]) => void logged.push(JSON.stringify(words));
  const logger = { debug: log, info: log, warn: log, error: log } as never;
  const services = await testServices({ userDataDir: home, env, logger, sessionIdleMs: 60_000 });
  await services.workspace.open({ path: root });
  const { origin, starts } = configuration(one, planted);
  const review = await services.discovery.review({ origin });
  planted.expectNotIn(JSON.stringify(review), 'review');
  expect(review.servers).toHaveLength(one.servers.length);
  const values = chosen(one, review, planted);
  const agreed = Object.fromEntries(review.servers.map(({ id, runs }) => [id, runs]));
  const said: unknown[] = [];
  for await (const event of services.sources.importServers({
    origin,
    servers: review.servers.map(({ id }) => ({ id })),
    values,
    agreed,
  }))
    said.push(event);
  // What was shown is what ran, but for the values that were chosen.
  const texts = review.servers.map(({ connection }) => describeWhole(connection));
  expect(new Set(texts).size).toBe(texts.length);
  for (const { args, env: got } of starts()) {
    const server = review.servers.find(({ connection }) => connection.args?.[2] === args[0]);
    const words = server?.connection.args?.slice(2) ?? [];
    expect([args.length, words]).toEqual([words.length, words]);
    for (const [i, word] of words.entries())
      expect([word, args[i], matches(word, args[i] ?? '')]).toEqual([word, args[i], true]);
    const shown = server?.connection.env ?? {};
    for (const [name, value] of Object.entries(got))
      expect([name, shown[name], matches(shown[name] ?? '\0', value)]).toEqual([name, shown[name], true]);
  }
  const listed = await services.sources.list();
  said.push(listed, await services.sources.keptValues());
  for (const { name, tools } of listed) {
    said.push(await services.sources.log({ name }), await services.sources.connection({ name }));
    if (tools > 0) {
      const call = services.sources.call({ tool: `${name}.say`, args: {}, consent: false, confirmed: true });
      said.push(await call.catch((error: { message: string; data: unknown }) => [error.message, error.data]));
    }
  }
  for (const [i, what] of said.entries()) planted.expectNotIn(JSON.stringify(what), `answer ${i}`);
  planted.expectNotIn(logged.join('\n'), 'log');
  for (const [path, text] of Object.entries(folderContents(root))) planted.expectNotIn(`${path} ${text}`, path);
  const { 'variables.json': keptText = '', ...others } = folderContents(home);
  for (const [path, text] of Object.entries(others)) planted.expectNotIn(text, path);
  const mayBeKept = Object.values(values).some((choice) => 'keep' in choice && choice.keep);
  expect([mayBeKept, keptText !== '']).toEqual([mayBeKept, mayBeKept]);
}

describe('values that a configuration, a person or the environment gives to servers', () => {
  it('are in their own process and in the kept store and nowhere else, whatever the servers say; what was shown is what ran', async () => {
    await fc.assert(fc.asyncProperty(plan, run), { numRuns: casesOf(50), seed: 4, endOnFailure: true });
  }, 480_000);

  it('name no source: neither what a server calls itself nor a command that is a whole line', async () => {
    const secret = 'ghp_plantedplantedplantedplanted0123';
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', searchOn);
    const services = await testServices();
    await services.workspace.open({ path: root });
    const log = join(temporaryFolder(), 'starts.jsonl');
    const said: unknown[] = [];
    const connection = { command: node, args: [echoes, log, '--token', secret] };
    for await (const event of services.sources.importMcp({ connection, apply: true, consent: true })) said.push(event);
    const line = services.sources.importMcp({
      connection: { command: `server --token ${secret}` },
      apply: true,
      consent: true,
    });
    const read = async () => {
      for await (const event of line) said.push(event);
    };
    const failed = await read().catch(({ message, data }: { message: string; data: unknown }) => [message, data]);
    said.push(failed);
    expect(JSON.stringify(failed)).toContain('${env:SERVER_TOKEN');
    const [source] = await services.sources.list();
    expect(JSON.stringify([said, source]).toLowerCase()).not.toContain(secret);
    expect(JSON.stringify(folderContents(root)).toLowerCase()).not.toContain(secret);
  });
});
