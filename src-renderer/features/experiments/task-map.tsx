import { memo, useMemo } from 'react';
import type { ExperimentReport } from '#shared/domain/experiment.ts';
import { strings } from '../../strings/experiments.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import heat from '../../ui/heat-cell.module.css';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { armTitleIn } from './arm-titles.ts';
import styles from './experiments.module.css';
import { chooseCell, pressInTasks } from './experiments-model.ts';
import { experimentsPlaces } from './experiments-places.ts';
import type { ExperimentsView } from './experiments-store.ts';
import { metricText } from './metric-texts.ts';

type TaskRow = ExperimentReport['tasks'][number];

/** Each task with its share of successes under each arm, as a heat map. ↑ ↓ ← → move, Enter and a click list the trials of a cell. */
export function TaskMap({
  path,
  report,
  cell,
}: {
  path: string;
  report: ExperimentReport;
  cell: ExperimentsView['cell'];
}) {
  const { tasks, arms } = report;
  const columns = useMemo(
    () => [
      { title: strings.report.task },
      { title: strings.report.level, width: 70 },
      ...arms.map(({ arm }) => ({
        title: armTitleIn(report, arm),
        width: 112,
        hint: strings.report.shareOf(armTitleIn(report, arm)),
      })),
    ],
    [arms, report],
  );
  const at = tasks.findIndex(({ task }) => task === cell.task);
  return (
    <VirtualGrid
      id={experimentsPlaces.tasks}
      className={`tall ${styles.tasks}`}
      aria-label={strings.report.tasksShown(tasks.length)}
      data-testid="experiment-tasks"
      columns={columns}
      rows={tasks}
      at={at}
      followed={at}
      onKey={pressInTasks}
      onPress={({ task }) => chooseCell(path, task, cell.arm, report)}
    >
      {(row, index) => (
        <Row
          key={row.task}
          row={row}
          index={index}
          isCurrent={index === at}
          arms={arms}
          chosen={cell.arm}
          onChoose={(arm) => chooseCell(path, row.task, arm, report)}
        />
      )}
    </VirtualGrid>
  );
}

const Row = memo(function Row({
  row: { task, name, level, success },
  index,
  isCurrent,
  arms,
  chosen,
  onChoose,
}: {
  row: TaskRow;
  index: number;
  isCurrent: boolean;
  arms: ExperimentReport['arms'];
  /** Index of the arm whose cell is the current one. */
  chosen: number;
  onChoose(arm: number): void;
}) {
  return (
    <tr {...gridRow(experimentsPlaces.tasks, index, isCurrent)} data-testid="task-row" data-task={task}>
      <VisibleText as="td" text={name} title={visibleString(task)} lines={false} />
      <td className="dim">{strings.draft.levels[level]}</td>
      {arms.map(({ arm }, place) => {
        const share = success[arm] ?? null;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows of the table move between arms
          <td
            key={arm}
            className={`${heat.cell} numbers`}
            data-column={arm}
            data-tone={share === null ? undefined : toneOf(share)}
            data-shown={place === chosen || undefined}
            onClick={(event) => {
              event.stopPropagation();
              onChoose(place);
            }}
          >
            {share === null ? <span className="dim">·</span> : metricText('success', share)}
          </td>
        );
      })}
    </tr>
  );
});

function toneOf(share: number): 'first' | 'near' | 'far' | 'missed' {
  if (share === 1) return 'first';
  if (share === 0) return 'missed';
  return share >= 0.5 ? 'near' : 'far';
}
