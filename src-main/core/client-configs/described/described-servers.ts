import { dirname, isAbsolute } from 'node:path';
import type { JSONPath } from 'jsonc-parser';
import type { DiscoveredServer } from '#shared/domain/discovered-config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ReadConfig, ReadContext } from '../client-definition.ts';
import { type ConfigDocument, parseJsonDocument } from '../config-document.ts';
import { readServer } from '../read-server.ts';
import { isRecord } from '../read-server-map.ts';
import { isBundleManifest, readBundleManifest } from './bundle-manifest.ts';
import type { DescribedServer } from './described-server.ts';
import { field, recordsIn, textOf } from './inputs.ts';
import { readRegistryEntry } from './registry-entry.ts';
import { isEarlyCard, readEarlyCard } from './server-card.ts';

type Json = Readonly<Record<string, unknown>>;

/** Entries of one file. */
const mostEntries = 200;

/** A form that describes servers, in words, and what it describes. */
interface Description {
  readonly what: string;
  readonly servers: readonly DescribedServer[];
}

/** The name of a form that describes servers for those who install them; null for every other value. */
export function descriptionForm(value: unknown): string | null {
  if (!isRecord(value)) return null;
  if (isBundleManifest(value)) return 'the manifest of an MCP bundle';
  if (isEntry(value)) return /server-card/i.test(textOf(value.$schema) ?? '') ? 'an MCP server card' : registryForm;
  if (asEntry(value.server) || entriesIn(value.servers, ['servers']).length > 0) return registryForm;
  return isEarlyCard(value) ? 'an MCP server card' : null;
}

const registryForm = 'an entry of an MCP registry (server.json)';

/**
 * The servers that a registry entry, a server card or the manifest of a bundle describes, as entries of a configuration. Of several
 * ways to reach one server the first is meant and the others are disabled. Null for every other text.
 */
export function readDescribedServers(
  text: string,
  context: ReadContext,
): (ReadConfig & { readonly what: string }) | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const { document } = parseJsonDocument(text, context.path);
  if (!document) return null;
  const described = Array.isArray(document.value)
    ? describedList(entriesIn(document.value, []))
    : isRecord(document.value) && descriptionOf(document.value, context);
  if (!described) return null;
  const servers: DiscoveredServer[] = [];
  const findings: Finding[] = [];
  const values = new Map<DiscoveredServer, Readonly<Record<string, string>>>();
  const names = new Set<string>();
  for (const one of described.servers) {
    findings.push(...one.losses.map((loss) => lossFinding(loss, document, context)));
    for (const [i, way] of one.ways.entries()) {
      const start = document.placeOf(way.path);
      const entry = { ...way.entry, name: freeName(way.name, names), disabled: i > 0, lost: [] };
      const read = readServer(entry, { client: 'generic', context, range: start && { start } });
      if ('finding' in read) findings.push(read.finding);
      else {
        servers.push(read.server);
        values.set(read.server, read.values);
      }
    }
  }
  const notes = new Map(described.servers.flatMap((one) => [...one.notes]));
  return { what: described.what, servers, findings, values, notes };
}

function descriptionOf(value: Json, context: ReadContext): Description | null {
  const what = descriptionForm(value);
  if (what === null) return null;
  if (isBundleManifest(value)) {
    const isFile = /\.(?:mcpb|dxt)$/i.test(context.path);
    const folder = isAbsolute(context.path) && !isFile ? dirname(context.path) : null;
    return { what, servers: [readBundleManifest(value, { folder, platform: context.platform })] };
  }
  if (isEntry(value)) return { what, servers: [readRegistryEntry(value, [])] };
  const inside = asEntry(value.server);
  if (inside) return { what, servers: [readRegistryEntry(inside, ['server'])] };
  return describedList(entriesIn(value.servers, ['servers'])) ?? { what, servers: [readEarlyCard(value)] };
}

function describedList(entries: ReturnType<typeof entriesIn>): Description | null {
  if (entries.length === 0) return null;
  return { what: registryForm, servers: entries.map(({ entry, path }) => readRegistryEntry(entry, path)) };
}

/** A registry entry, or a server card of the same form. */
function isEntry(value: Json): boolean {
  if (typeof value.name !== 'string') return false;
  const isReached = Array.isArray(value.packages) || Array.isArray(value.remotes);
  const isMarked = /modelcontextprotocol.*server/i.test(textOf(value.$schema) ?? '');
  const hasVersion = 'version' in value || 'version_detail' in value;
  return (
    (isReached && (hasVersion || isMarked || recordsIn(value.packages).some(saysRegistry))) || (isMarked && hasVersion)
  );
}

function saysRegistry(one: Json): boolean {
  return typeof (field(one, 'registryType') ?? field(one, 'registryName')) === 'string';
}

function asEntry(value: unknown): Json | null {
  return isRecord(value) && isEntry(value) ? value : null;
}

/** The entries of a list, such as a registry answers with; `at` is the place of the list. */
function entriesIn(list: unknown, at: JSONPath): { entry: Json; path: JSONPath }[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostEntries).flatMap((value: unknown, i): { entry: Json; path: JSONPath }[] => {
    const entry = asEntry(value);
    if (entry) return [{ entry, path: [...at, i] }];
    const inside = isRecord(value) ? asEntry(value.server) : null;
    return inside ? [{ entry: inside, path: [...at, i, 'server'] }] : [];
  });
}

function freeName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let number = 2; names.has(name); number++) name = `${wanted}-${number}`;
  names.add(name);
  return name;
}

function lossFinding(
  { path, message, severity }: DescribedServer['losses'][number],
  document: ConfigDocument,
  context: ReadContext,
): Finding {
  const start = document.placeOf(path);
  return {
    ...finding('config_loss', { message, path: context.path, ...(start ? { range: { start } } : {}) }),
    severity,
  };
}
