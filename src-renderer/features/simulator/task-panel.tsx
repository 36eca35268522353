import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunFileKind } from '#shared/contract/planner.ts';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import type { OpenDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { strings } from '../../strings/scenario.ts';
import type { EditorMarker } from '../../ui/editor/code-editor.tsx';
import styles from './scenario.module.css';
import { runScenario } from './simulator-model.ts';
import { simulatorPlaces } from './simulator-places.ts';

/** A text must rest so long before it is checked, milliseconds. */
const restMs = 200;

/** The text of a task or a world, with what is wrong in it. */
export function TaskPanel({ document, kind }: { document: OpenDocument; kind: RunFileKind }) {
  const client = useClient();
  const { path, text } = document;
  const [checked] = useDebouncedValue(text, restMs);
  const { data: findings = [] } = useQuery({
    queryKey: ['task-check', document.key, checked],
    queryFn: async ({ signal }) => (await client.experiments.checkTask({ path, text: checked }, { signal })).findings,
    enabled: document.ready,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  const markers = useMemo<EditorMarker[]>(
    () =>
      findings.map(({ severity, message, range, path: place }) => ({
        severity,
        // What is wrong in the world file of a task has its line there.
        message: place === undefined || place === path ? message : strings.taskPanel.inFile(place, message),
        line: (place === path && range?.start.line) || 1,
        column: (place === path && range?.start.column) || 1,
      })),
    [findings, path],
  );
  return (
    <section className={`rest-column ${styles.scenarioPanel}`} aria-label={strings.taskPanel.text}>
      <DocumentBar document={document} />
      <div className={styles.sides} data-edits-as="source">
        <div id={simulatorPlaces.source} className={styles.editor} data-problems={markers.length}>
          <DocumentEditor
            document={document}
            label={strings.taskPanel.textOf(document.title)}
            markers={markers}
            onReady={(editor, monaco) => {
              if (kind !== 'task') return;
              editor.addAction({
                id: 'simulator.check',
                label: strings.taskPanel.checkTask,
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
