import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '#core/create-services.ts';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import { silentLogger } from '#core/logger.ts';

/** How large a team is. */
export interface TeamSize {
  readonly processes: number;
  readonly callers: number;
  readonly personas: number;
  readonly tools: number;
  readonly upstreams: number;
}

/** The folder of a team, and the variables of its commands. */
export interface TeamPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Host of the public address. */
export const teamHost = 'team.example.test';

/** Tools that wait for an approval when the servers start; tool 0 is approved. */
export const deskTools = 200;

export const tokenOf = (caller: number) => `caller-${caller}-`.padEnd(43, '0');

const words = ['orders', 'invoices', 'customers', 'stock', 'mail', 'tickets', 'reports', 'payments'];

/** A tool of the captured list that only one persona may see. */
export const toolOf = (persona: number, number: number) => `g${persona}_tool_${number}`;

/** Writes the workspace and the settings of a team in front of servers that run. */
export async function writeTeam(place: TeamPlace, size: TeamSize, addresses: readonly string[]): Promise<void> {
  const { root, env } = place;
  mkdirSync(join(root, 'sources'), { recursive: true });
  const config = join(root, 'pegboard.yaml');
  const desk = { name: 'desk', path: 'sources/desk.json', format: 'tools_list' };
  const tool_search = { enabled: true, default_loading_mode: 'deferred' };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ tool_search, sources: [desk] }));
  writeDesk(place, 1);
  const userDataDir = env.PEGBOARD_HOME ?? '';
  const services = await createServices({
    ...{ userDataDir, host: 'test', logger: silentLogger, watch: false, env: process.env },
  });
  await services.workspace.open({ path: root });
  for (const [i, url] of addresses.entries()) {
    const asked = { connection: { url }, source: `up${i}`, apply: true, consent: true };
    for await (const _ of services.sources.importMcp(asked));
  }
  await services.approvals.decide({ approve: [], keep_text: [], reject: [], all_cosmetic: false, create_lock: true });
  const sources = (await services.workspace.current())?.config.sources ?? [];
  services.close();
  const personas = Array.from({ length: size.personas }, (_, persona) => {
    return { name: `p${persona}`, visible_tools: [`g${persona}_*`, 'up*', 'desk*'] };
  });
  const all = [...sources, { name: 'big', path: 'sources/big.jsonl', format: 'tools_jsonl' }];
  const approvals = { sources: { desk: { new: 'quarantine' } } };
  const gateway = { max_requests: 1000 };
  writeFileSync(config, JSON.stringify({ tool_search, personas, approvals, gateway, sources: all }));
  writeDesk(place, deskTools);
  writeVersion(place, size, 0);
  const tokens = Array.from({ length: size.callers }, (_, i) => {
    return { name: `caller ${i}`, hash: hashOfToken(tokenOf(i)), persona: `p${i % size.personas}` };
  });
  const settings = {
    ...{ public_url: `https://${teamHost}`, tokens, drain_seconds: 5 },
    limits: { requests_per_minute: 1_000_000, concurrent: 1000 },
    store: { postgres: { url: '${env:STORE_URL}', statement_timeout_ms: 2000 } },
  };
  writeFileSync(join(root, 'pegboard-gateway.yaml'), JSON.stringify(settings));
}

function writeDesk({ root }: TeamPlace, count: number): void {
  const tools = Array.from({ length: count }, (_, i) => {
    return { name: `visit_${i}`, description: `Visits desk ${i}.`, inputSchema: { type: 'object' } };
  });
  writeFileSync(join(root, 'sources/desk.json'), JSON.stringify({ tools }));
}

/** Replaces the captured list in one step. Each tool says which version of the catalog it is of. */
export function writeVersion({ root }: TeamPlace, { tools, personas }: TeamSize, version: number): void {
  const lines = Array.from({ length: tools }, (_, i) => {
    const [persona, number] = [i % personas, Math.floor(i / personas)];
    const description = `Works with ${words[number % words.length]} of kind ${number} (version ${version}).`;
    return JSON.stringify({ name: toolOf(persona, number), description });
  });
  const path = join(root, 'sources/big.jsonl');
  writeFileSync(`${path}.next`, lines.join('\n'));
  renameSync(`${path}.next`, path);
}
