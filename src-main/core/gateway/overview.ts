import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { configuredGroups } from '../prompt/tool-directory.ts';
import { oneLine } from './one-line.ts';

/** Words of tool names that say what is done, and not to what. */
const verbs = new Set(
  (
    'a add all an and apply by call cancel check clear close copy count create delete describe do download edit execute export fetch ' +
    'find for from get import in insert into is list load lookup make mark move of on open or patch post publish put query read ' +
    'remove rename replace reset restore resume retrieve run save search send set show start stop submit sync test to toggle trigger ' +
    'update upload upsert validate view with write'
  ).split(' '),
);

/** Most words that tell what the tools of a group are about. */
const shownTopics = 8;

/**
 * What there is to find, one line for each group: its title, how many tools it has, what they are about. Groups of the workspace's
 * directory come first, then one for each namespace, the largest first. Lines beyond the budget are left out, and the last
 * line says how many. The same tools give the same text. Empty at a budget of 0.
 */
export function overviewOf(
  tools: readonly CatalogTool[],
  config: ToolSearchConfig['directory'],
  { budget, readable }: { readonly budget: number; readonly readable: (text: string) => string },
): string {
  const groups = groupsOf(tools, config, readable);
  const lines: string[] = [];
  let left = budget - 8;
  for (const [index, { title, members }] of groups.entries()) {
    const line = lineOf(title, members);
    left -= estimateTokens(`${line}\n`);
    if (left < 0) return [...lines, ...(budget > 0 ? [`- … ${groups.length - index} more groups`] : [])].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

interface Group {
  readonly title: string;
  readonly members: readonly CatalogTool[];
}

function groupsOf(
  tools: readonly CatalogTool[],
  config: ToolSearchConfig['directory'],
  readable: (text: string) => string,
): Group[] {
  const chosen = configuredGroups(tools, config, readable);
  const spaces = Map.groupBy(tools, ({ namespace, source }) => namespace ?? source);
  const byNamespace = [...spaces]
    .map(([title, members]) => ({ title: readable(title), members }))
    .sort((a, b) => b.members.length - a.members.length || (a.title < b.title ? -1 : 1));
  return [...chosen.filter(({ members }) => members.length > 0), ...byNamespace];
}

function lineOf(title: string, members: readonly CatalogTool[]): string {
  const topics = topicsOf(title, members);
  const count = members.length === 1 ? '1 tool' : `${members.length} tools`;
  return `- ${oneLine(title, 80)} (${count})${topics === '' ? '' : `: ${topics}`}`;
}

/** The words that the names of the tools have most, without verbs and the name of the group. */
function topicsOf(title: string, members: readonly CatalogTool[]): string {
  const own = new Set(wordsOf(title));
  const counts = new Map<string, number>();
  for (const { name, namespace } of members) {
    const local = namespace !== null && name.startsWith(`${namespace}.`) ? name.slice(namespace.length + 1) : name;
    for (const word of new Set(wordsOf(local))) {
      if (word.length < 3 || verbs.has(word) || own.has(word) || /^\d/.test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word);
  const distinct = words.filter((word) => !(word.endsWith('s') && counts.has(word.slice(0, -1))));
  return [...distinct.slice(0, shownTopics), ...(distinct.length > shownTopics ? ['…'] : [])].join(', ');
}

function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
