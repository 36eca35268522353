import { ActionIcon, Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconMovie, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo } from 'react';
import type { KeptRun } from '#shared/domain/kept-run.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { type Estimator, usePreferences } from '../../state/preferences-store.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { formatCount, formatSaving } from '../../ui/format-number.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { keptRunsQuery } from '../simulator/kept-films.ts';
import { profileOfRun } from '../simulator/run.ts';
import { listedRuns, outcomes } from './listed-runs.ts';
import styles from './run-list.module.css';
import {
  changeView,
  compareRuns,
  markCurrentRun,
  openCurrentRun,
  pressInRuns,
  removeCurrentRun,
} from './run-list-model.ts';
import { focusRunList, runListPlaces } from './run-list-places.ts';
import { useRunList, viewOf } from './run-list-store.ts';

/** The last runs of the simulator: filtered, opened again, compared two by two, deleted. */
export function RunListPage() {
  const path = useWorkspace()?.path ?? '';
  const { data: runs, error } = useQuery({ ...keptRunsQuery(path), enabled: path !== '' });
  return (
    <>
      <h1 className="visually-hidden">History</h1>
      {!runs ? (
        <ScreenWaits error={error}>Reading the runs…</ScreenWaits>
      ) : runs.length === 0 ? (
        <NoRuns />
      ) : (
        <RunList path={path} runs={runs} />
      )}
    </>
  );
}

function NoRuns() {
  const goTo = useNavigation((state) => state.goTo);
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title="No runs yet"
      actions={
        <Button variant="filled" onClick={() => goTo('simulator')}>
          Open the simulator
        </Button>
      }
    >
      Each run of a scenario appears here. You can open it again, step by step, and compare two of them. Pegboard keeps
      the last 50 runs of a workspace in your own folder on this computer.
    </EmptyPage>
  );
}

const columns = [
  { title: 'Compare', width: 82, hint: 'Mark two runs to compare them (M)' },
  { title: 'Scenario' },
  { title: 'Profile', width: '18%' },
  { title: 'When', width: 120 },
  { title: 'Steps', width: 64 },
  {
    title: 'Tokens',
    width: 150,
    hint: 'Tokens sent over all steps, and the share that the prompt with all tools would add',
  },
  { title: 'Result', width: '24%' },
] as const;

const outcomeTitles: Readonly<Record<KeptRun['outcome'], string>> = {
  passed: 'Passed',
  mixed: 'With failed calls',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const all = '';

function RunList({ path, runs }: { path: string; runs: readonly KeptRun[] }) {
  const view = useRunList((state) => viewOf(state, path));
  const estimator = usePreferences((state) => state.estimator);
  const now = useNow();
  const { listed, current, marked, compared } = listedRuns({ runs, view });
  const at = current ? listed.indexOf(current) : -1;
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') focusRunList('table');
    else if (event.key === 'Escape' && view.text !== '') changeView({ text: '' });
    else return;
    event.preventDefault();
  };
  const onKey = (key: string, page: number) => {
    if (key === 'Enter') openCurrentRun();
    else if (key === ' ') markCurrentRun();
    else if (key === 'Escape') focusRunList('filter');
    else return pressInRuns(key, page);
    return true;
  };
  return (
    <div className="scrolling-column">
      <div className="tight-toolbar">
        <TextInput
          id={runListPlaces.filter}
          className={styles.text}
          aria-label="Filter the runs"
          placeholder="Filter by scenario, profile or result"
          leftSection={<IconSearch size={14} />}
          value={view.text}
          onChange={(event) => changeView({ text: event.currentTarget.value })}
          onKeyDown={onFilterKey}
          rightSection={
            view.text === '' ? null : (
              <ActionIcon size={22} aria-label="Clear the text" onClick={() => changeView({ text: '' })}>
                <IconX size={14} />
              </ActionIcon>
            )
          }
        />
        <Select
          aria-label="Result"
          w={170}
          data={[
            { value: all, label: 'All results' },
            ...outcomes.map((value) => ({ value, label: outcomeTitles[value] })),
          ]}
          value={view.outcome ?? all}
          onChange={(value) => changeView({ outcome: outcomes.find((one) => one === value) ?? null })}
        />
        <span className="bar-end">
          <Button variant="filled" disabled={!current} onClick={openCurrentRun} title="Open the run (O)">
            Open
          </Button>
          <Button
            disabled={!compared}
            onClick={compareRuns}
            title="Show two runs side by side: mark two, or mark one and go to the other (C)"
          >
            Compare {marked.length > 0 ? `(${formatCount(marked.length)} of 2)` : ''}
          </Button>
          <Button disabled={!current} onClick={removeCurrentRun} title="Delete the run (Delete)">
            Delete
          </Button>
        </span>
      </div>
      <VirtualGrid
        id={runListPlaces.table}
        className={styles.runs}
        aria-label={`Runs, ${formatCount(listed.length)} shown`}
        data-testid="run-list"
        columns={columns}
        rows={listed}
        keyOf={({ id }) => id}
        at={at}
        followed={current?.id ?? null}
        onKey={onKey}
        onPress={({ id }) => changeView({ current: id })}
        onDoubleClick={openCurrentRun}
        foot={
          listed.length === 0 && <p className="dim pad-8-12">No run matches. Clear the text, or show all results.</p>
        }
      >
        {(run, index) => (
          <Row
            key={run.id}
            run={run}
            index={index}
            isCurrent={index === at}
            isMarked={marked.includes(run)}
            estimator={estimator}
            now={now}
          />
        )}
      </VirtualGrid>
    </div>
  );
}

const Row = memo(function Row({
  run,
  index,
  isCurrent,
  isMarked,
  estimator,
  now,
}: {
  run: KeptRun;
  index: number;
  isCurrent: boolean;
  isMarked: boolean;
  estimator: Estimator;
  now: number;
}) {
  const { id, at, title, path, steps, live, result, outcome } = run;
  const tokens = run.tokens?.[estimator];
  const saving = tokens && formatSaving(tokens.deferred, tokens.all_tools);
  return (
    <tr {...gridRow(runListPlaces.table, index, isCurrent)} data-testid="kept-run" data-marked={isMarked || undefined}>
      <td>
        <UnstyledButton
          className={styles.mark}
          tabIndex={-1}
          aria-pressed={isMarked}
          aria-label={`Mark the run of ${visibleString(title)} to compare it`}
          onClick={() => {
            changeView({ current: id });
            markCurrentRun();
          }}
        >
          {isMarked ? '✓' : ''}
        </UnstyledButton>
      </td>
      <VisibleText as="td" title={path} text={title} lines={false} />
      <td className="cut">
        <VisibleText as="span" text={profileOfRun(run)} lines={false} />
        {live && <span className="dim"> · live model</span>}
      </td>
      <td title={exactTime(at)}>{relativeTime(at, now)}</td>
      <td className="mono">{formatCount(steps)}</td>
      <td className="mono">
        {tokens ? formatCount(tokens.deferred) : '–'}
        {saving && <span className="dim"> {saving}</span>}
      </td>
      <td className={styles.result} data-outcome={outcome} title={result}>
        {signs[outcome]} {result}
      </td>
    </tr>
  );
});

const signs: Readonly<Record<KeptRun['outcome'], string>> = { passed: '✓', mixed: '!', failed: '✗', cancelled: '–' };
