import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { editor } from 'monaco-editor/editor/editor.api';
import { type ReactNode, useMemo, useRef } from 'react';
import type { FixableFinding, SkillFileView } from '#shared/domain/skill-editor.ts';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import { useDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { strings } from '../../strings/packs.ts';
import type { EditorMarker } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { BottomPanel } from './bottom-panel.tsx';
import { copyPack, forgetSkillFile } from './pack-acts.ts';
import { documentId, documentTitle, formatNames, formatOfName, languageOf } from './pack-document.ts';
import styles from './packs.module.css';
import { type PackData, skillFileQuery } from './packs-data.ts';
import { fixSkill } from './packs-model.ts';
import { packsPlaces } from './packs-places.ts';
import { chooseSkill, usePacksView } from './packs-store.ts';
import { skillCompletions } from './skill-completions.ts';
import { SkillFormPanel } from './skill-form-panel.tsx';
import { editSkill, useSkillView } from './skill-view.ts';

/** One skill file: its form and its source side by side, what is wrong with it and what a model gets of it (R19.12–R19.15). */
export function SkillPane({
  workspace,
  data,
  file,
  packs,
  tools,
  tags,
  isNarrow,
}: {
  workspace: string;
  data: PackData;
  file: string;
  packs: readonly PackData[];
  tools: readonly string[];
  tags: readonly string[];
  /** One part below the other, and the page scrolls. */
  isNarrow: boolean;
}) {
  const pack = data.name;
  const id = documentId({ pack, file });
  const isEditable = data.view?.editable ?? false;
  const format = formatOfName(file);
  const { document, readError } = useSkillDocument({ workspace, data, file });
  const { key, ready, text } = document;
  const { skills, view, isCurrent } = useSkillView(workspace, { pack, file }, ready ? text : null);
  const chosen = usePacksView(workspace).chosen[id] ?? 0;
  const skill = skills?.find(({ index }) => index === chosen) ?? skills?.[0];

  const source = useSourceEditor();
  const markers = useMemo(() => skillMarkers(view), [view]);
  const completions = useMemo(() => skillCompletions({ tools, tags, format }), [tools, tags, format]);

  if (readError && !ready) {
    return (
      <div className={styles.padded}>
        <ErrorNotice error={readError}>
          <Button mt="sm" onClick={() => forgetSkillFile(workspace, { pack, file })}>
            {strings.skillPane.closeTab}
          </Button>
        </ErrorNotice>
      </div>
    );
  }
  const formPanel = (
    <SkillFormPanel
      id={id}
      documentKey={key}
      pack={pack}
      file={file}
      skills={skills}
      skill={skill}
      readOnly={!isEditable}
      tags={tags}
      tools={tools}
      edit={(index, changes) => editSkill(key, file, index, changes)}
      save={document.save}
      undo={source.undo}
      onChoose={(index) => {
        chooseSkill(workspace, id, index);
        source.reveal(skills?.[index]?.line ?? 1, 1, false);
      }}
    />
  );
  const sourcePanel = (
    <div id={packsPlaces.source} className={styles.sourcePanel} data-testid="skill-source">
      <DocumentEditor
        document={document}
        label={strings.skillPane.source(documentTitle(file))}
        readOnly={!isEditable}
        markers={markers}
        completions={completions}
        onReady={source.onReady}
      />
    </div>
  );
  const bottomPanel = (
    <BottomPanel
      workspace={workspace}
      shown={{
        pack,
        file,
        text: ready ? text : null,
        skill: skill?.name ?? null,
        findings: view?.findings ?? none,
        isEditable,
      }}
      packs={packs}
      onFix={(fix) => fixSkill(workspace, id, fix)}
      onPlace={source.reveal}
    />
  );
  const errors = view?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <div className={`column ${styles.pane}`} data-testid="skill-pane" data-live={isCurrent || undefined}>
      <DocumentBar document={document}>
        <span className={styles.formatMark} title={strings.skillPane.inLabel(formatNames[format], pack)}>
          {formatNames[format]}
        </span>
        {errors > 0 && <span className="note is-error">{strings.skillPane.errors(errors)}</span>}
      </DocumentBar>
      {!isEditable && data.view && (
        <div className={styles.readOnly} data-testid="read-only">
          {strings.skillPane.comesWithPegboard(pack)}{' '}
          <Button onClick={() => void copyPack(workspace, pack)}>{strings.skillPane.copyIntoWorkspace}</Button>
        </div>
      )}
      <PanePanels isNarrow={isNarrow} form={formPanel} source={sourcePanel} bottom={bottomPanel} />
    </div>
  );
}

const none: readonly FixableFinding[] = [];

/** The file as a document that is edited and saved, and why it cannot be read. */
function useSkillDocument({ workspace, data, file }: { workspace: string; data: PackData; file: string }) {
  const client = useClient();
  const pack = data.name;
  const disk = useQuery(skillFileQuery(workspace, { pack, file }));
  const document = useDocument({
    id: documentId({ pack, file }),
    title: documentTitle(file),
    path: `${data.path}/${file}`,
    disk: disk.data && !disk.error ? { text: disk.data.text, hash: disk.data.hash } : null,
    language: languageOf(formatOfName(file)),
    save: async (text, expected_hash) => {
      const { text: written, hash } = await client.skillEditor.write(
        { pack, file, text, expected_hash },
        { context: { workspace } },
      );
      return { text: written, hash };
    },
    reload: () => disk.refetch(),
  });
  return { document, readError: disk.error };
}

/** The editor of the source: what the form and the problems do with it. */
function useSourceEditor() {
  const shown = useRef<editor.IStandaloneCodeEditor>(null);
  return useMemo(
    () => ({
      onReady: (instance: editor.IStandaloneCodeEditor) => {
        shown.current = instance;
      },
      reveal: (line: number, column: number, focus: boolean) => {
        shown.current?.revealLineInCenterIfOutsideViewport(line);
        shown.current?.setPosition({ lineNumber: line, column });
        if (focus) shown.current?.focus();
      },
      undo: (redo: boolean) => {
        const model = shown.current?.getModel();
        void (redo ? model?.redo() : model?.undo());
      },
    }),
    [],
  );
}

/** Form and source side by side with the rest below, or one part below the other. */
function PanePanels(props: { isNarrow: boolean; form: ReactNode; source: ReactNode; bottom: ReactNode }) {
  const { isNarrow, form, source, bottom } = props;
  if (isNarrow) {
    return (
      <>
        {form}
        {source}
        {bottom}
      </>
    );
  }
  const editors = (
    <SplitPanels
      name="packs-editors"
      label={strings.skillPane.resizeFormSource}
      orientation="horizontal"
      panels={[
        { defaultSize: 50, min: '240px', content: form },
        { defaultSize: 50, min: '240px', content: source },
      ]}
    />
  );
  return (
    <div className="rest">
      <SplitPanels
        name="packs-rows"
        label={strings.skillPane.resizePanels}
        orientation="vertical"
        panels={[
          { defaultSize: 52, min: '160px', content: editors },
          { defaultSize: 48, min: '96px', content: bottom },
        ]}
      />
    </div>
  );
}

/** The findings at their places in the source. */
function skillMarkers(view: SkillFileView | null): EditorMarker[] {
  return (view?.findings ?? []).map(({ severity, message, hint, range }) => ({
    severity,
    message: visibleString(hint === undefined ? message : `${message} ${hint}`),
    line: range?.start.line ?? 1,
    column: range?.start.column ?? 1,
    ...(range?.end && { endLine: range.end.line, endColumn: range.end.column }),
  }));
}
