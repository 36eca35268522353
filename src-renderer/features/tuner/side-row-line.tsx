import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { reasonName } from '../../ui/mode-labels.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { SideRow } from './side-rows.ts';
import styles from './tuner.module.css';

/** A namespace with its sums, or a tool with why it is there and what it costs. */
export const SideRowLine = memo(function SideRowLine({
  id,
  row,
  index,
  top,
  isCurrent,
  isSelected,
  isTyped,
}: {
  id: string;
  row: SideRow;
  index: number;
  top: number;
  isCurrent: boolean;
  isSelected: boolean;
  /** It is here only with the pattern that is being typed. */
  isTyped: boolean;
}) {
  const common = {
    id,
    className: `${styles.row} row gap-8`,
    style: { transform: `translateY(${top}px)` },
    draggable: true,
    'aria-posinset': row.position,
    'aria-setsize': row.count,
    'data-index': index,
    'data-current': isCurrent || undefined,
  } as const;
  if (row.kind === 'group') {
    const Chevron = row.open ? IconChevronDown : IconChevronRight;
    return (
      <div
        {...common}
        role="treeitem"
        tabIndex={-1}
        aria-selected={isSelected}
        aria-level={1}
        aria-expanded={row.open}
        data-group={row.group}
      >
        <span className={styles.chevron} data-turn aria-hidden>
          <Chevron size={14} />
        </span>
        <strong className="mono gives-way">
          {row.group === '' ? strings.sideRowLine.noNamespace : <VisibleText text={row.group} lines={false} />}
        </strong>
        <span className="dim">{formatCount(row.tools.length)}</span>
        <span className={styles.tokens}>{row.tokens === null ? '…' : formatCount(row.tokens)}</span>
      </div>
    );
  }
  const { tool, reason } = row.placed;
  return (
    <div
      {...common}
      role="treeitem"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-level={2}
      data-tool={tool.name}
      data-typed={isTyped || undefined}
    >
      <span className={styles.peg} aria-hidden />
      <span className="gives-way">
        <ToolName name={tool.name} />
      </span>
      {isTyped && <span className={styles.typed}>{strings.sideRowLine.matchedWhileYouType}</span>}
      <span className={styles.reason} title={reason.detail}>
        <VisibleText text={reasonName(reason, tool.source)} lines={false} />
      </span>
      <span className={styles.tokens}>{row.tokens === null ? '…' : formatCount(row.tokens)}</span>
    </div>
  );
});
