import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconNotebook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { DocumentTabs, useDocumentTabs } from '../../documents/document-tabs.tsx';
import { useClient } from '../../platform/client.ts';
import { SkillsOff } from '../../platform/skills-off.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useScreenReady } from '../../state/screen-ready.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { PackDialogs } from './pack-dialogs.tsx';
import { documentPlace, packsScreen } from './pack-document.ts';
import { type PackRow, packRows } from './pack-rows.ts';
import styles from './packs.module.css';
import { noPacksActions, usePacksActions } from './packs-actions.ts';
import { focusPacksPlace, focusWhenThere } from './packs-places.ts';
import { PacksSide } from './packs-side.tsx';
import { type InPackDialog, usePacksStore, usePacksView } from './packs-store.ts';
import { SkillPane } from './skill-pane.tsx';
import { usePackActs } from './use-pack-acts.ts';
import { type PackData, usePacks } from './use-packs.ts';

/** Skill packs as files that people edit: tree, form and source, problems, and what a model gets (R19.12–R19.15, R19.28). */
export function PacksPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">Packs</h1>
      {workspace ? <Packs key={workspace.path} workspace={workspace} /> : <Waiting />}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.loading}>
      <Loader size="sm" aria-hidden />
      Reading the packs…
    </div>
  );
}

function Packs({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  const packs = usePacks(workspace);
  const acts = usePackActs(path);
  const { tabs, active } = useDocumentTabs(packsScreen);
  const view = usePacksView(path);
  const { filter, turned, current, chosen } = view;
  const change = usePacksStore((state) => state.change);
  const openDialog = usePacksStore((state) => state.open);
  const tools = useToolNames(workspace);
  const tags = useMemo(() => [...new Set(packs?.flatMap((one) => one.view?.tags ?? []))].sort(), [packs]);
  const rows = useMemo(() => packRows(packs ?? [], { filter, turned }), [packs, filter, turned]);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });

  const place = active === null ? null : documentPlace(active);
  const data = packs?.find(({ name }) => name === place?.pack) ?? null;
  const row = rows.find(({ key }) => key === current) ?? null;
  const currentPack = row?.pack ?? place?.pack ?? '';
  const isEditable = data?.view?.editable === true;
  const hasEditable = packs?.some((one) => one.view?.editable) ?? false;
  const index = active === null ? 0 : (chosen[active] ?? 0);

  /** Opens a dialog that writes into a pack, or the one that creates a pack first when none can be edited. */
  const openInPack = (dialog: InPackDialog) => openDialog(hasEditable ? dialog : { kind: 'new-pack', next: dialog });
  const startSkill = () => openInPack({ kind: 'new-skill', pack: currentPack });
  const startImport = () => openInPack({ kind: 'import', pack: currentPack, name: '', text: '' });

  const removeRow = () => {
    const editable = row && packs?.find(({ name }) => name === row.pack)?.view?.editable;
    if (!row || !editable || row.kind === 'pack') return;
    if (row.kind === 'skill') void acts.remove(row);
    else if (row.skills <= 1) void acts.remove({ ...row, index: 0 });
  };
  const open = (one: PackRow, focus: boolean) => {
    if (one.kind === 'pack') return;
    acts.open(one, { ...(one.kind === 'skill' && { index: one.index }), ...(focus && { focus: 'form' }) });
  };

  useEffect(() => {
    const editable = place && data && isEditable ? { pack: place.pack, file: place.file } : null;
    const name = data?.view?.files.find(({ file }) => file === place?.file)?.skills[index]?.name;
    const copied = packs?.find((one) => one.name === currentPack && one.view?.editable === false)?.name;
    usePacksActions.setState({
      newSkill: startSkill,
      newPack: () => openDialog({ kind: 'new-pack' }),
      importSkillMd: startImport,
      duplicate:
        editable && name !== undefined ? () => openDialog({ kind: 'duplicate', ...editable, index, name }) : null,
      rename: editable && (() => focusPacksPlace('name')),
      reformat: editable && (() => openDialog({ kind: 'reformat', ...editable })),
      remove: editable && (() => void acts.remove({ ...editable, index })),
      copyPack: copied === undefined ? null : () => void acts.copyPack(copied),
      showPanel: (panel) => {
        change(path, { panel });
        focusWhenThere(panel);
      },
    });
  });
  useEffect(() => () => usePacksActions.setState(noPacksActions), []);
  useScreenReady('packs', packs !== null);

  const { isOver, ...drop } = useSkillMdDrop((name, text) =>
    openInPack({ kind: 'import', pack: currentPack, name, text }),
  );

  if (packs === null) return <Waiting />;
  if (packs.length === 0) return <NoPacks acts={acts} />;
  const side = (
    <PacksSide
      path={path}
      rows={rows}
      active={active}
      onOpen={open}
      onRemove={removeRow}
      onNewSkill={startSkill}
      onImport={startImport}
    />
  );
  const main = (
    <div className={`column ${styles.main}`}>
      <SkillsOff />
      <DocumentTabs screen={packsScreen} />
      {place && data ? (
        <SkillPane
          key={active}
          workspace={path}
          data={data}
          file={place.file}
          packs={packs}
          tools={tools}
          tags={tags}
          isNarrow={isNarrow}
          acts={acts}
        />
      ) : place ? (
        <Gone pack={place.pack} onClose={() => acts.forget(place)} />
      ) : (
        <NothingOpen packs={packs} hasTabs={tabs.length > 0} onNewSkill={startSkill} />
      )}
    </div>
  );
  return (
    <div className={`column ${styles.page}`} data-testid="packs" data-over={isOver || undefined} {...drop}>
      <TreeAndFile isNarrow={isNarrow} tree={side} file={main} />
      <PackDialogs packs={packs} acts={acts} />
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
      label="Resize the tree"
      orientation="horizontal"
      panels={[
        { defaultSize: 22, min: '180px', content: tree },
        { defaultSize: 78, min: '320px', content: file },
      ]}
    />
  );
}

/** What dropping a file here does: a SKILL.md is imported into a pack; other files go to the import of tools, as everywhere. The command "Import a SKILL.md…" does the same. */
function useSkillMdDrop(onSkillMd: (name: string, text: string) => void) {
  const [isOver, setOver] = useState(false);
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const drop = async (event: DragEvent) => {
    setOver(false);
    const file = [...event.dataTransfer.files].find(({ name }) => /\.md$/i.test(name));
    if (!holdsFiles(event) || !file || file.size > 2_000_000) return;
    event.preventDefault();
    onSkillMd(file.name.replace(/\.md$/i, '').replace(/^SKILL$/i, ''), await file.text());
  };
  return {
    isOver,
    onDragOver: (event: DragEvent) => holdsFiles(event) && setOver(true),
    onDragLeave: (event: DragEvent) =>
      event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
    onDrop: (event: DragEvent) => void drop(event),
  };
}

function NoPacks({ acts }: { acts: ReturnType<typeof usePackActs> }) {
  const openDialog = usePacksStore((state) => state.open);
  return (
    <>
      <EmptyPage
        icon={<IconNotebook size={28} />}
        title="No skill packs yet"
        actions={
          <>
            <Button variant="filled" onClick={() => openDialog({ kind: 'new-pack' })}>
              New pack…
            </Button>
            <CommandLine command="pegboard skills list" />
          </>
        }
      >
        A pack is a folder of skills: short instructions that an agent gets when a task needs them.
      </EmptyPage>
      <PackDialogs packs={[]} acts={acts} />
    </>
  );
}

function Gone({ pack, onClose }: { pack: string; onClose(): void }) {
  return (
    <EmptyPage
      icon={<IconNotebook size={28} />}
      title="The pack is not in the workspace"
      actions={<Button onClick={onClose}>Close the tab</Button>}
    >
      pegboard.yaml no longer names {pack}. Its files stay where they are.
    </EmptyPage>
  );
}

function NothingOpen(props: { packs: readonly PackData[]; hasTabs: boolean; onNewSkill(): void }) {
  const { packs, hasTabs, onNewSkill } = props;
  const skills = packs.reduce(
    (sum, { view }) => sum + (view?.files.reduce((count, file) => count + file.skills.length, 0) ?? 0),
    0,
  );
  const readOnly = packs.every(({ view }) => view?.editable !== true);
  return (
    <EmptyPage
      icon={<IconNotebook size={28} />}
      title={hasTabs ? 'No document is open' : 'Choose a skill'}
      actions={
        <>
          <Button variant="filled" onClick={onNewSkill}>
            New skill…
          </Button>
          <Button onClick={() => focusPacksPlace('tree')}>Browse the packs</Button>
        </>
      }
    >
      {formatPlural(skills, 'skill')} in {formatPlural(packs.length, 'pack')}. Open one from the tree, or write a new
      one.
      {readOnly && ' These packs ship with Pegboard and are read-only: a new skill goes into a pack of your own.'}
    </EmptyPage>
  );
}

/** Where the parts stand one below the other: small windows, and large letters. */
const narrow = '(max-width: 900px)';

const noTools: readonly string[] = [];

/** Names to complete from. */
function useToolNames(workspace: WorkspaceSummary): readonly string[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['catalog', workspace.path, workspace.revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data?.map(({ name }) => name) ?? noTools, [data]);
}
