import { ActionIcon, Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconMovie, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo } from 'react';
import type { KeptRun } from '#shared/domain/kept-run.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { type Estimator, usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/run-list.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { formatSaving } from '../../ui/format-number.ts';
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
      <h1 className="visually-hidden">{strings.runListPage.history}</h1>
      {!runs ? (
        <ScreenWaits error={error}>{strings.runListPage.loadingRuns}</ScreenWaits>
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
      title={strings.runListPage.noRunsYet}
      actions={
        <Button variant="filled" onClick={() => goTo('simulator')}>
          {strings.runListPage.openSimulator}
        </Button>
      }
    >
      {strings.runListPage.eachRunOfScenario}
    </EmptyPage>
  );
}

const columns = [
  { title: strings.runListPage.compare, width: 82, hint: strings.runListPage.markTwoRunsCompare },
  { title: strings.runListPage.scenario },
  { title: strings.runListPage.profile, width: '18%' },
  { title: strings.runListPage.when, width: 120 },
  { title: strings.runListPage.steps, width: 64 },
  {
    title: strings.runListPage.tokens,
    width: 150,
    hint: strings.runListPage.tokensSentOverAll,
  },
  { title: strings.runListPage.result, width: '24%' },
] as const;

const outcomeTitles: Readonly<Record<KeptRun['outcome'], string>> = strings.runListPage.outcomeTitles;

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
          aria-label={strings.runListPage.filterRuns}
          placeholder={strings.runListPage.filterScenarioProfileResult}
          leftSection={<IconSearch size={14} />}
          value={view.text}
          onChange={(event) => changeView({ text: event.currentTarget.value })}
          onKeyDown={onFilterKey}
          rightSection={
            view.text === '' ? null : (
              <ActionIcon size={22} aria-label={strings.runListPage.clearText} onClick={() => changeView({ text: '' })}>
                <IconX size={14} />
              </ActionIcon>
            )
          }
        />
        <Select
          aria-label={strings.runListPage.result}
          w={170}
          data={[
            { value: all, label: strings.runListPage.allResults },
            ...outcomes.map((value) => ({ value, label: outcomeTitles[value] })),
          ]}
          value={view.outcome ?? all}
          onChange={(value) => changeView({ outcome: outcomes.find((one) => one === value) ?? null })}
        />
        <span className="bar-end">
          <Button variant="filled" disabled={!current} onClick={openCurrentRun} title={strings.runListPage.openRunO}>
            {strings.runListPage.open}
          </Button>
          <Button disabled={!compared} onClick={compareRuns} title={strings.runListPage.showTwoRunsSide}>
            {marked.length > 0
              ? strings.runListPage.compareMarked(formatCount(marked.length))
              : strings.runListPage.compare}
          </Button>
          <Button disabled={!current} onClick={removeCurrentRun} title={strings.runListPage.deleteRunDelete}>
            {strings.runListPage.deleteLabel}
          </Button>
        </span>
      </div>
      <VirtualGrid
        id={runListPlaces.table}
        className={styles.runs}
        aria-label={strings.runListPage.runsShown(formatCount(listed.length))}
        data-testid="run-list"
        columns={columns}
        rows={listed}
        at={at}
        followed={current?.id ?? null}
        onKey={onKey}
        onPress={({ id }) => changeView({ current: id })}
        onDoubleClick={openCurrentRun}
        foot={listed.length === 0 && <p className="dim pad-8-12">{strings.runListPage.noRunMatchesClear}</p>}
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
          aria-label={strings.runListPage.markRunCompare(visibleString(title))}
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
        {live && <span className="dim"> · {strings.runListPage.liveModel}</span>}
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
