import { Button, Loader } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isDirty } from '../../documents/document-state.ts';
import { useDocuments } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { useDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { useScreenReady } from '../../state/screen-ready.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import type { ComparedSteps } from './compare-step.ts';
import { type NewScenario, NewScenarioDialog } from './new-scenario-dialog.tsx';
import { RunView } from './run-view.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import styles from './simulator.module.css';
import { noSimulatorActions, useSimulatorActions } from './simulator-actions.ts';
import { dropSecond, noRuns, play, useSimulatorRuns } from './simulator-runs.ts';
import { initialSimulatorView, type SimulatorView, useSimulatorStore } from './simulator-store.ts';
import { SimulatorToolbar } from './simulator-toolbar.tsx';
import { useAddResult } from './use-add-result.ts';
import { useScenarioActs } from './use-scenario-acts.ts';
import { useScenarioEdits } from './use-scenario-edits.ts';
import { useScenarios, useScenarioText } from './use-scenarios.ts';
import { useSimulatorActs } from './use-simulator-acts.ts';

/** Plays scenarios, and lets a run be looked at step by step (R19.18). */
export function SimulatorPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">Simulator</h1>
      {workspace && <Simulator key={workspace.path} workspace={workspace} />}
    </>
  );
}

function Simulator({ workspace }: { workspace: WorkspaceSummary }) {
  const root = workspace.path;
  const files = useScenarios(root);
  const [asked, setAsked] = useState<NewScenario | null>(null);
  const view = useSimulatorStore((state) => state.views[root] ?? initialSimulatorView);
  const onChange = useCallback(
    (next: Partial<SimulatorView>) => useSimulatorStore.getState().change(root, next),
    [root],
  );
  const acts = useScenarioActs(
    root,
    useCallback((path) => onChange({ path }), [onChange]),
  );
  const file = files?.find(({ path }) => path === view.path) ?? files?.[0];

  useEffect(() => {
    useSimulatorActions.setState({ newScenario: () => setAsked({ as: 'example' }) });
    return () => useSimulatorActions.setState(noSimulatorActions);
  }, []);
  useEffect(() => {
    if (!file) return;
    const { path, name, hash } = file;
    useSimulatorActions.setState({
      duplicate: () => setAsked({ as: 'copy', path, name: name ?? path }),
      remove: hash === null ? null : () => void acts.remove(path, hash),
    });
    return () => useSimulatorActions.setState({ duplicate: null, remove: null });
  }, [file, acts]);

  useScreenReady('simulator', files !== null);
  const recording = useSimulatorRuns(({ runs }) => {
    const run = runs[root]?.first;
    return run?.played.path === file?.path ? (run?.recording ?? null) : null;
  });
  useEffect(() => {
    const text = recording?.text;
    const name = file?.name ?? file?.path ?? '';
    useSimulatorActions.setState({
      saveRecording: text === undefined ? null : () => setAsked({ as: 'recording', text, name }),
    });
    return () => useSimulatorActions.setState({ saveRecording: null });
  }, [recording, file?.name, file?.path]);

  return (
    <>
      {files === null ? (
        <div className="tall centered">
          <Loader size="sm" aria-label="Reading the scenarios" />
        </div>
      ) : file ? (
        <Stage workspace={workspace} files={files} file={file} view={view} onChange={onChange} />
      ) : (
        <NoScenarios />
      )}
      <NewScenarioDialog asked={asked} onClose={() => setAsked(null)} onCreate={acts.create} />
    </>
  );
}

function NoScenarios() {
  const newScenario = useSimulatorActions((state) => state.newScenario);
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title="No scenarios"
      actions={
        <Button variant="filled" onClick={() => newScenario?.()}>
          New scenario…
        </Button>
      }
    >
      A scenario is a run of your agent that anybody can repeat: what the user says, what the model replies, what the
      tools answer. It is a file in your workspace, and runs in a terminal too:
      <CommandLine command="pegboard simulate scenarios/my-first.scenario.yaml" />
    </EmptyPage>
  );
}

function Stage({
  workspace,
  files,
  file,
  view,
  onChange,
}: {
  workspace: WorkspaceSummary;
  files: readonly ScenarioFile[];
  file: ScenarioFile;
  view: SimulatorView;
  onChange(view: Partial<SimulatorView>): void;
}) {
  const client = useClient();
  const root = workspace.path;
  const { path } = file;
  const title = file.name ?? path;
  const estimator = usePreferences((state) => state.estimator);
  const { disk, error, refetch } = useScenarioText(root, file);
  const document = useDocument({
    id: `scenario:${path}`,
    title,
    path,
    disk,
    language: 'yaml',
    save: (text, expected_hash) =>
      client.scenarios.save({ path, text, expected_hash }, { context: { workspace: root } }),
    reload: refetch,
  });
  const edit = useScenarioEdits(document);
  useAddResult(
    edit,
    useCallback(() => onChange({ showsSource: true, editsAs: 'source' }), [onChange]),
  );
  const unsaved = useUnsaved(root, files);
  const names = useProfileNames(workspace);
  const runs = useSimulatorRuns((state) => state.runs[root] ?? noRuns);
  const first = runs.first?.played.path === path ? runs.first : null;
  const second = first && runs.second?.played.path === path ? runs.second : null;

  const { ready, text } = document;
  const { start, setWanted } = useStart({ root, path, title, text, ready, view, onChange });
  const [compared, setCompared] = useState<ComparedSteps | null>(null);
  useSimulatorActs({ first, second, view, ready, start, setWanted, onChange, onCompare: setCompared });

  const run = first ? (
    <RunView first={first} second={second} view={view} onChange={onChange} />
  ) : (
    <NotYetRun canRun={ready} />
  );
  const scenario = (
    <div className="column">
      <ScenarioList
        files={files}
        chosen={path}
        unsaved={unsaved}
        onChoose={(next) => onChange({ path: next, at: 0 })}
      />
      {error ? (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      ) : (
        <ScenarioPanel
          document={document}
          edit={edit}
          workspace={workspace}
          profiles={names}
          editsAs={view.editsAs}
          onEditAs={(editsAs) => onChange({ editsAs })}
        />
      )}
    </div>
  );
  return (
    <div className="scrolling-column" data-testid="simulator">
      <CompareDialog compared={compared} workspace={root} onClose={() => setCompared(null)} />
      <SimulatorToolbar
        view={view}
        profiles={names}
        first={first}
        second={second}
        isEdited={first !== null && ready && first.played.text !== text}
        estimator={estimator}
        onChange={onChange}
      />
      <div className={styles.stage}>
        {view.showsSource ? (
          <SplitPanels
            name="simulator"
            label="Resize scenario and run"
            orientation="horizontal"
            panels={[
              { defaultSize: 34, min: '220px', content: scenario },
              { defaultSize: 66, min: '320px', content: run },
            ]}
          />
        ) : (
          run
        )}
      </div>
    </div>
  );
}

function NotYetRun({ canRun }: { canRun: boolean }) {
  const run = useSimulatorActions((state) => state.run);
  return (
    <EmptyPage
      icon={<IconMovie size={28} />}
      title="Not played yet"
      actions={
        <Button variant="filled" disabled={!canRun} onClick={() => run?.()}>
          Run the scenario
        </Button>
      }
    >
      A run becomes a film: one picture a step. The arrows ← and → move through time; below is the exact prompt of the
      step, and what is new in it. Without servers, without a model.
    </EmptyPage>
  );
}

/** What plays the scenario as it is written now, in one profile or in two. */
function useStart({
  root,
  path,
  title,
  text,
  ready,
  view,
  onChange,
}: {
  root: string;
  path: string;
  title: string;
  text: string;
  ready: boolean;
  view: SimulatorView;
  onChange(view: Partial<SimulatorView>): void;
}) {
  const client = useClient();
  const { profile, second: other, interactive, live } = view;
  const start = useCallback(
    (write: boolean) => {
      // The golden trace is that of the scripts alone: pegboard simulate asks nobody.
      const played = {
        workspace: root,
        path,
        title,
        text,
        profile,
        interactive: interactive && !write,
        live: live && !write,
      };
      onChange({ at: 0 });
      void play(client, 'first', played, { write });
      if (other === null || write) dropSecond(root);
      else void play(client, 'second', { ...played, profile: other });
    },
    [client, root, path, title, text, profile, other, interactive, live, onChange],
  );
  // Whoever runs a scenario before its text is read has it run then.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || !ready) return;
    setWanted(false);
    start(false);
  }, [wanted, ready, start]);
  return { start, setWanted };
}

function useProfileNames({ path, revision }: WorkspaceSummary): readonly string[] {
  const client = useClient();
  const { data = noProfiles } = useQuery({
    queryKey: ['profiles', path, revision],
    queryFn: () => client.prompt.profiles(),
    placeholderData: (before) => before,
  });
  return useMemo(() => data.map(({ name }) => name), [data]);
}

const noProfiles: readonly { readonly name: string }[] = [];

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
