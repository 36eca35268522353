import { Button, Menu, Progress, Select, Switch, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { engineFacts } from '#shared/domain/engine-facts.ts';
import { type EvalEngineName, evalEngineSchema } from '#shared/domain/eval-set.ts';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { EngineName } from '../../ui/engine-name.tsx';
import { formatCount } from '../../ui/format-number.ts';
import styles from './evaluate.module.css';
import { cancelEvaluation, keepAsBaseline, runEvaluation, toggleRunsOnChange } from './evaluate-acts.ts';
import { evaluatePlaces } from './evaluate-places.ts';
import type { EvaluateView } from './evaluate-store.ts';
import type { RunState } from './evaluation-runs.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';

const allFiles = 'All files';

/** What is measured and what with: file, engines, what it is compared with; run, or cancel. */
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
          Run
        </Button>
      ) : (
        <Button onClick={cancelEvaluation} data-testid="evaluate-cancel">
          Cancel
        </Button>
      )}
      <Switch
        size="xs"
        label="Run on change"
        title="Runs by itself when the catalog, the queries, the engines or the persona changed (G)"
        checked={runsOnChange}
        onChange={toggleRunsOnChange}
      />
      {files.length > 1 && (
        <Select
          aria-label="File of golden queries"
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
        aria-label="Compare with a report or the folder of another workspace; empty for the baseline"
        placeholder="Compare with: baseline, or a path"
        title="Whole path of a report (pegboard eval --format json > report.json) or of another workspace"
        value={compare}
        onChange={(event) => onChange({ compare: event.currentTarget.value })}
        onKeyDown={onCompareKey}
      />
      <span className="bar-end">
        {isFinished && (
          <Button disabled={progress !== null} title="Later runs are compared with this one" onClick={keepAsBaseline}>
            Keep as baseline
          </Button>
        )}
        <Button onClick={() => openDialog('new')}>Add a query…</Button>
        <Button title="Golden queries that use and catalog suggest (S)" onClick={suggest}>
          Suggest…
        </Button>
      </span>
      {progress && (
        <div className={styles.progress} role="status" data-testid="evaluate-progress">
          <Progress
            value={progress.total === 0 ? 0 : (progress.done / progress.total) * 100}
            size={4}
            transitionDuration={0}
            aria-label="Searches done"
          />
          <span className="dim mono">
            {progress.total === 0
              ? 'Reading the tools…'
              : `${formatCount(progress.done)} of ${formatCount(progress.total)} searches`}
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
  const titles = engines.map((engine) => engineFacts[engine].title).join(', ');
  return (
    <Menu closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />} aria-label={`Engines: ${titles}`}>
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
