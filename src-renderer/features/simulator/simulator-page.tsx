import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isDirty } from '../../documents/document-state.ts';
import { useDocuments } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { useDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/simulator.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import type { Described } from '../../ui/described-options.tsx';
import { usePreloadedMonaco } from '../../ui/editor/use-monaco.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { NewScenarioDialog } from './new-scenario-dialog.tsx';
import { RunView } from './run-view.tsx';
import { createScenario } from './scenario-acts.ts';
import { editsOf } from './scenario-edits.ts';
import { useScenarioText, useScenarioWatch } from './scenario-files.ts';
import { ScenarioList } from './scenario-list.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import styles from './simulator.module.css';
import { askNewScenario, runScenario } from './simulator-model.ts';

import { dropRuns, isUnread, readShownRuns, useSimulatorRuns } from './simulator-runs.ts';
import { closeSimulatorDialogs, editsNow, useSimulatorStore, wideWindow } from './simulator-store.ts';
import { SimulatorToolbar } from './simulator-toolbar.tsx';
import { type Stage, useStage } from './stage.ts';
import { TaskChecked, TaskToolbar } from './task-checked.tsx';
import { TaskPanel } from './task-panel.tsx';
import { isTrialRun } from './trial-films.ts';

/** Plays scenarios, lets a run be looked at step by step (R19.18), and edits tasks and worlds. */
export function SimulatorPage() {
  const workspace = useWorkspace();
  usePreloadedMonaco();
  return (
    <>
      <h1 className="visually-hidden">{strings.simulatorPage.simulator}</h1>
      {workspace && <Simulator key={workspace.path} workspace={workspace} />}
    </>
  );
}

function Simulator({ workspace }: { workspace: WorkspaceSummary }) {
  const root = workspace.path;
  useScenarioWatch(root);
  useEffect(() => void readShownRuns(root), [root]);
  const stage = useStage();
  const asked = useSimulatorStore((state) => state.asked);
  useEffect(() => closeSimulatorDialogs, []);
  return (
    <>
      {stage === null ? (
        <div className="tall centered">
          <Loader size="sm" aria-label={strings.simulatorPage.loadingScenarios} />
        </div>
      ) : stage.file ? (
        <OnStage workspace={workspace} stage={stage} file={stage.file} />
      ) : (
        <NoScenarios />
      )}
      <NewScenarioDialog
        asked={asked}
        onClose={closeSimulatorDialogs}
        onCreate={(input) => createScenario(root, input)}
      />
    </>
  );
}

function NoScenarios() {
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title={strings.simulatorPage.noScenarios}
      actions={
        <Button variant="filled" onClick={askNewScenario}>
          {strings.simulatorPage.newScenario}
        </Button>
      }
    >
      {fill(strings.simulatorPage.scenarioIsRepeatableRun, {
        commandline: <CommandLine command="pegboard simulate scenarios/my-first.scenario.yaml" />,
      })}
    </EmptyPage>
  );
}

function OnStage({ workspace, stage, file }: { workspace: WorkspaceSummary; stage: Stage; file: ScenarioFile }) {
  const client = useClient();
  const root = workspace.path;
  const { path } = file;
  const { view, first } = stage;
  const { disk, error, refetch } = useScenarioText(root, file);
  const document = useDocument({
    id: `scenario:${path}`,
    title: file.name ?? path,
    path,
    disk,
    language: 'yaml',
    save: (text, expected_hash) =>
      client.scenarios.save({ path, text, expected_hash }, { context: { workspace: root } }),
    reload: refetch,
  });
  const { key, ready, text } = document;
  const edit = useMemo(() => editsOf({ key, path }), [key, path]);
  const unsaved = useUnsaved(root, stage.files);
  const profiles = useProfiles(workspace);
  const compared = useSimulatorStore((state) => state.compared);
  // Drawn again when the window becomes wide.
  useMediaQuery(wideWindow);
  const editsAs = editsNow(view);

  const isComing = useSimulatorRuns((state) => isUnread(state, root));

  const isTask = file.kind !== 'scenario' && !first;
  const notYet = isTask ? <TaskChecked root={root} file={file} text={text} /> : <NotYetRun canRun={ready} />;
  const run = first ? <RunView stage={stage} first={first} /> : isComing ? null : notYet;
  const scenario = (
    <div className="column">
      <ScenarioList files={stage.files} chosen={file} unsaved={unsaved} />
      {first && isTrialRun(first) ? (
        <TrialNote canEdit={file.hash !== null} onEdit={() => dropRuns(root)} />
      ) : error ? (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      ) : isTask ? (
        <TaskPanel document={document} kind={file.kind} />
      ) : (
        <ScenarioPanel document={document} edit={edit} workspace={workspace} profiles={profiles} editsAs={editsAs} />
      )}
    </div>
  );
  return (
    <div className="scrolling-column" data-testid="simulator">
      <CompareDialog compared={compared} workspace={root} onClose={closeSimulatorDialogs} />
      {isTask ? (
        <TaskToolbar root={root} file={file} isShown={view.showsSource} />
      ) : (
        <SimulatorToolbar
          stage={stage}
          profiles={profiles}
          isEdited={first !== null && ready && first.played.text !== text}
        />
      )}
      <div className={styles.stage}>
        {view.showsSource ? (
          <SplitPanels
            name={editsAs === 'both' ? 'simulator.both' : 'simulator'}
            label={strings.simulatorPage.resizeScenarioRun}
            orientation="horizontal"
            panels={[
              { defaultSize: editsAs === 'both' ? 56 : 34, min: '220px', content: scenario },
              { defaultSize: editsAs === 'both' ? 44 : 66, min: '320px', content: run },
            ]}
          />
        ) : (
          run
        )}
      </div>
    </div>
  );
}

/** What stands in the place of a scenario while a trial of an experiment is shown. */
function TrialNote({ canEdit, onEdit }: { canEdit: boolean; onEdit(): void }) {
  const goTo = useNavigation((state) => state.goTo);
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title={strings.trialFilms.isTrial}
      actions={
        <>
          <Button variant="filled" onClick={() => goTo('experiments')}>
            {strings.trialFilms.back}
          </Button>
          {canEdit && <Button onClick={onEdit}>{strings.trialFilms.editTask}</Button>}
        </>
      }
    >
      {strings.trialFilms.explained}
    </EmptyPage>
  );
}

function NotYetRun({ canRun }: { canRun: boolean }) {
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title={strings.simulatorPage.noRunYet}
      actions={
        <Button variant="filled" disabled={!canRun} onClick={runScenario}>
          {strings.simulatorPage.runScenario}
        </Button>
      }
    >
      {strings.simulatorPage.runShowsOnePicture}
    </EmptyPage>
  );
}

function useProfiles({ path, revision }: WorkspaceSummary): readonly Described[] {
  const client = useClient();
  const { data = noProfiles } = useQuery({
    queryKey: ['profiles', path, revision],
    queryFn: () => client.prompt.profiles(),
    placeholderData: (before) => before,
  });
  return data;
}

const noProfiles: readonly Described[] = [];

/** Paths of the scenarios whose text is not saved. */
function useUnsaved(workspace: string, files: readonly ScenarioFile[]): ReadonlySet<string> {
  const documents = useDocuments((state) => state.documents);
  return useMemo(
    () =>
      new Set(
        files
          .map(({ path }) => path)
          .filter((path) => {
            const state = documents[draftKey({ workspace, id: `scenario:${path}` })];
            return state !== undefined && isDirty(state);
          }),
      ),
    [documents, files, workspace],
  );
}
