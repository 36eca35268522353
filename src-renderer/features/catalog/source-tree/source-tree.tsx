import { ActionIcon } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { type MouseEvent, memo, useEffect } from 'react';
import { useSources } from '../../../platform/source-watch.ts';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { useAddSource } from '../../../state/add-source-store.ts';
import { strings } from '../../../strings/catalog.ts';
import { formatCount } from '../../../strings/count.ts';
import { Tree, TreeChevron } from '../../../ui/tree.tsx';
import { rowUnder } from '../../../ui/virtual-rows.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { useSourceJobs } from '../../sources/source-jobs.ts';
import { rowStates } from '../../sources/source-rows.ts';
import { SourceStateMark } from '../../sources/source-state-mark.tsx';
import { shownRows } from '../../sources/sources-model.ts';
import { places } from '../catalog-places.ts';
import type { CatalogRow } from '../catalog-rows.ts';
import { type CatalogView, useCatalogStore } from '../catalog-store.ts';
import type { FacetValue } from '../facets.ts';
import { SourceMenu } from './source-menu.tsx';
import { openSourceMenu, useSourceMenu } from './source-menu-store.ts';
import { isChosen, nodeAt, type SourceNode, sourceNodes, withoutGone } from './source-nodes.ts';
import styles from './source-tree.module.css';
import { clickNode, pressInSourceTree } from './source-tree-acts.ts';

/**
 * The sources of the workspace with their state, their share of the tokens and their tools, and the groups within each. The line
 * where the keyboard stands narrows the table; Shift and Ctrl add others.
 */
export const SourceTree = memo(function SourceTree({
  path,
  rows,
  tokens,
  counts,
  node,
  chosen,
  turned,
}: Pick<CatalogView, 'node' | 'chosen' | 'turned'> & {
  path: string;
  rows: readonly CatalogRow[];
  tokens: ToolTokens;
  /** How many tools each source and group has among those that the other filters leave. */
  counts: readonly FacetValue[];
}) {
  const { data, isPending } = useSources();
  const jobs = useSourceJobs((state) => state.jobs);
  const sources = shownRows({ sources: data ?? none, jobs, path });
  const nodes = sourceNodes({ rows, tokens, sources: isPending ? null : sources, counts, turned });
  const at = nodeAt(nodes, { node, chosen });
  // A source that was removed or renamed must not leave an empty table.
  useEffect(() => {
    const left = data ? withoutGone(chosen, rows, sources) : chosen;
    if (left !== chosen) useCatalogStore.getState().change(path, { chosen: left });
  }, [data, chosen, rows, sources, path]);
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowUnder(event);
    const pressed = nodes[index ?? -1];
    if (index === null || pressed?.row == null) return;
    event.preventDefault();
    openSourceMenu({ key: pressed.key, at: index });
  };
  return (
    <section className={`${styles.panel} rest-column`} aria-label={strings.sourceTree.title}>
      <div className={`${styles.head} row`}>
        <span className="table-head grows">{strings.sourceTree.title}</span>
        <ActionIcon
          size={22}
          aria-label={strings.sourceTree.add}
          title={strings.sourceTree.add}
          onClick={() => useAddSource.getState().open()}
        >
          <IconPlus size={15} />
        </ActionIcon>
      </div>
      <div className={`${styles.place} rest-column`}>
        <Tree
          id={places.sources}
          scroller="scrolling-rest"
          aria-label={strings.sourceTree.sourcesAndGroups}
          aria-multiselectable
          data-testid="source-tree"
          rows={nodes}
          at={at}
          describe={asTreeRow}
          attributes={(line) => ({
            className: styles.row,
            style: { paddingLeft: 6 + indent * (line.level - 1) },
            'aria-selected': isChosen(line, chosen),
            'data-current': line === nodes[at] || undefined,
            'data-node': line.key,
            'data-empty': line.tools === 0 || undefined,
          })}
          onKey={pressInSourceTree}
          onPress={(line, index, event) => {
            const target = event.target instanceof Element ? event.target : null;
            if (target?.closest('[data-menu]')) openSourceMenu({ key: line.key, at: index });
            else clickNode(line, target?.closest('[data-turn]') ? 'chevron' : 'row', event.ctrlKey || event.metaKey);
          }}
          onContextMenu={onContextMenu}
        >
          {(line) => <NodeContent line={line} />}
        </Tree>
        <OpenMenu nodes={nodes} />
      </div>
    </section>
  );
});

const none: readonly never[] = [];
/** How far a line stands in for each level, in pixels. */
const indent = 14;
const asTreeRow = (line: SourceNode) => line;

const NodeContent = memo(function NodeContent({ line }: { line: SourceNode }) {
  const { kind, title, tools, tokens, share, row, open } = line;
  const [state] = row === null ? [] : rowStates(row);
  const percent = share === null ? null : strings.sourceTree.percent(formatShare(share));
  const words =
    tokens === null
      ? undefined
      : percent === null
        ? strings.sourceTree.allTokens(formatCount(tokens))
        : strings.sourceTree.tokens(formatCount(tokens), percent);
  return (
    <>
      <TreeChevron open={open} />
      {state && <SourceStateMark state={state} isShort />}
      <VisibleText
        as={kind === 'source' ? 'strong' : 'span'}
        className={`${styles.name} gives-way ${kind === 'source' || kind === 'group' ? 'mono' : ''}`}
        title={title}
        text={title}
        lines={false}
      />
      <span className="row-note row gap-8" title={words}>
        {percent !== null && <span className={styles.share}>{percent}</span>}
        <span className={`${styles.count} mono`}>
          {formatCount(tools)}
          <span className="visually-hidden"> {strings.sourceTree.tools(tools).replace(/^\S+ /, '')}</span>
        </span>
      </span>
      {row !== null && (
        <span className={styles.menu} data-menu aria-hidden title={strings.sourceTree.menuHint}>
          <IconDots size={14} />
        </span>
      )}
    </>
  );
});

/** `38`, `4`, `0.4`: what is there is never shown as nothing. */
function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent >= 0.95) return String(Math.round(percent));
  return percent < 0.1 ? '<0.1' : percent.toFixed(1);
}

/** The menu of a line, below it. */
function OpenMenu({ nodes }: { nodes: readonly SourceNode[] }) {
  const open = useSourceMenu((state) => state.open);
  const row = nodes.find(({ key }) => key === open?.key)?.row ?? null;
  return open === null || row === null ? null : <SourceMenu key={open.key} row={row} line={open.at} />;
}
