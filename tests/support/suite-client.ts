import { Client } from '@modelcontextprotocol/client';
import type { Services } from '#core/services.ts';
import { isPegboardError } from '#shared/errors.ts';
import { listenForRedirect } from '../../src-main/hosts/listen-for-redirect.ts';
import { gatewayOf, hostAt, type TestHost, textOf } from './gateway.ts';
import { browse } from './oauth-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { searchOn, testServices, write } from './workspace.ts';

/** A server of the suite, and which calls it wants. */
export interface SuiteScenario {
  readonly server: string;
  readonly context: { readonly toolCalls?: readonly SuiteCall[] };
}

interface SuiteCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type SchemaNode = {
  readonly type?: string;
  readonly properties?: Record<string, SchemaNode>;
  readonly required?: string[];
};
type ListedTool = { readonly name: string; readonly inputSchema: SchemaNode };

/**
 * Uses a server as a person does: imports it, signs in where it wants that, and calls its tools through the gateway. Returns what
 * happened, for the report of the suite.
 */
export async function playScenario({ server, context }: SuiteScenario): Promise<string> {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', `${searchOn}gateway: {mode: direct}\n`);
  const services = await testServices({ listenForRedirect, sessionIdleMs: 60_000 });
  await services.workspace.open({ path: root });
  await importFrom(services, server);
  const host = await hostAt(await gatewayOf(services), { capabilities: { elicitation: { form: {} } } });
  if (host.client instanceof Client) host.client.setRequestHandler('elicitation/create', sayYes);
  const tools = (await host.listTools()).tools as unknown as ListedTool[];
  const said: string[] = [];
  for (const call of context.toolCalls?.map(withoutNull) ?? tools.map((tool) => callOf(tool, tools))) {
    said.push(await answerTo(host, call, () => signIn(services, { name: 'suite' })));
  }
  return said.join('\n');
}

/** Imports the skills of a server, or with `apply` off only plans that. Returns what the plan or the import says. */
export async function importSkillsOf(server: string, apply: boolean): Promise<string> {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', `${searchOn}skills: {enabled: true}\n`);
  const services = await testServices();
  await services.workspace.open({ path: root });
  const input = { connection: { url: server }, source: 'suite', apply, consent: true };
  const said: unknown[] = [];
  for await (const event of services.sources.importMcp(input)) said.push(event);
  return JSON.stringify(said.at(-1));
}

const sayYes = async () => ({ action: 'accept' as const, content: { confirmed: true } });

/** Imports the server; a server may want to be signed in at twice. */
async function importFrom(services: Services, url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      for await (const _ of services.sources.importMcp({
        connection: { url },
        source: 'suite',
        apply: true,
        consent: true,
      }));
      return;
    } catch (error) {
      if (attempt === 2 || !isPegboardError(error) || error.code !== 'authentication_required') throw error;
      await signIn(services, { connection: { url } });
    }
  }
}

async function signIn(services: Services, target: Parameters<Services['sources']['signIn']>[0]): Promise<void> {
  for await (const event of services.sources.signIn(target)) {
    if (event.type === 'authorize') await browse(event.url);
  }
}

async function answerTo(
  host: TestHost,
  { name, ...call }: SuiteCall,
  signInAgain: () => Promise<void>,
): Promise<string> {
  const ask = () => host.callTool({ name: `suite__${name}`, arguments: call.arguments });
  try {
    let answer = await ask();
    if (textOf(answer).includes('wants the user to sign in')) {
      await signInAgain();
      answer = await ask();
    }
    return `${name}: ${JSON.stringify(answer)}`;
  } catch (error) {
    return `${name}: ${String(error)}`;
  }
}

/** Our own check refuses what the schema does, and for the schemas of the suite null is nothing. */
function withoutNull({ name, arguments: given }: SuiteCall): SuiteCall {
  return { name, arguments: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) };
}

/** A call with a value for each argument; a tool that wants a schema gets that of its neighbour. */
function callOf({ name, inputSchema }: ListedTool, tools: readonly ListedTool[]): SuiteCall {
  const values: Record<string, unknown> = { number: 1, integer: 1, boolean: true, object: tools[0]?.inputSchema };
  const { properties = {}, required = Object.keys(properties) } = inputSchema;
  const exampleOf = (key: string) => values[properties[key]?.type ?? ''] ?? 'text';
  return {
    name: name.replace('suite__', ''),
    arguments: Object.fromEntries(required.map((key) => [key, exampleOf(key)])),
  };
}
