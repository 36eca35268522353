import { Button, Select } from '@mantine/core';
import type { editor } from 'monaco-editor/editor/editor.api';
import { useEffect, useMemo, useRef } from 'react';
import type { FixableFinding, SkillFix } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import { useDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { tellError } from '../../platform/undo-change.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import layout from '../../ui/layout.module.css';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { BottomPanel } from './bottom-panel.tsx';
import { documentId, documentTitle, formatNames, formatOfName, languageOf } from './pack-document.ts';
import { shortName } from './pack-rows.ts';
import styles from './packs.module.css';
import { usePacksActions } from './packs-actions.ts';
import { focusPacksPlace, packsPlaces } from './packs-places.ts';
import { chooseSkill, usePacksView } from './packs-store.ts';
import { skillCompletions } from './skill-completions.ts';
import { SkillForm } from './skill-form.tsx';
import { skillMarkers } from './skill-markers.ts';
import type { PackActs } from './use-pack-acts.ts';
import { type PackData, useSkillFile } from './use-packs.ts';
import { useSkillView } from './use-skill-view.ts';

/** One skill file: its form and its source side by side, what is wrong with it and what a model gets of it (R19.12–R19.15). */
export function SkillPane({
  workspace,
  data,
  file,
  packs,
  tools,
  tags,
  acts,
  isNarrow,
}: {
  workspace: string;
  data: PackData;
  file: string;
  packs: readonly PackData[];
  tools: readonly string[];
  tags: readonly string[];
  acts: PackActs;
  /** One part below the other, and the page scrolls. */
  isNarrow: boolean;
}) {
  const client = useClient();
  const pack = data.name;
  const id = documentId({ pack, file });
  const disk = useSkillFile(workspace, { pack, file });
  const isEditable = data.view?.editable ?? false;
  const format = formatOfName(file);
  const document = useDocument({
    id,
    title: documentTitle(file),
    path: `${data.path}/${file}`,
    disk: disk.data && !disk.error ? { text: disk.data.text, hash: disk.data.hash } : null,
    language: languageOf(format),
    save: async (text, expected_hash) => {
      const { text: written, hash } = await client.skillEditor.write(
        { pack, file, text, expected_hash },
        { context: { workspace } },
      );
      return { text: written, hash };
    },
    reload: () => disk.refetch(),
  });
  const { key, ready, text } = document;
  const { skills, view, isCurrent, edit } = useSkillView({ pack, file }, { key, text: ready ? text : null });
  const chosen = usePacksView(workspace).chosen[id] ?? 0;
  const skill = skills?.find(({ index }) => index === chosen) ?? skills?.[0];

  const source = useRef<editor.IStandaloneCodeEditor>(null);
  const reveal = (line: number, column: number, focus: boolean) => {
    const shown = source.current;
    shown?.revealLineInCenterIfOutsideViewport(line);
    shown?.setPosition({ lineNumber: line, column });
    if (focus) shown?.focus();
  };
  const undo = (redo: boolean) => {
    const model = source.current?.getModel();
    void (redo ? model?.redo() : model?.undo());
  };
  const fix = ({ index, changes }: SkillFix) => {
    const refused = edit(index, changes);
    if (refused !== null) tellError(new PegboardError('skill_not_editable', refused), 'Not fixed');
    else chooseSkill(workspace, id, index);
  };
  const markers = useMemo(() => skillMarkers(view), [view]);
  const completions = useMemo(() => skillCompletions({ tools, tags, format }), [tools, tags, format]);

  const canFix = isEditable ? (view?.findings.find(({ fixes }) => fixes?.[0])?.fixes?.[0] ?? null) : null;
  const latestFix = useRef(fix);
  latestFix.current = fix;
  useEffect(() => {
    usePacksActions.setState({ fixFirst: canFix && (() => latestFix.current(canFix)) });
    return () => usePacksActions.setState({ fixFirst: null });
  }, [canFix]);

  if (disk.error && !ready) {
    return (
      <div className={styles.padded}>
        <ErrorNotice error={toPegboardError(disk.error)}>
          <Button mt="sm" onClick={() => acts.forget({ pack, file })}>
            Close it
          </Button>
        </ErrorNotice>
      </div>
    );
  }
  const formPanel = (
    <div className={styles.formPanel} data-document={key}>
      {skills && skills.length > 1 && (
        <Select
          aria-label="Skill of the file"
          className={styles.skillSelect}
          data={skills.map(({ index, name }) => ({
            value: String(index),
            label: `${index + 1}. ${visibleString(shortName(name, pack))}`,
          }))}
          value={String(skill?.index ?? 0)}
          allowDeselect={false}
          searchable
          limit={100}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(next) => {
            const index = Number(next ?? 0);
            chooseSkill(workspace, id, index);
            reveal(skills[index]?.line ?? 1, 1, false);
          }}
        />
      )}
      {!skills ? (
        <p className={styles.empty}>Reading the file…</p>
      ) : skill?.fields ? (
        <SkillForm
          key={`${id} ${skill.index}`}
          pack={pack}
          file={file}
          skill={skill}
          fields={skill.fields}
          readOnly={!isEditable}
          tags={tags}
          tools={tools}
          edit={edit}
          save={document.save}
          undo={undo}
        />
      ) : (
        <NoForm isSkillMd={format === 'skill-md'} name={skill?.name} onSource={() => focusPacksPlace('source')} />
      )}
    </div>
  );
  const sourcePanel = (
    <div id={packsPlaces.source} className={styles.sourcePanel} data-testid="skill-source">
      <DocumentEditor
        document={document}
        label={`Source of ${documentTitle(file)}`}
        readOnly={!isEditable}
        markers={markers}
        completions={completions}
        onReady={(instance) => {
          source.current = instance;
        }}
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
      acts={acts}
      onFix={fix}
      onPlace={reveal}
    />
  );
  const errors = view?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <div className={`${layout.column} ${styles.pane}`} data-testid="skill-pane" data-live={isCurrent || undefined}>
      <DocumentBar document={document}>
        <span className={styles.formatMark} title={`${formatNames[format]} in ${pack}`}>
          {formatNames[format]}
        </span>
        {errors > 0 && <span className={styles.errorCount}>{formatPlural(errors, 'error')}</span>}
      </DocumentBar>
      {!isEditable && data.view && (
        <div className={styles.readOnly} data-testid="read-only">
          {pack} comes with Pegboard and is read only.{' '}
          <Button onClick={() => acts.copyPack(pack)}>Copy it into the workspace</Button>
        </div>
      )}
      {isNarrow ? (
        <>
          {formPanel}
          {sourcePanel}
          {bottomPanel}
        </>
      ) : (
        <div className={layout.rest}>
          <SplitPanels
            name="packs-rows"
            label="Resize the panels"
            orientation="vertical"
            panels={[
              {
                defaultSize: 66,
                min: '160px',
                content: (
                  <SplitPanels
                    name="packs-editors"
                    label="Resize form and source"
                    orientation="horizontal"
                    panels={[
                      { defaultSize: 50, min: '240px', content: formPanel },
                      { defaultSize: 50, min: '240px', content: sourcePanel },
                    ]}
                  />
                ),
              },
              { defaultSize: 34, min: '96px', content: bottomPanel },
            ]}
          />
        </div>
      )}
    </div>
  );
}

const none: readonly FixableFinding[] = [];

function NoForm({ isSkillMd, name, onSource }: { isSkillMd: boolean; name: string | undefined; onSource(): void }) {
  return (
    <div className={styles.padded} data-testid="no-form">
      <p>
        {isSkillMd
          ? `A SKILL.md has no fields of its own${name === undefined ? '' : `; here it is the skill ${visibleString(name)}`}: its trigger is the description, its steps are the first numbered list.`
          : 'The form shows skills whose fields can be read. The problems below say what is in the way.'}
      </p>
      <Button onClick={onSource}>Edit the source</Button>
    </div>
  );
}
