import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { Placed } from '#shared/domain/tuning/board.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import type { Selection } from '../../state/selection.ts';

export type Side = 'board' | 'drawers';

export type PlacedTool = Placed<ToolSummary>;

/** A line of one side: a namespace, or a tool under it while that is open. */
export type SideRow =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: string;
      readonly open: boolean;
      readonly tools: readonly PlacedTool[];
      /** Tokens of its tools together; null while they are counted. */
      readonly tokens: number | null;
      readonly position: number;
      readonly count: number;
    }
  | {
      readonly kind: 'tool';
      readonly key: string;
      readonly group: string;
      readonly placed: PlacedTool;
      readonly tokens: number | null;
      readonly position: number;
      readonly count: number;
    };

/** Tools without a namespace lie under this. */
const noNamespace = '';

/**
 * The lines of a side. On the board namespaces are open at first, among the drawers closed; those of `turned` are the other way
 * round. With a filter every group with a match is open.
 */
export function sideRows(
  placed: readonly PlacedTool[],
  {
    side,
    filter,
    turned,
    tokens,
  }: {
    readonly side: Side;
    readonly filter: string;
    readonly turned: ReadonlySet<string>;
    readonly tokens: ToolTokens;
  },
): readonly SideRow[] {
  const mode = side === 'board' ? 'always' : 'deferred';
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, PlacedTool[]>();
  for (const one of placed) {
    if (one.mode !== mode || !passes(one.tool.name, words)) continue;
    const group = one.tool.namespace ?? noNamespace;
    const tools = groups.get(group);
    if (tools) tools.push(one);
    else groups.set(group, [one]);
  }
  const names = [...groups.keys()].sort();
  return names.flatMap((group, at): SideRow[] => {
    const tools = groups.get(group) ?? [];
    const open = words.length > 0 || turned.has(group) !== (side === 'board');
    const sum = tokens.sum(tools.map(({ tool }) => tool));
    const place = { position: at + 1, count: names.length };
    const head: SideRow = { kind: 'group', key: groupKey(group), group, open, tools, tokens: sum, ...place };
    if (!open) return [head];
    return [
      head,
      ...tools.map((one, index): SideRow => {
        const key = toolKey(one.tool.name);
        const place = { position: index + 1, count: tools.length };
        return { kind: 'tool', key, group, placed: one, tokens: tokens.of(one.tool), ...place };
      }),
    ];
  });
}

export function toolsOnBoard(placed: readonly PlacedTool[]): ToolSummary[] {
  return placed.flatMap(({ mode, tool }) => (mode === 'always' ? [tool] : []));
}

/** Names of the tools that the chosen lines mean. A closed namespace stands for its tools; an open one only when it is alone. */
export function chosenTools(rows: readonly SideRow[], { names }: Selection): Set<string> {
  const chosen = new Set<string>();
  for (const row of rows) {
    if (!names.has(row.key)) continue;
    if (row.kind === 'tool') chosen.add(row.placed.tool.name);
    else if (!row.open || names.size === 1) for (const { tool } of row.tools) chosen.add(tool.name);
  }
  return chosen;
}

/** The line to stand on when these tools have left: the next that stays, else the last before. */
export function rowAfterMove(
  rows: readonly SideRow[],
  current: string | null,
  moved: ReadonlySet<string>,
): string | null {
  const at = rows.findIndex(({ key }) => key === current);
  if (at < 0) return null;
  const stays = (row: SideRow) =>
    row.kind === 'tool' ? !moved.has(row.placed.tool.name) : !row.tools.every(({ tool }) => moved.has(tool.name));
  return (rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays))?.key ?? null;
}

const groupKey = (group: string) => `group ${group}`;
const toolKey = (name: string) => `tool ${name}`;

function passes(name: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = name.toLowerCase();
  return words.every((word) => text.includes(word));
}
