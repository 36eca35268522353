import { hierarchy, treemap } from 'd3-hierarchy';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { strings } from '../../../strings/catalog.ts';
import type { CatalogRow } from '../catalog-rows.ts';

/** The facet that the groups of the map are values of. */
export type MapFacet = 'source' | 'namespace';

/** What a server, or a namespace where there is only one server, takes of the prompt with all tools. */
export interface TokenGroup {
  /** Its value of the facet; null for the smallest ones together. */
  readonly value: string | null;
  readonly title: string;
  readonly tools: number;
  readonly loaded: number;
  readonly tokens: number;
  /** Its tools, the most expensive first. */
  readonly rows: readonly CatalogRow[];
}

/** A place on the map, in pixels. */
export interface MapBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A tool on the map, or the small ones of a group together, whose `tool` is null. */
export interface MapCell extends MapBox {
  readonly tool: ToolSummary | null;
  readonly tools: number;
  readonly tokens: number;
}

export interface MapGroup extends MapBox {
  readonly group: TokenGroup;
  readonly cells: readonly MapCell[];
}

/** Groups that have a place of their own; the smaller ones share one. */
const mostGroups = 120;

/** Square pixels that a tool needs to have a cell of its own. */
const smallestCell = 160;

/** Height of the line with the name of a group. */
export const titleHeight = 16;

/** The groups of these tools, the most expensive first; null while tokens are being counted. `sum` rounds once, as every total does. */
export function tokenGroups(
  rows: readonly CatalogRow[],
  sum: ToolTokens['sum'],
): { readonly facet: MapFacet; readonly groups: readonly TokenGroup[] } | null {
  if (rows.some(({ tokens }) => tokens === null)) return null;
  const facet = new Set(rows.map(({ tool }) => tool.source)).size > 1 ? 'source' : 'namespace';
  const byValue = Map.groupBy(rows, ({ tool }) => tool[facet] ?? '');
  const groups = [...byValue].map(([value, own]): TokenGroup => {
    const sorted = own.toSorted((left, right) => tokensOf(right) - tokensOf(left));
    const tokens = sum(own.map(({ tool }) => tool)) ?? 0;
    return {
      value,
      title: value === '' ? strings.tokenMap.noNamespace : value,
      ...counts(sorted),
      tokens,
      rows: sorted,
    };
  });
  return { facet, groups: groups.sort((left, right) => right.tokens - left.tokens) };
}

/** Where the groups and their tools lie on a map of this size: areas are tokens. Tools too small to be seen share a cell. */
export function tokenMap(groups: readonly TokenGroup[], size: Pick<MapBox, 'width' | 'height'>): readonly MapGroup[] {
  const seen = withOthers(groups.filter(({ tokens }) => tokens > 0));
  const all = total(seen);
  if (all === 0 || size.width <= 0 || size.height <= 0) return [];
  const smallest = (smallestCell * all) / (size.width * size.height);
  const root = hierarchy<MapNode>(
    { children: seen.map((group) => ({ group, children: cellsOf(group, smallest) })) },
    ({ children }) => children,
  ).sum((node) => node.cell?.tokens ?? 0);
  const drawn = treemap<MapNode>()
    .size([size.width, size.height])
    .paddingTop(({ depth }) => (depth === 1 ? titleHeight : 0))
    .paddingInner(1)
    .round(true)(root);
  return (drawn.children ?? []).flatMap((node) =>
    node.data.group === undefined
      ? []
      : [
          {
            group: node.data.group,
            ...boxOf(node),
            cells: (node.children ?? []).flatMap((leaf) =>
              leaf.data.cell === undefined ? [] : [{ ...leaf.data.cell, ...boxOf(leaf) }],
            ),
          },
        ],
  );
}

interface MapNode {
  readonly children?: readonly MapNode[];
  readonly group?: TokenGroup;
  readonly cell?: Omit<MapCell, keyof MapBox>;
}

function withOthers(groups: readonly TokenGroup[]): readonly TokenGroup[] {
  if (groups.length <= mostGroups) return groups;
  const others = groups.slice(mostGroups - 1);
  const rows = others.flatMap((group) => group.rows);
  return [
    ...groups.slice(0, mostGroups - 1),
    { value: null, title: strings.tokenMap.others(others.length), ...counts(rows), tokens: total(others), rows: [] },
  ];
}

function cellsOf({ rows, tools, tokens }: TokenGroup, smallest: number): readonly MapNode[] {
  const large = rows.filter((row) => tokensOf(row) >= smallest);
  const rest = {
    tool: null,
    tools: tools - large.length,
    tokens: tokens - large.reduce((sum, row) => sum + tokensOf(row), 0),
  };
  return [
    ...large.map((row) => ({ cell: { tool: row.tool, tools: 1, tokens: tokensOf(row) } })),
    ...(rest.tokens > 0 ? [{ cell: rest }] : []),
  ];
}

function counts(rows: readonly CatalogRow[]): Pick<TokenGroup, 'tools' | 'loaded'> {
  return { tools: rows.length, loaded: rows.filter(({ tool }) => tool.mode === 'always').length };
}

const total = (groups: readonly TokenGroup[]) => groups.reduce((sum, { tokens }) => sum + tokens, 0);

const tokensOf = ({ tokens }: CatalogRow) => tokens ?? 0;

function boxOf({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): MapBox {
  return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 };
}

/** The box to go to by an arrow from another one: the nearest whose middle lies that way; null where there is none. */
export function boxBeside(boxes: readonly MapBox[], from: MapBox, key: string): number | null {
  const [x, y] = middle(from);
  const distances = boxes.map((box) => {
    const [dx, dy] = [middle(box)[0] - x, middle(box)[1] - y];
    const [along, across] = ahead(key, dx, dy);
    return along > 0 ? along + 2 * Math.abs(across) : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...distances);
  return Number.isFinite(least) ? distances.indexOf(least) : null;
}

const middle = ({ left, top, width, height }: MapBox) => [left + width / 2, top + height / 2] as const;

function ahead(key: string, dx: number, dy: number): readonly [along: number, across: number] {
  switch (key) {
    case 'ArrowRight':
      return [dx, dy];
    case 'ArrowLeft':
      return [-dx, dy];
    case 'ArrowDown':
      return [dy, dx];
    case 'ArrowUp':
      return [-dy, dx];
    default:
      return [0, 0];
  }
}
