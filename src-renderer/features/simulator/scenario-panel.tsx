import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { editor } from 'monaco-editor/editor/editor.api';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import { shownText } from '../../documents/editor-text.ts';
import type { OpenDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { strings } from '../../strings/scenario.ts';
import type { Described } from '../../ui/described-options.tsx';
import type { EditorMarker } from '../../ui/editor/code-editor.tsx';
import { rangeOf } from './add-result.ts';
import styles from './scenario.module.css';
import { builtinTools, calledTools, scenarioCompletions } from './scenario-completions.ts';
import type { EditScenario } from './scenario-edits.ts';
import { ScenarioForm } from './scenario-form.tsx';
import { ScenarioSteps } from './scenario-steps.tsx';
import { changeView, runScenario } from './simulator-model.ts';
import { simulatorPlaces } from './simulator-places.ts';
import { type EditsAs, editingWays } from './simulator-store.ts';
import { useWantedPlace } from './wanted-place.ts';

const wayLabels: Readonly<Record<EditsAs, string>> = {
  steps: strings.scenarioPanel.steps,
  source: strings.scenarioPanel.source,
  both: strings.scenarioPanel.both,
};

/** A text must rest so long before it is checked, milliseconds. */
const restMs = 200;

/** A scenario as its author sees it: three fields, and the text with what is wrong in it. */
export function ScenarioPanel({
  document,
  workspace,
  profiles,
  edit,
  editsAs,
}: {
  document: OpenDocument;
  edit: EditScenario;
  workspace: WorkspaceSummary;
  profiles: readonly Described[];
  editsAs: EditsAs;
}) {
  const client = useClient();
  const { path, text } = document;
  const [checked] = useDebouncedValue(text, restMs);
  const { data: findings = [] } = useQuery({
    queryKey: ['scenario-check', path, checked],
    queryFn: ({ signal }) => client.planner.checkScenario({ text: checked, path }, { signal }),
    enabled: document.ready,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  const markers = useMemo<EditorMarker[]>(
    () =>
      findings.map(({ severity, message, range }) => ({
        severity,
        message,
        line: range?.start.line ?? 1,
        column: range?.start.column ?? 1,
      })),
    [findings],
  );
  const { data: tools = [] } = useQuery({
    queryKey: ['catalog', workspace.path, workspace.revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const called = useMemo(() => calledTools(checked), [checked]);
  const { data: whole = [] } = useQuery({
    queryKey: ['scenario-tools', workspace.path, workspace.revision, called],
    queryFn: ({ signal }) => client.catalog.getMany({ names: called }, { signal }),
    enabled: called.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  const known = useRef<{ tools: typeof tools; schemas: ReadonlyMap<string, unknown> }>({ tools, schemas: new Map() });
  const schemas = useMemo(() => new Map(whole.map(({ name, input_schema }) => [name, input_schema])), [whole]);
  const names = useMemo(() => [...builtinTools, ...tools.map(({ name }) => name)], [tools]);
  known.current = { tools, schemas };
  const [source, setSource] = useState<editor.IStandaloneCodeEditor | null>(null);
  useCursorAtWanted(source, text);
  const undo = (redo: boolean) => {
    const model = source?.getModel();
    void (redo ? model?.redo() : model?.undo());
  };
  return (
    <section className={`rest-column ${styles.scenarioPanel}`} aria-label={strings.scenarioPanel.textScenario}>
      <DocumentBar document={document} />
      <ScenarioForm
        key={path}
        text={text}
        personas={workspace.config.personas.map(({ name }) => name)}
        profiles={profiles}
        edit={edit}
      />
      <SegmentedControl
        aria-label={strings.scenarioPanel.editScenario}
        className={styles.editsAs}
        title={strings.scenarioPanel.editHint}
        data={editingWays.map((value) => ({ value, label: wayLabels[value] }))}
        value={editsAs}
        onChange={(value) => changeView({ editsAs: value as EditsAs })}
      />
      <div className={styles.sides} data-edits-as={editsAs}>
        {document.ready && (
          <ScenarioSteps key={path} document={document} tools={names} schemas={schemas} edit={edit} undo={undo} />
        )}
        <div id={simulatorPlaces.source} className={styles.editor} data-problems={markers.length}>
          <DocumentEditor
            document={document}
            label={strings.scenarioPanel.textOfScenario(document.title)}
            markers={markers}
            completions={(model, position) =>
              scenarioCompletions(model, position, known.current.tools, known.current.schemas)
            }
            onReady={(editor, monaco) => {
              setSource(editor);
              editor.addAction({
                id: 'simulator.run',
                label: strings.scenarioPanel.runScenario,
                keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
                run: runScenario,
              });
            }}
          />
        </div>
      </div>
    </section>
  );
}

/** Puts the cursor over the value that the author is to go on with, once it is in the text. */
function useCursorAtWanted(source: editor.IStandaloneCodeEditor | null, text: string): void {
  const wanted = useWantedPlace(({ path }) => path);
  useEffect(() => {
    const model = source?.getModel();
    if (!source || !model || wanted === null) return;
    const range = rangeOf(shownText(text), wanted);
    if (!range) return;
    const [start, end] = [model.getPositionAt(range.start), model.getPositionAt(range.end)];
    source.setSelection({
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    });
    source.revealLineInCenterIfOutsideViewport(start.lineNumber);
    source.focus();
    useWantedPlace.setState({ path: null });
  }, [source, text, wanted]);
}
