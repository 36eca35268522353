import { Button, Menu, Progress, Select, Switch, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { evalEngineFacts } from '#shared/domain/engine-facts.ts';
import { type EvalEngineName, evalEngineSchema } from '#shared/domain/eval-set.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { EngineName } from '../../ui/engine-name.tsx';
import styles from './evaluate.module.css';
import { cancelEvaluation, keepAsBaseline, runEvaluation, toggleRunsOnChange } from './evaluate-acts.ts';
import { evaluatePlaces } from './evaluate-places.ts';
import type { EvaluateView } from './evaluate-store.ts';
import type { RunState } from './evaluation-runs.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';

const allFiles = strings.evaluateToolbar.allFiles;

/** The settings of a measurement: file, engines, baseline; and the buttons to run or cancel it. */
export function EvaluateToolbar({
  files,
  file,
  engines,
  compare,
  runsOnChange,
  progress,
  isFinished,
  canRun,
  onChange,
}: {
  files: GoldenSet['files'];
  file: string | null;
  engines: readonly EvalEngineName[];
  compare: string;
  runsOnChange: boolean;
  progress: RunState['progress'];
  isFinished: boolean;
  canRun: boolean;
  onChange(view: Partial<EvaluateView>): void;
}) {
  const { open: openDialog, suggest } = useGoldenDialog();
  const onCompareKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    runEvaluation();
  };
  return (
    <div className="tight-toolbar">
      {progress === null ? (
        <Button variant="filled" disabled={!canRun} onClick={runEvaluation} data-testid="evaluate-run">
          {strings.evaluateToolbar.run}
        </Button>
      ) : (
        <Button onClick={cancelEvaluation} data-testid="evaluate-cancel">
          {strings.evaluateToolbar.cancel}
        </Button>
      )}
      <Switch
        size="xs"
        label={strings.evaluateToolbar.runChange}
        title={strings.evaluateToolbar.runsAutomaticallyWhenCatalog}
        checked={runsOnChange}
        onChange={toggleRunsOnChange}
      />
      {files.length > 1 && (
        <Select
          aria-label={strings.evaluateToolbar.fileGoldenQueries}
          w={170}
          data={[allFiles, ...files.map(({ path }) => path)]}
          value={file ?? allFiles}
          onChange={(value) => onChange({ file: value === allFiles ? null : value })}
        />
      )}
      <EngineMenu engines={engines} onChange={(next) => onChange({ engines: next })} />
      <TextInput
        id={evaluatePlaces.compare}
        className={styles.compare}
        aria-label={strings.evaluateToolbar.compareWithReport}
        placeholder={strings.evaluateToolbar.compareBaselinePath}
        title={strings.evaluateToolbar.fullPathOfReport}
        value={compare}
        onChange={(event) => onChange({ compare: event.currentTarget.value })}
        onKeyDown={onCompareKey}
      />
      <span className="bar-end">
        {isFinished && (
          <Button
            disabled={progress !== null}
            title={strings.evaluateToolbar.laterRunsAreCompared}
            onClick={keepAsBaseline}
          >
            {strings.evaluateToolbar.setAsBaseline}
          </Button>
        )}
        <Button onClick={() => openDialog('new')}>{strings.evaluateToolbar.addQuery}</Button>
        <Button title={strings.evaluateToolbar.goldenQueriesSuggested} onClick={suggest}>
          {strings.evaluateToolbar.suggest}
        </Button>
      </span>
      {progress && (
        <div className={styles.progress} role="status" data-testid="evaluate-progress">
          <Progress
            value={progress.total === 0 ? 0 : (progress.done / progress.total) * 100}
            size={4}
            transitionDuration={0}
            aria-label={strings.evaluateToolbar.finishedSearches}
          />
          <span className="dim mono">
            {progress.total === 0
              ? strings.evaluateToolbar.readingTools
              : strings.evaluateToolbar.searches(formatCount(progress.done), formatCount(progress.total))}
          </span>
        </div>
      )}
    </div>
  );
}

function EngineMenu({
  engines,
  onChange,
}: {
  engines: readonly EvalEngineName[];
  onChange(engines: readonly EvalEngineName[]): void;
}) {
  const toggle = (engine: EvalEngineName) => {
    const next = evalEngineSchema.options.filter((each) => engines.includes(each) !== (each === engine));
    if (next.length > 0) onChange(next);
  };
  const titles = engines.map((engine) => evalEngineFacts[engine].title).join(', ');
  return (
    <Menu closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />} aria-label={strings.evaluateToolbar.engines(titles)}>
          <span className={styles.engines}>{titles}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {evalEngineSchema.options.map((engine) => (
          <Menu.CheckboxItem key={engine} checked={engines.includes(engine)} onChange={() => toggle(engine)}>
            <EngineName engine={engine} />
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
