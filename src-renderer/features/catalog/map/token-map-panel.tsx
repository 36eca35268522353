import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { strings } from '../../../strings/catalog.ts';
import { formatCount } from '../../../strings/count.ts';
import { fill } from '../../../ui/fill.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { showGroup, showInGroup } from '../catalog-acts.ts';
import { places } from '../catalog-places.ts';
import type { CatalogRow } from '../catalog-rows.ts';
import type { ChosenFacets } from '../facets.ts';
import styles from './token-map.module.css';
import {
  boxBeside,
  type MapBox,
  type MapFacet,
  type MapGroup,
  type TokenGroup,
  titleHeight,
  tokenGroups,
  tokenMap,
} from './token-map.ts';

interface GroupsProps {
  readonly facet: MapFacet;
  readonly groups: readonly TokenGroup[];
  /** The values of the facet that narrow the table. */
  readonly chosen: readonly string[];
}

/** Above the table: what each server and tool costs in a prompt with all tools, as areas or as a table. Both narrow the catalog. */
export function TokenMapPanel({
  rows,
  tokens,
  chosen,
}: {
  rows: readonly CatalogRow[];
  tokens: ToolTokens;
  chosen: ChosenFacets;
}) {
  const [isTable, setTable] = useState(false);
  const known = useMemo(() => tokenGroups(rows, tokens.sum), [rows, tokens]);
  return (
    <section className={styles.panel} aria-label={strings.tokenMapPanel.tokensServerTool} data-testid="token-map">
      <div className="wrapping gap-4-12">
        <strong className="table-head">{strings.tokenMapPanel.tokensTool(known?.facet === 'namespace')}</strong>
        <span className={`${styles.legend} dim note`}>
          {fill(strings.tokenMapPanel.alwaysLoadedDeferred, {
            span: <span className={styles.swatch} data-mode="always" />,
            span2: <span className={styles.swatch} data-mode="deferred" />,
          })}
        </span>
        <span className="bar-end">
          <SegmentedControl
            size="xs"
            aria-label={strings.tokenMapPanel.view}
            data={[
              { label: strings.tokenMapPanel.map, value: 'map' },
              { label: strings.tokenMapPanel.table, value: 'table' },
            ]}
            value={isTable ? 'table' : 'map'}
            onChange={(value) => setTable(value === 'table')}
          />
        </span>
      </div>
      {known === null ? (
        <p className="dim flush">{strings.tokenMapPanel.countingTokens}</p>
      ) : isTable ? (
        <GroupTable {...known} chosen={chosen[known.facet] ?? []} />
      ) : (
        <TokenMap {...known} chosen={chosen[known.facet] ?? []} />
      )}
    </section>
  );
}

/** A button of the map: the title of a group, or one of its cells. */
interface Spot extends MapBox {
  readonly key: string;
  readonly label: string;
  act(): void;
}

/** One tab stop: arrows go to the nearest button that way, Enter narrows the table. */
function TokenMap({ facet, groups, chosen }: GroupsProps) {
  const { ref, width, height } = useElementSize();
  const boxes = useMemo(() => tokenMap(groups, { width, height }), [groups, width, height]);
  const spots = useMemo(() => boxes.map((box) => spotsOf(box, facet)), [boxes, facet]);
  const all = useMemo(() => spots.flatMap(({ title, cells }) => [title, ...cells]), [spots]);
  const [active, setActive] = useState<string | null>(null);
  const stop = all.some(({ key }) => key === active) ? active : all[0]?.key;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = all.find(({ key }) => key === stop);
    const to = from === undefined ? null : boxBeside(all, from, event.key);
    const next = to === null ? undefined : all[to];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-spot="${CSS.escape(next.key)}"]`)?.focus();
  };
  const button = (spot: Spot, className: string | undefined, text: string) => (
    <UnstyledButton
      id={spot.key === stop ? places.map : undefined}
      className={className}
      style={{ left: spot.left, top: spot.top, width: spot.width, height: spot.height }}
      aria-label={spot.label}
      title={spot.label}
      tabIndex={spot.key === stop ? 0 : -1}
      data-spot={spot.key}
      onFocus={() => setActive(spot.key)}
      onClick={spot.act}
    >
      <VisibleText text={text} lines={false} />
    </UnstyledButton>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus among the buttons in it
    <div ref={ref} className={styles.map} onKeyDown={onKeyDown}>
      {boxes.map(({ group, cells }, at) => {
        const own = spots[at];
        if (own === undefined) return null;
        return (
          <div
            key={own.title.key}
            className={styles.group}
            data-group={group.value ?? undefined}
            data-faded={(chosen.length > 0 && !chosen.includes(group.value ?? '')) || undefined}
          >
            {button(own.title, styles.title, own.title.width > 30 ? group.title : '')}
            {cells.map((cell, index) => {
              const spot = own.cells[index];
              if (spot === undefined) return null;
              return (
                <div key={spot.key} className={styles.cell} data-mode={cell.tool?.mode ?? 'rest'}>
                  {button(spot, undefined, spot.width > 36 && spot.height > 15 ? cellText(cell) : '')}
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

function spotsOf({ group, cells, ...box }: MapGroup, facet: MapFacet) {
  const { value, title, tools, tokens, loaded } = group;
  const words = strings.tokenMapPanel.toolsAlwaysLoadedTokens(title, tools, formatCount(loaded), formatCount(tokens));
  const show = () => value !== null && showGroup(facet, value);
  return {
    title: {
      ...box,
      height: Math.min(titleHeight, box.height),
      key: `group ${title}`,
      label: words,
      act: show,
    },
    cells: cells.map((cell): Spot => {
      const { tool, tools, tokens, ...place } = cell;
      if (tool === null) {
        const label = strings.tokenMapPanel.tokens(title, tools, formatCount(tokens));
        return { ...place, key: `rest ${title}`, label, act: show };
      }
      const label = strings.tokenMapPanel.tokens2(tool.name, formatCount(tokens), tool.mode === 'always');
      return { ...place, key: `tool ${tool.name}`, label, act: () => showInGroup(facet, tool) };
    }),
  };
}

/** The name without its namespace, which the title of the group says; how many where it is several. */
function cellText({ tool, tools }: MapGroup['cells'][number]): string {
  if (tool === null) return formatCount(tools);
  return tool.name.slice(tool.name.indexOf('.') + 1);
}

/** The same in figures. */
function GroupTable({ facet, groups, chosen }: GroupsProps) {
  const all = groups.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <ScrollRegion className={styles.tableFrame} aria-label={strings.tokenMapPanel.tokensServerTable}>
      <table className={`${styles.table} plain-table numbers`}>
        <TableHead
          columns={[
            facet === 'namespace' ? strings.tokenMapPanel.namespace : strings.tokenMapPanel.server,
            numeric(strings.tokenMapPanel.tools),
            numeric(strings.tokenMapPanel.alwaysLoaded),
            numeric(strings.tokenMapPanel.tokens3),
            numeric(strings.tokenMapPanel.share),
            strings.tokenMapPanel.mostExpensiveTool,
          ]}
        />
        <tbody>
          {groups.map(({ value, title, tools, loaded, tokens, rows: [dearest] }) => (
            <tr key={title}>
              <th scope="row">
                <UnstyledButton
                  className={styles.link}
                  aria-pressed={chosen.includes(value ?? '')}
                  onClick={() => value !== null && showGroup(facet, value)}
                >
                  <VisibleText text={title} lines={false} />
                </UnstyledButton>
              </th>
              <td data-numeric>{formatCount(tools)}</td>
              <td data-numeric>{formatCount(loaded)}</td>
              <td data-numeric>{formatCount(tokens)}</td>
              <td data-numeric>{all === 0 ? '–' : `${((tokens / all) * 100).toFixed(1)} %`}</td>
              <td>
                {dearest && (
                  <UnstyledButton className={`${styles.link} mono`} onClick={() => showInGroup(facet, dearest.tool)}>
                    <VisibleText text={dearest.tool.name} lines={false} />
                  </UnstyledButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
