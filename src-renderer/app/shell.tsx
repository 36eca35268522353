import { Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { startDocuments } from '../documents/autosave.ts';
import { RecoveredDraftsDialog } from '../documents/recovered-drafts-dialog.tsx';
import { useRecoveredDraftsOffer } from '../documents/use-recovered-drafts.ts';
import { WindowDropZone } from '../features/import/window-drop-zone.tsx';
import { SourceDialogs } from '../features/sources/source-dialogs.tsx';
import { TourBar } from '../features/tour/tour-bar.tsx';
import type { ConnectionStatus } from '../platform/connection.ts';
import { toPegboardError } from '../platform/pegboard-error.ts';
import { useWorkspace, useWorkspaceQuery } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { useCommands } from './commands/use-commands.ts';
import { useKeymap } from './commands/use-keymap.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { HelpSheet } from './help/help-sheet.tsx';
import { NoWorkspacePage } from './pages/no-workspace-page.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { ProblemsDialog } from './problems-dialog.tsx';
import { draftOwners, routeOf } from './routes.ts';
import styles from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useDesktopEvents } from './use-desktop-events.ts';
import { useScreenFocus } from './use-screen-focus.ts';
import { useUnsavedWorkGuard } from './use-unsaved-work-guard.ts';
import { useWorkspaceActions } from './use-workspace-actions.ts';
import { WorkspacePathDialog } from './workspace-path-dialog.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The window: what surrounds the feature on screen. */
export function Shell({ connectionStatus, failures }: { connectionStatus: ConnectionStatus; failures: number }) {
  const commands = useCommands();
  useKeymap(commands);
  useDesktopEvents(commands);
  useUnsavedWorkGuard();
  useRecoveredDraftsOffer(draftOwners);
  useEffect(startDocuments, []);
  const { openRecent: openWorkspace } = useWorkspaceActions();
  const workspace = useWorkspace();
  const workspaceName = workspace?.name;
  useDocumentTitle(workspaceName === undefined ? 'Pegboard' : `${visibleString(workspaceName)} – Pegboard`);
  return (
    <div className={styles.shell}>
      <TopBar />
      <div className="whole" aria-live="polite">
        {connectionStatus === 'reconnecting' && <ConnectionBanner failures={failures} />}
      </div>
      <SideNavigation />
      <main className={styles.main}>
        <Content />
      </main>
      <TourBar />
      <StatusBar connectionStatus={connectionStatus} />
      <CommandPalette commands={commands} />
      <HelpSheet commands={commands} />
      <ProblemsDialog />
      <RecoveredDraftsDialog owners={draftOwners} />
      <WorkspaceSwitcher />
      <WorkspacePathDialog purpose="open-workspace" />
      <WorkspacePathDialog purpose="new-workspace" />
      <SourceDialogs />
      <WindowDropZone onWorkspace={openWorkspace.mutate} />
    </div>
  );
}

function Content() {
  const workspace = useWorkspaceQuery();
  const feature = useNavigation((state) => state.feature);
  useScreenFocus(feature);
  const known = routeOf(feature).id;
  // An address may name a screen that does not exist.
  useEffect(() => useNavigation.setState({ feature: known }), [known]);
  if (workspace.data) {
    const Page = routeOf(feature).page;
    // Another workspace is another catalog: nothing chosen in the last one carries over.
    return <Page key={workspace.data.path} />;
  }
  if (workspace.isError) {
    return (
      <div style={{ padding: 24, maxWidth: 640 }}>
        <ErrorNotice error={toPegboardError(workspace.error)} />
      </div>
    );
  }
  if (workspace.isSuccess) return <NoWorkspacePage />;
  return (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <Loader size="sm" aria-label="Opening the workspace" />
    </div>
  );
}
