import { Button } from '@mantine/core';
import { IconChecklist, IconWorld } from '@tabler/icons-react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import type { ExpectationResult } from '#shared/domain/simulation.ts';
import { strings } from '../../strings/scenario.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ExpectationList } from './run-result.tsx';
import styles from './simulator.module.css';
import { runScenario, toggleSource } from './simulator-model.ts';
import { taskKey, useTaskChecks } from './task-checks.ts';

/** What stands over a task: its check, and whether its text is shown. */
export function TaskToolbar({ root, file, isShown }: { root: string; file: ScenarioFile; isShown: boolean }) {
  const isChecking = useTaskChecks((state) => state[taskKey({ root, path: file.path })]?.outcome === null);
  return (
    <div className="tight-toolbar">
      {file.kind === 'task' && (
        <Button variant="filled" title={strings.taskPanel.checkHint} onClick={runScenario} data-testid="task-check">
          {strings.taskPanel.check}
        </Button>
      )}
      <span className={styles.result} role="status">
        {isChecking && strings.taskPanel.checking}
      </span>
      <Button aria-pressed={isShown} onClick={toggleSource} title={strings.taskPanel.hideHint}>
        {isShown ? strings.taskPanel.hide : strings.taskPanel.show}
      </Button>
    </div>
  );
}

/** What the check of a task gave. */
export function TaskChecked({ root, file, text }: { root: string; file: ScenarioFile; text: string }) {
  const check = useTaskChecks((state) => state[taskKey({ root, path: file.path })]);
  if (file.kind === 'world') {
    return (
      <EmptyPage icon={<IconWorld size={28} />} title={strings.taskPanel.isWorld}>
        {strings.taskPanel.worldExplained}
      </EmptyPage>
    );
  }
  if (!check?.outcome) {
    const button = (
      <Button variant="filled" onClick={runScenario}>
        {strings.taskPanel.checkTask}
      </Button>
    );
    return (
      <EmptyPage
        icon={<IconChecklist size={28} />}
        title={check ? strings.taskPanel.checking : strings.taskPanel.notChecked}
        actions={button}
      >
        {strings.taskPanel.explained}
      </EmptyPage>
    );
  }
  if ('error' in check.outcome) {
    return (
      <div className={styles.notice}>
        <ErrorNotice error={check.outcome.error} />
      </div>
    );
  }
  const { findings, played } = check.outcome.checked;
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  return (
    <div className={`stack gap-12 ${styles.checked}`} data-testid="task-checked">
      {check.text !== text && <p className="dim">{strings.taskPanel.edited}</p>}
      {played ? (
        <>
          <Played
            title={strings.taskPanel.solution}
            results={played.solution}
            shouldSolve
            none={strings.taskPanel.noSolution}
          />
          <Played
            title={strings.taskPanel.nothing}
            results={played.nothing}
            shouldSolve={false}
            none={strings.taskPanel.judged}
          />
        </>
      ) : (
        <p>{hasErrors ? strings.taskPanel.hasErrors : strings.taskPanel.isLive}</p>
      )}
      {findings.length > 0 && (
        <ul data-testid="task-findings">
          {findings.map(({ path = file.path, range, message }) => (
            <li key={`${path} ${range?.start.line} ${message}`}>
              <VisibleText text={strings.taskPanel.inFile(placeOf(path, range?.start.line), message)} lines={false} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const placeOf = (path: string, line: number | undefined) => (line === undefined ? path : `${path}:${line}`);

/** What one way to play the task came to; `none` says why it was not played. */
function Played({
  title,
  results,
  shouldSolve,
  none,
}: {
  title: string;
  results: readonly ExpectationResult[] | null;
  shouldSolve: boolean;
  none: string;
}) {
  if (results === null) {
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        <p className="dim">{none}</p>
      </section>
    );
  }
  const isSolved = results.every(({ passed }) => passed);
  const isRight = isSolved === shouldSolve;
  return (
    <section aria-label={title} data-right={isRight}>
      <h2>
        {title}{' '}
        <b data-tone={isRight ? 'good' : 'bad'}>
          {isRight ? '✓' : '✗'} {isSolved ? strings.taskPanel.solves : strings.taskPanel.doesNotSolve}
        </b>
      </h2>
      {!isRight && <p>{shouldSolve ? strings.taskPanel.correctSolution : strings.taskPanel.correctExpect}</p>}
      <ExpectationList expectations={results} />
    </section>
  );
}
