import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ExportDecision } from '#shared/domain/export-plan.ts';
import { strings } from '../../strings/export.ts';
import { Tree } from '../../ui/tree.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { pressInPlan } from './export-model.ts';
import { exportPlaces } from './export-places.ts';
import { asTreeRow, type PlanRow } from './plan-rows.ts';

const marks = { added: '+', changed: '~', removed: '−', kept: '=' } as const;
const words = { added: 'new', changed: 'changed', removed: 'removed', kept: 'unchanged' } as const;

/** The files of a plan, of any number. Enter opens and closes a folder. */
export function PlanTree({
  rows,
  selected,
  decisions,
  onSelect,
  onTurn,
}: {
  rows: readonly PlanRow[];
  selected: string | null;
  decisions: Readonly<Record<string, ExportDecision>>;
  onSelect(key: string): void;
  onTurn(folder: string): void;
}) {
  return (
    <Tree
      id={exportPlaces.plan}
      scroller={styles.scroller}
      aria-label={strings.planTree.filesExport}
      data-testid="export-plan"
      rows={rows}
      at={rows.findIndex(({ key }) => key === selected)}
      describe={asTreeRow}
      attributes={({ key, level }) => ({
        className: styles.row,
        style: { paddingLeft: 8 + (level - 1) * 16 },
        'data-path': key,
      })}
      onKey={pressInPlan}
      onPress={(row) => {
        if (row.kind === 'folder') onTurn(row.key);
        onSelect(row.key);
      }}
    >
      {(row) =>
        row.kind === 'folder' ? (
          <>
            {row.open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            <VisibleText as="span" className={`gives-way ${styles.name} mono`} text={`${row.name}/`} lines={false} />
            <span className="row-note">
              {row.touched === 0 ? strings.planTree.files(row.files) : strings.planTree.of(row.touched, row.files)}
            </span>
          </>
        ) : (
          <>
            <span className={styles.mark} data-change={row.file.change} aria-hidden>
              {marks[row.file.change]}
            </span>
            <span className={`gives-way ${styles.name} mono`} data-change={row.file.change}>
              <VisibleText text={row.name} lines={false} />
            </span>
            <span className="row-note">
              {row.file.edited ? (
                <Decision decision={decisions[row.file.path]} isRemoval={row.file.change === 'removed'} />
              ) : (
                words[row.file.change]
              )}
            </span>
          </>
        )
      }
    </Tree>
  );
}

function Decision({ decision, isRemoval }: { decision: ExportDecision | undefined; isRemoval: boolean }) {
  if (decision === 'keep') return <span className={styles.decided}>{strings.planTree.kept}</span>;
  if (decision === 'replace')
    return <span className={styles.decided}>{isRemoval ? strings.planTree.removed : strings.planTree.replaced}</span>;
  return <span className={styles.open}>{strings.planTree.changedHand}</span>;
}
