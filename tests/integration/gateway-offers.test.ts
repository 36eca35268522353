import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Era, eras, gatewayOf, hostAt } from '../support/gateway.ts';
import { fixtureServer, realServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** What a test asks of a client of either era besides tools. */
interface OffersClient {
  getServerCapabilities(): Record<string, unknown> | undefined;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string; name: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { uri: string; text?: string; blob?: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: unknown[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
}

/** The everything server and another one behind a gateway, with the official client of an era in front. */
async function offered(era: Era, { gateway = '', persona = null as string | null } = {}) {
  const cwd = temporaryFolder();
  const env = { PEGBOARD_HOME: temporaryFolder() };
  const personas = 'personas:\n  - {name: calls, visible_tools: ["long.*"]}\n';
  write(cwd, 'pegboard.yaml', `${searchOn}${gateway}${personas}`);
  const servers = { everything: realServer('everything'), long: fixtureServer('long-calls') };
  for (const [name, command] of Object.entries(servers)) {
    const { code, stderr } = await runCli(['import', '--mcp', '--name', name, '--yes', '--', ...command], { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
  }
  const services = await testServices({ userDataDir: env.PEGBOARD_HOME, sessionIdleMs: 60_000 });
  await services.workspace.open({ path: cwd });
  const host = await hostAt(await gatewayOf(services), { era, persona });
  const states = async () => (await services.sources.list()).map(({ name, state }) => [name, state]);
  return { client: host.client as unknown as OffersClient, states };
}

/** The official client straight at the everything server. */
async function direct(): Promise<OffersClient> {
  const [command = '', ...args] = realServer('everything');
  const client = new Client({ name: 'test-host', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  return client as unknown as OffersClient;
}

const on = 'gateway: {resources: true, prompts: true}\n';

/** What connections say of themselves stands in `_meta`, and so does how long an answer holds. */
function without({ _meta, resultType, ttlMs, cacheScope, ...answer }: Record<string, unknown>) {
  return answer;
}

describe.each(eras)('what servers offer besides tools, for a host of the %s era', (era) => {
  it('is listed, read and completed as the server itself says it', async () => {
    const { client } = await offered(era, { gateway: on });
    const server = await direct();

    const there = (await server.listResources()).resources;
    const here = (await client.listResources()).resources;
    expect(here).toEqual(there.map((entry) => ({ ...entry, name: `everything: ${entry.name}` })));
    expect(here.length).toBeGreaterThan(3);
    const { resourceTemplates } = await client.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(templates).toEqual((await server.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate));

    const { uri = '' } = here[0] ?? {};
    expect(without({ ...(await client.readResource({ uri })) })).toEqual(
      without({ ...(await server.readResource({ uri })) }),
    );
    // A template says the time in what it makes.
    const [made] = (await client.readResource({ uri: 'demo://resource/dynamic/text/7' })).contents;
    expect([made?.uri, made?.text]).toEqual(['demo://resource/dynamic/text/7', expect.stringContaining('Resource 7')]);
    const [bytes] = (await client.readResource({ uri: 'demo://resource/dynamic/blob/8' })).contents;
    expect(Buffer.from(bytes?.blob ?? '', 'base64').toString()).toContain('Resource 8');

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(
      (await server.listPrompts()).prompts.map(({ name }) => `everything__${name}`),
    );
    const args = { city: 'Oslo', state: 'none' };
    expect(without({ ...(await client.getPrompt({ name: 'everything__args-prompt', arguments: args })) })).toEqual(
      without({ ...(await server.getPrompt({ name: 'args-prompt', arguments: args })) }),
    );

    const argument = { name: 'department', value: '' };
    const ask = (asked: OffersClient, name: string) => asked.complete({ ref: { type: 'ref/prompt', name }, argument });
    const completed = (await ask(client, 'everything__completable-prompt')).completion.values;
    expect(completed).toEqual((await ask(server, 'completable-prompt')).completion.values);
    expect(completed.length).toBeGreaterThan(1);
    const template = { type: 'ref/resource', uri: templates[0] };
    const byTemplate = (asked: OffersClient) =>
      asked.complete({ ref: template, argument: { name: 'resourceId', value: '4' } });
    expect((await byTemplate(client)).completion.values).toEqual((await byTemplate(server)).completion.values);
  });

  it('is refused in the words of the protocol where there is no such thing, and in those of the server', async () => {
    const { client } = await offered(era, { gateway: on });
    await expect(client.readResource({ uri: 'demo://nowhere' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.getPrompt({ name: 'everything__nobody' })).rejects.toMatchObject({ code: -32602 });
    // These the server itself refuses.
    await expect(client.readResource({ uri: 'demo://resource/dynamic/text/none' })).rejects.toThrow(
      'Unknown resource: demo://resource/dynamic/text/none',
    );
    await expect(client.getPrompt({ name: 'everything__args-prompt' })).rejects.toThrow(/args-prompt/);
  });

  it('is not there while it is off, and asking starts no server', async () => {
    const { client, states } = await offered(era);
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
    // The newer client knows the capabilities and asks for nothing; the older one gets the error that the method does
    // not exist.
    await Promise.all([client.listResources(), client.listPrompts()].map((asked) => asked.catch(() => {})));
    expect(await states()).toEqual([
      ['everything', 'stopped'],
      ['long', 'stopped'],
    ]);
  });

  it('is hidden from a persona that may use no tool of its server', async () => {
    const { client, states } = await offered(era, { gateway: on, persona: 'calls' });
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(client.readResource({ uri: 'demo://resource/dynamic/text/7' })).rejects.toMatchObject({
      code: -32602,
    });
    expect((await states()).find(([name]) => name === 'everything')).toEqual(['everything', 'stopped']);
  });
});
