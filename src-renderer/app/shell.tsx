import { Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { startDocuments } from '../documents/autosave.ts';
import { RecoveredDraftsDialog } from '../documents/recovered-drafts-dialog.tsx';
import { useRecoveredDraftsOffer } from '../documents/use-recovered-drafts.ts';
import { WindowDropZone } from '../features/import/window-drop-zone.tsx';
import { SourceDialogs } from '../features/sources/source-dialogs.tsx';
import { TourBar } from '../features/tour/tour-bar.tsx';
import { useClient } from '../platform/client.ts';
import type { ConnectionStatus } from '../platform/connection.ts';
import { electronBridge } from '../platform/host.ts';
import { useWorkspaceActions } from '../platform/use-workspace-actions.ts';
import { watchStream } from '../platform/watch-stream.ts';
import { useWorkspace, useWorkspaceQuery } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { useUnsavedWorkStore } from '../state/unsaved-work.ts';
import { strings } from '../strings/app.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { ChangesSheet } from './changes-sheet.tsx';
import { useCommands } from './commands/use-commands.ts';
import { useKeymap } from './commands/use-keymap.ts';
import { HelpSheet } from './help/help-sheet.tsx';
import { NoWorkspacePage } from './pages/no-workspace-page.tsx';
import { ScreenBoundary } from './pages/screen-boundary.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { PlaceHeader } from './place-header.tsx';
import { PlaceRail } from './place-rail.tsx';
import { ProblemsDialog } from './problems-dialog.tsx';
import { draftOwners, routeOf } from './routes.ts';
import styles from './shell.module.css';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useDesktopEvents } from './use-desktop-events.ts';
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
  useDocumentTitle(
    workspaceName === undefined ? strings.shell.pegboard : strings.shell.pegboard2(visibleString(workspaceName)),
  );
  return (
    <div className={styles.shell}>
      <TopBar />
      <div className="whole" aria-live="polite">
        {connectionStatus === 'reconnecting' && <ConnectionBanner failures={failures} />}
      </div>
      <PlaceRail />
      <div className={styles.place}>
        {workspace && <PlaceHeader />}
        <main className={styles.main}>
          <Content />
        </main>
      </div>
      <TourBar />
      <StatusBar connectionStatus={connectionStatus} />
      <CommandPalette commands={commands} />
      <HelpSheet commands={commands} />
      <ProblemsDialog />
      <ChangesSheet />
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
  const { id: known, viewOf } = routeOf(feature);
  // An address may name a screen that does not exist.
  useEffect(() => useNavigation.setState({ feature: known }), [known]);
  if (workspace.data) {
    const Page = routeOf(feature).page;
    // Another workspace is another catalog: nothing chosen in the last one carries over.
    return (
      <ScreenBoundary key={`${viewOf ?? known} ${workspace.data.path}`}>
        <Page />
      </ScreenBoundary>
    );
  }
  if (workspace.isError) {
    return (
      <div style={{ padding: 24, maxWidth: 640 }}>
        <ErrorNotice error={workspace.error} />
      </div>
    );
  }
  if (workspace.isSuccess) return <NoWorkspacePage />;
  return (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <Loader size="sm" aria-label={strings.shell.openingWorkspace} />
    </div>
  );
}

/** After so many failed attempts it is likely that the backend was restarted under another token. */
const failuresUntilAdvice = 3;

/** A quiet line while the connection is away; what was typed and shown stays. */
function ConnectionBanner({ failures }: { failures: number }) {
  return (
    <div className={`${styles.bannerBody} row gap-8`} data-testid="connection-banner">
      <Loader size={12} aria-hidden />
      {strings.shell.connectionLostReconnecting}
      {failures >= failuresUntilAdvice && (
        <span className="dim">
          {electronBridge() ? strings.shell.ifConnection : strings.shell.ifYouRestartedPegboard}
        </span>
      )}
    </div>
  );
}

/** While there is unsaved work, the window asks before it closes: the native one, or the browser in its own words. */
function useUnsavedWorkGuard(): void {
  const client = useClient();
  const work = useUnsavedWorkStore((state) => state.work);
  useEffect(() => {
    const sentences = Object.values(work);
    if (sentences.length === 0) return;
    const guarding = new AbortController();
    const { signal } = guarding;
    if (electronBridge()) {
      const hold = () => client.desktop.holdUnsaved({ work: sentences }, { signal });
      void watchStream(hold, () => undefined, signal);
    } else {
      window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    }
    return () => guarding.abort();
  }, [client, work]);
}

/** Marks the list that has the focus when its screen opens. */
const listMark = '[data-screen-focus]';

/**
 * Puts the focus into the list of a screen that opens, as soon as it is there, so that the arrows work at once. A focus that
 * somebody put elsewhere meanwhile stays.
 */
function useScreenFocus(screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another list
  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return;
    const focusList = () => {
      const { activeElement } = document;
      const isElsewhere = activeElement !== null && activeElement !== document.body && !activeElement.closest('nav');
      if (isElsewhere || document.querySelector('[role=dialog]')) return true;
      const marked = main.querySelector<HTMLElement>(listMark);
      const list = marked?.matches('[tabindex="0"]') ? marked : marked?.querySelector<HTMLElement>('[tabindex="0"]');
      list?.focus({ preventScroll: true });
      return list !== null && list !== undefined;
    };
    if (focusList()) return;
    const observer = new MutationObserver(() => {
      if (focusList()) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [screen]);
}
