import { callTools } from '../../gateway/own-tools.ts';
import type { LoggedEvent } from './use-reader.ts';
import { asList, asObject, asText } from './values.ts';

type What = Pick<LoggedEvent, 'kind' | 'said' | 'skill' | 'query' | 'found' | 'via'>;

const blank = { said: null, skill: null, query: null, found: null, via: false } as const;

/** The word that names a skill; arguments may stand behind it. */
const firstWord = /^\/?([^\s]+)/;

/**
 * What a call by a client says: of a search tool its query, of a tool that loads skills the skill, of our gateway's call tools the tool
 * behind it. Of all other arguments nothing is read.
 */
export function eventOfCall(name: string, given: unknown, serverName: string): What {
  const input = asObject(given) ?? {};
  const own = ownName(name, serverName);
  if (own !== null) return eventOfGateway(name, own, input);
  if (name === 'ToolSearch' || name === 'tool_search') {
    const query = asText(input.query);
    // Claude Code fetches tools that it knows with the same tool.
    const selected = /^select:(.+)$/s.exec(query ?? '')?.[1];
    if (selected === undefined) return { ...blank, kind: 'search', query };
    return { ...blank, kind: 'get', found: selected.split(',').map((tool) => tool.trim()) };
  }
  if (name === 'Skill') {
    const said = asText(input.skill) ?? asText(input.command) ?? asText(input.name);
    return { ...blank, kind: 'skill', skill: firstWord.exec(said ?? '')?.[1] ?? null };
  }
  return { ...blank, kind: 'call', said: name };
}

/** The name that our gateway gave a tool, without what clients put before it; null for a tool of another server. */
function ownName(name: string, serverName: string): string | null {
  for (const prefix of [`mcp__${serverName}__`, `${serverName}__`, `${serverName}.`]) {
    if (name.startsWith(prefix)) return name.slice(prefix.length);
  }
  return null;
}

function eventOfGateway(name: string, own: string, input: Readonly<Record<string, unknown>>): What {
  if (own === 'tool_search') return { ...blank, via: true, kind: 'search', query: asText(input.query) };
  if (own === 'tool_get') {
    return { ...blank, via: true, kind: 'get', found: asList(input.names).flatMap((tool) => asText(tool) ?? []) };
  }
  return { ...blank, via: true, kind: 'call', said: callTools.has(own) ? asText(input.name) : name };
}
