import { Button, Modal } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { ExperimentRun } from '#shared/domain/experiment.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/experiments.ts';
import { DialogButtons } from '../../ui/dialog-form.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { armTitle } from './arm-titles.ts';
import { experimentsQuery, tasksQuery } from './experiment-queries.ts';
import { ExperimentView } from './experiment-view.tsx';
import styles from './experiments.module.css';
import {
  askRemove,
  chooseExperiment,
  closeRemove,
  generateTasks,
  isUnderWay,
  openCurrent,
  pressInList,
  removeExperiment,
  showNew,
} from './experiments-model.ts';
import { experimentsPlaces } from './experiments-places.ts';
import { initialView, newExperiment, useExperiments } from './experiments-store.ts';
import { costText } from './metric-texts.ts';
import { NewExperiment } from './new-experiment.tsx';

/** Whether the agent does better one way or another: kept experiments, a new one, what one shows. */
export function ExperimentsPage() {
  const workspace = useWorkspace();
  return workspace && <Experiments workspace={workspace} />;
}

function Experiments({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  const { shown, current } = useExperiments((state) => state.views[path] ?? initialView);
  const removing = useExperiments((state) => state.removing);
  const { data: runs, error } = useQuery(experimentsQuery(path));
  if (shown === newExperiment) return <NewExperiment workspace={workspace} />;
  if (!runs) return <ScreenWaits error={error}>{strings.list.loading}</ScreenWaits>;
  const asked = runs.find(({ id }) => id === removing);
  return (
    <>
      {shown !== null ? (
        <ExperimentView key={shown} path={path} id={shown} run={runs.find(({ id }) => id === shown) ?? null} />
      ) : runs.length === 0 ? (
        <NoExperiments workspace={workspace} />
      ) : (
        <ExperimentList path={path} runs={runs} current={runs.find(({ id }) => id === current) ?? runs[0] ?? null} />
      )}
      <Modal opened={asked !== undefined} onClose={closeRemove} title={strings.remove.title}>
        {asked && (
          <>
            <p className="flush">
              <VisibleText text={strings.remove.question(asked.name, asked.trials.all)} lines={false} />
            </p>
            <DialogButtons
              mt="md"
              act={strings.remove.act}
              startsOn="cancel"
              onAct={() => removeExperiment(path, asked)}
              onCancel={closeRemove}
            />
          </>
        )}
      </Modal>
    </>
  );
}

function NoExperiments({ workspace }: { workspace: WorkspaceSummary }) {
  const { data: tasks, error } = useQuery(tasksQuery(workspace));
  if (!tasks) return <ScreenWaits error={error}>{strings.list.loading}</ScreenWaits>;
  const icon = <IconFlask size={28} />;
  if (tasks.length === 0) {
    return (
      <EmptyPage
        icon={icon}
        title={strings.empty.noTasks}
        actions={
          <>
            <Button variant="filled" onClick={() => void generateTasks(workspace, 'scenarios')}>
              {strings.empty.fromScenarios}
            </Button>
            <Button onClick={() => void generateTasks(workspace, 'golden')}>{strings.empty.fromGolden}</Button>
          </>
        }
      >
        {strings.empty.taskIs}
      </EmptyPage>
    );
  }
  return (
    <EmptyPage
      icon={icon}
      title={strings.empty.noExperiments}
      actions={
        <Button variant="filled" title={strings.list.newHint} onClick={showNew}>
          {strings.list.newExperiment}
        </Button>
      }
    >
      {strings.empty.experimentIs(tasks.length)} {strings.list.kept}
    </EmptyPage>
  );
}

const columns = [
  { title: strings.list.columns.name },
  { title: strings.list.columns.state, width: 90 },
  { title: strings.list.columns.arms, width: '20%' },
  { title: strings.list.columns.tasks, width: 64 },
  { title: strings.list.columns.trials, width: 104 },
  { title: strings.list.columns.model, width: '18%' },
  { title: strings.list.columns.cost, width: 84 },
  { title: strings.list.columns.started, width: 110 },
];

function ExperimentList({
  path,
  runs,
  current,
}: {
  path: string;
  runs: readonly ExperimentRun[];
  current: ExperimentRun | null;
}) {
  const now = useNow();
  const at = current ? runs.indexOf(current) : -1;
  const onKey = (key: string, page: number) => {
    if (key === 'Enter') openCurrent();
    else return pressInList(key, page);
    return true;
  };
  return (
    <div className="scrolling-column">
      <div className="tight-toolbar">
        <Button variant="filled" title={strings.list.newHint} onClick={showNew}>
          {strings.list.newExperiment}
        </Button>
        <span className="bar-end">
          <Button disabled={!current} title={strings.list.openHint} onClick={openCurrent}>
            {strings.list.open}
          </Button>
          <Button disabled={!current || isUnderWay(path, current)} title={strings.list.removeHint} onClick={askRemove}>
            {strings.list.remove}
          </Button>
        </span>
      </div>
      <VirtualGrid
        id={experimentsPlaces.list}
        className={styles.list}
        aria-label={strings.list.shown(runs.length)}
        data-testid="experiments-list"
        columns={columns}
        rows={runs}
        at={at}
        followed={current?.id ?? null}
        onKey={onKey}
        onPress={({ id }) => chooseExperiment(id)}
        onDoubleClick={openCurrent}
        foot={<p className="dim pad-8-12 note">{strings.list.kept}</p>}
      >
        {(run, index) => <Row key={run.id} run={run} index={index} isCurrent={index === at} now={now} />}
      </VirtualGrid>
    </div>
  );
}

const Row = memo(function Row({
  run: { name, state, arms, tasks, trials, model, cost_usd, started },
  index,
  isCurrent,
  now,
}: {
  run: ExperimentRun;
  index: number;
  isCurrent: boolean;
  now: number;
}) {
  const listed = arms.map(armTitle).join(', ');
  return (
    <tr {...gridRow(experimentsPlaces.list, index, isCurrent)} data-testid="experiment-row" data-state={state}>
      <VisibleText as="td" text={name} lines={false} title={name} />
      <td>{strings.words.states[state]}</td>
      <VisibleText as="td" text={listed} lines={false} title={listed} />
      <td className="numbers">{formatCount(tasks)}</td>
      <td className="numbers">{strings.list.trials(trials.done + trials.failed, trials.all)}</td>
      <VisibleText as="td" text={model} lines={false} title={model} />
      <td className="numbers">
        {cost_usd === null ? (
          <span className="dim" title={strings.list.noCost}>
            –
          </span>
        ) : (
          costText(cost_usd)
        )}
      </td>
      <td className="dim" title={exactTime(started)}>
        {relativeTime(started, now)}
      </td>
    </tr>
  );
});
