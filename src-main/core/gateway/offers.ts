import { isPegboardError } from '#shared/errors.ts';
import { gateValue, mentionsName } from '../planner/permitted/gate-value.ts';
import { createNameMap } from '../providers/name-map.ts';
import type { CallerIdentity } from './credentials/caller-identity.ts';
import { troubleWords } from './trouble-words.ts';
import type { Upstreams } from './upstreams.ts';
import type { GatewayView } from './view.ts';

/** What servers list besides tools, and the field of the answer that has it. */
export const offerLists = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;
export type OfferMethod = keyof typeof offerLists;

/** An entry of such a list, as a host gets it, and where it comes from. */
export interface Offer {
  readonly source: string;
  /** What its server calls it: the address of a resource or template, the name of a prompt. */
  readonly own: string;
  /** The name of a prompt as a host gets it; else as `own`. */
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

export interface Offers {
  readonly offers: readonly Offer[];
  /** Sources whose server could not be asked, with what to tell a model. */
  readonly troubles: readonly { readonly source: string; readonly words: string }[];
}

/** Who asks, through what. */
interface Asking {
  readonly upstreams: Upstreams;
  readonly signal: AbortSignal;
  readonly caller: CallerIdentity | null;
}

/** Pages of one list that are read, and entries of one server that are kept. */
const maximumPages = 50;
const maximumEntries = 5_000;
/** Longest name of a prompt. */
const longestName = 64;
/** A server without that list answers with this code. */
const methodNotFound = -32601;

/**
 * What the servers of a view list, source by source in the order of `pegboard.yaml`. A server that has no such list adds nothing; one
 * that cannot be asked is listed separately. A prompt that nobody approved is left out where the workspace says so, and an entry whose address names a tool that the caller may not use.
 */
export async function offersOf(
  view: GatewayView,
  method: OfferMethod,
  { upstreams, signal, caller }: Asking,
): Promise<Offers> {
  const sources = view.config.sources.filter(({ name, mcp, enabled }) => mcp && enabled && view.sources.has(name));
  const asked = await Promise.all(
    sources.map(async ({ name }) => {
      try {
        return { source: name, entries: await entriesOf(view, name, method, { upstreams, signal, caller }) };
      } catch (error) {
        if (!isPegboardError(error) || error.code === 'cancelled') throw error;
        return { source: name, words: view.gate.text(troubleWords(name, error)) };
      }
    }),
  );
  const found = asked.flatMap(({ source, entries = [] }) => {
    const served = method === 'prompts/list' ? view.servedPrompts(source, entries) : entries;
    return served.flatMap((entry) => ownOf(method, source, entry));
  });
  const readable = found.filter(({ own }) => !view.gate.mentions(own));
  const named = method === 'prompts/list' ? withNames(readable, view) : distinct(readable);
  return {
    offers: named.map((offer) => ({ ...offer, entry: shown(offer, view) })),
    troubles: asked.flatMap(({ source, words }) => (words === undefined ? [] : [{ source, words }])),
  };
}

async function entriesOf(
  view: GatewayView,
  source: string,
  method: OfferMethod,
  { upstreams, signal, caller }: Asking,
): Promise<readonly unknown[]> {
  const use = { signal, timeoutMs: view.config.gateway.call_timeout_ms, caller };
  const entries: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < maximumPages && entries.length < maximumEntries; page++) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const answer = await upstreams.ask(source, { method, params }, use);
    if (answer.kind === 'refusal') {
      if (answer.code === methodNotFound) return [];
      return entries;
    }
    const listed = answer.result[offerLists[method]];
    if (Array.isArray(listed)) entries.push(...listed);
    cursor = answer.result.nextCursor;
    if (typeof cursor !== 'string') break;
  }
  return entries.slice(0, maximumEntries);
}

function ownOf(method: OfferMethod, source: string, entry: unknown): Offer[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const fields = entry as Readonly<Record<string, unknown>>;
  const own = {
    'resources/list': fields.uri,
    'resources/templates/list': fields.uriTemplate,
    'prompts/list': fields.name,
  }[method];
  return typeof own === 'string' ? [{ source, own, name: own, entry: fields }] : [];
}

/** Prompts are named by their source, as tools are. */
function withNames(offers: readonly Offer[], { config }: GatewayView): Offer[] {
  const full = ({ source, own }: Offer) => `${source}.${own}`;
  const maximumLength = longestName - `mcp__${config.gateway.server_name}__`.length;
  const names = createNameMap(offers.map(full), { maximumLength, reserved: new Set() });
  return offers.map((offer) => ({ ...offer, name: names.sentOf(full(offer)) }));
}

/** An address that two servers have belongs to the first of them. */
function distinct(offers: readonly Offer[]): Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ own }) => !seen.has(own) && seen.add(own));
}

/** The entry with its name in place, and no text that names what the caller may not use. */
function shown({ source, own, name, entry }: Offer, { gate }: GatewayView): Record<string, unknown> {
  const { name: given, ...rest } = entry;
  const readable = mentionsName(entry, gate) ? (gateValue(rest, gate) as Record<string, unknown>) : rest;
  return {
    ...readable,
    name: name === own ? gate.text(`${source}: ${typeof given === 'string' ? given : own}`) : name,
  };
}

/** The source of an address: of the resource that has it, else of the template whose fixed beginning is the longest. */
export function ownerOf(uri: string, resources: readonly Offer[], templates: readonly Offer[]): string | undefined {
  const resource = resources.find(({ own }) => own === uri);
  if (resource) return resource.source;
  const beginnings = templates.map(({ own, source }) => ({ source, start: own.split('{', 1)[0] ?? '' }));
  const fitting = beginnings.filter(({ start }) => start !== '' && uri.startsWith(start));
  return fitting.sort((a, b) => b.start.length - a.start.length)[0]?.source;
}
