import type { ToolSummary } from '#shared/contract/catalog.ts';

type NamedTool = Pick<ToolSummary, 'name' | 'namespace' | 'source'>;

/** Words that begin names by what a tool does: they say nothing about what it belongs to. */
const verbs = new Set(
  'add apply call cancel check close copy create delete describe edit execute fetch find get invite list make merge move open post query read remove rename run search send set show start stop submit update upload use validate write'.split(
    ' ',
  ),
);

/** The beginning of a name up to a separator that is there to group names: `mail.send`, `mail/send`, `mail__send`. */
const grouped = /^(.+?)(?:[./:]|__)/;
/** The beginning up to what also separates words. */
const worded = /^([^_-]+)[_-]/;

/**
 * The group within its source of every tool that has one, by name, as `source/group`: its namespace where the source has several,
 * else the beginning that its name shares with others.
 */
export function toolGroups(tools: readonly NamedTool[]): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const [source, own] of Map.groupBy(tools, (tool) => tool.source)) {
    for (const [tool, group] of groupsWithin(own)) groups.set(tool, `${source}/${group}`);
  }
  return groups;
}

function groupsWithin(tools: readonly NamedTool[]): readonly (readonly [tool: string, group: string])[] {
  const namespaces = new Set(tools.map(({ namespace }) => namespace));
  if (namespaces.size > 1)
    return tools.flatMap(({ name, namespace }) => (namespace ? [[name, namespace] as const] : []));
  const byMark = beginnings(tools, grouped);
  if (byMark.size > 1) return [...byMark];
  const byWord = beginnings(tools, worded);
  const isByThing = byWord.size * 2 >= tools.length && ![...byWord.values()].some((word) => verbs.has(word));
  return isByThing && new Set(byWord.values()).size > 1 ? [...byWord] : [];
}

/** The beginnings that at least two tools share, by name of the tool. */
function beginnings(tools: readonly NamedTool[], pattern: RegExp): ReadonlyMap<string, string> {
  const found = tools.flatMap(({ name, namespace }) => {
    const own = namespace !== null && name.startsWith(`${namespace}.`) ? name.slice(namespace.length + 1) : name;
    const beginning = pattern.exec(own)?.[1]?.toLowerCase();
    return beginning === undefined ? [] : [{ name, beginning }];
  });
  const shared = [...Map.groupBy(found, ({ beginning }) => beginning).values()].filter((own) => own.length > 1);
  return new Map(shared.length > 1 ? shared.flat().map(({ name, beginning }) => [name, beginning]) : []);
}
