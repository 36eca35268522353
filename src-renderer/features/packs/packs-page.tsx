import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconNotebook } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { DocumentTabs, useDocumentTabs } from '../../documents/document-tabs.tsx';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { electronBridge } from '../../platform/host.ts';
import { SkillsOff } from '../../platform/skills-off.tsx';
import { tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/packs.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { droppedSkills, holdsSkills } from './dropped-skills.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { FolderFileDialog } from './folder-file-dialog.tsx';
import { FolderFilePane } from './folder-file-pane.tsx';
import { ImportSkillMdDialog } from './import-skill-md-dialog.tsx';
import { ImportSkillsDialog } from './import-skills-dialog.tsx';
import { NewPackDialog } from './new-pack-dialog.tsx';
import { NewSkillDialog } from './new-skill-dialog.tsx';
import { forgetSkillFile } from './pack-acts.ts';
import { packsScreen } from './pack-document.ts';
import styles from './packs.module.css';
import { type PackData, usePacks } from './packs-data.ts';
import { importSkillMd, importSkills, newPack, newSkill, shownFile, shownRows } from './packs-model.ts';
import { focusPacksPlace } from './packs-places.ts';
import { PacksSide } from './packs-side.tsx';
import { usePacksStore, usePacksView } from './packs-store.ts';
import { ReformatDialog } from './reformat-dialog.tsx';
import { SkillPane } from './skill-pane.tsx';

/** Skill packs as files that people edit: tree, form and source, problems, and what a model gets (R19.12–R19.15, R19.28). */
export function PacksPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.packsPage.skills}</h1>
      {workspace ? <Packs key={workspace.path} workspace={workspace} /> : <Waiting />}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.loading}>
      <Loader size="sm" aria-hidden />
      {strings.packsPage.loadingPacks}
    </div>
  );
}

function Packs({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  const packs = usePacks(workspace);
  const { tabs, active } = useDocumentTabs(packsScreen);
  const { filter, turned } = usePacksView(path);
  const { data: tools = noTools } = useCatalogList();
  const toolNames = useMemo(() => tools.map(({ name }) => name), [tools]);
  const tags = useMemo(() => [...new Set(packs?.flatMap((one) => one.view?.tags ?? []))].sort(), [packs]);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const { isOver, ...drop } = useSkillMdDrop();

  if (packs === null) return <Waiting />;
  if (packs.length === 0) return <NoPacks path={path} />;
  const { place, data, beside } = shownFile(packs, active);
  const side = <PacksSide path={path} rows={shownRows({ packs, filter, turned })} active={active} />;
  const main = (
    <div className={`column ${styles.main}`}>
      <SkillsOff />
      <DocumentTabs screen={packsScreen} />
      {beside && data ? (
        <FolderFilePane key={active} workspace={path} data={data} file={beside} />
      ) : place && data ? (
        <SkillPane
          key={active}
          workspace={path}
          data={data}
          file={place.file}
          packs={packs}
          tools={toolNames}
          tags={tags}
          isNarrow={isNarrow}
        />
      ) : place ? (
        <Gone pack={place.pack} onClose={() => forgetSkillFile(path, place)} />
      ) : (
        <NothingOpen packs={packs} hasTabs={tabs.length > 0} />
      )}
    </div>
  );
  return (
    <div className={`column ${styles.page}`} data-testid="packs" data-over={isOver || undefined} {...drop}>
      <TreeAndFile isNarrow={isNarrow} tree={side} file={main} />
      <PackDialogs path={path} packs={packs} />
    </div>
  );
}

/** The tree beside the file, or above it. */
function TreeAndFile({ isNarrow, tree, file }: { isNarrow: boolean; tree: ReactNode; file: ReactNode }) {
  return isNarrow ? (
    <div className={styles.stack}>
      {tree}
      {file}
    </div>
  ) : (
    <SplitPanels
      name="packs"
      label={strings.packsPage.resizeTree}
      orientation="horizontal"
      panels={[
        { defaultSize: 22, min: '180px', content: tree },
        { defaultSize: 78, min: '320px', content: file },
      ]}
    />
  );
}

/** What dropping something here does: a SKILL.md, a folder or an archive of skills is imported into a pack; other files go to the import of tools, as everywhere. The command "Import a SKILL.md…" does the same. */
function useSkillMdDrop() {
  const [isOver, setOver] = useState(false);
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const drop = async (event: DragEvent) => {
    setOver(false);
    if (holdsFiles(event) && holdsSkills(event.dataTransfer)) {
      event.preventDefault();
      await droppedSkills(event.dataTransfer, electronBridge()?.pathOf).then(importSkills, (error) =>
        tellError(error, strings.importSkillsDialog.notRead),
      );
      return;
    }
    const file = [...event.dataTransfer.files].find(({ name }) => /\.md$/i.test(name));
    if (!holdsFiles(event) || !file || file.size > 2_000_000) return;
    event.preventDefault();
    importSkillMd(file.name.replace(/\.md$/i, '').replace(/^SKILL$/i, ''), await file.text());
  };
  return {
    isOver,
    onDragOver: (event: DragEvent) => holdsFiles(event) && setOver(true),
    onDragLeave: (event: DragEvent) =>
      event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
    onDrop: (event: DragEvent) => void drop(event),
  };
}

function NoPacks({ path }: { path: string }) {
  return (
    <>
      <EmptyPage
        icon={<IconNotebook size={28} />}
        title={strings.packsPage.noSkillPacksYet}
        actions={
          <>
            <Button variant="filled" onClick={newPack}>
              {strings.packsPage.newPack}
            </Button>
            <CommandLine command="pegboard skills list" />
          </>
        }
      >
        {strings.packsPage.packFolderSkillsShort}
      </EmptyPage>
      <PackDialogs path={path} packs={[]} />
    </>
  );
}

function Gone({ pack, onClose }: { pack: string; onClose(): void }) {
  return (
    <EmptyPage
      icon={<IconNotebook size={28} />}
      title={strings.packsPage.packNotWorkspace}
      actions={<Button onClick={onClose}>{strings.packsPage.closeTab}</Button>}
    >
      {strings.packsPage.pegboardYamlNoLonger(pack)}
    </EmptyPage>
  );
}

function NothingOpen({ packs, hasTabs }: { packs: readonly PackData[]; hasTabs: boolean }) {
  const skills = packs.reduce(
    (sum, { view }) => sum + (view?.files.reduce((count, file) => count + file.skills.length, 0) ?? 0),
    0,
  );
  const readOnly = packs.every(({ view }) => view?.editable !== true);
  return (
    <EmptyPage
      icon={<IconNotebook size={28} />}
      title={hasTabs ? strings.packsPage.noDocumentOpen : strings.packsPage.chooseSkill}
      actions={
        <>
          <Button variant="filled" onClick={newSkill}>
            {strings.packsPage.newSkill}
          </Button>
          <Button onClick={() => focusPacksPlace('tree')}>{strings.packsPage.browsePacks}</Button>
        </>
      }
    >
      {strings.packsPage.skillsPacksOpenOne(skills, packs.length)} {readOnly && strings.packsPage.thesePacksCome}
    </EmptyPage>
  );
}

/** Where the parts stand one below the other: small windows, and large letters. */
const narrow = '(max-width: 900px)';

const noTools: readonly ToolSummary[] = [];

/** The dialog of the screen that is open, if one is. */
function PackDialogs({ path, packs }: { path: string; packs: readonly PackData[] }) {
  const { dialog, open } = usePacksStore();
  const common = { workspace: path, packs, onClose: () => open(null) };
  switch (dialog?.kind) {
    case 'new-skill':
      return <NewSkillDialog {...common} pack={dialog.pack} />;
    case 'new-pack':
      return <NewPackDialog {...common} next={dialog.next} />;
    case 'duplicate':
      return <DuplicateDialog {...common} {...dialog} />;
    case 'reformat':
      return <ReformatDialog {...common} {...dialog} />;
    case 'folder-file':
      return <FolderFileDialog {...common} {...dialog} />;
    case 'import-skills':
      return <ImportSkillsDialog {...common} {...dialog} />;
    case 'import':
      return <ImportSkillMdDialog {...common} {...dialog} />;
    default:
      return null;
  }
}
