import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, dialog, session, type WebContents } from 'electron';
import { createServices } from '#core/create-services.ts';
import type { Services } from '#core/services.ts';
import { createRouter } from '#rpc/router.ts';
import { errorTable, toErrorValue } from '#shared/errors.ts';
import { setPlainIssues } from '#shared/plain-issues.ts';
import { hostMachine, thisProgram } from '../host-machine.ts';
import { listenForRedirect } from '../listen-for-redirect.ts';
import { openInitialWorkspace } from '../open-initial-workspace.ts';
import { sessionIdleMs } from '../session-idle.ts';
import { createStderrLogger } from '../stderr-logger.ts';
import { userDataDir } from '../user-data-dir.ts';
import { versions } from '../versions.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import {
  addressOfLink,
  askedAddress,
  isLink,
  isSkillFile,
  linkScheme,
  skillAddress,
  workspaceAbove,
} from './asked-place.ts';
import { askedWorkspace, workspaceFolder } from './asked-workspace.ts';
import { answerKeysSoon } from './chromium-features.ts';
import { recoverPage } from './crash-recovery.ts';
import { keychainBox } from './keychain-box.ts';
import type { MenuActions } from './menu-template.ts';
import { PageLink } from './page-link.ts';
import { followRecent, setMenu } from './recent-places.ts';
import { servePorts } from './rpc-ports.ts';
import { confineWebContents, denyPermissions } from './security.ts';
import { guardUnsavedWork, reloadPage } from './unsaved-work.ts';
import { openWindow } from './window.ts';

setPlainIssues();

/** Built files, seen from out/main/electron.js. */
const out = path.join(import.meta.dirname, '..');
const rendererDir = path.join(out, 'renderer');
const preload = path.join(out, 'preload', 'preload.cjs');

const logger = createStderrLogger();
const windows = new Set<WebContents>();

/** The workspace to start with; what the system asks for before there are services waits here. */
let asked = askedWorkspace({ argv: process.argv, isPackaged: app.isPackaged, cwd: process.cwd() });
let openAsked = (folder: string): void => {
  asked = folder;
};
/** The address that a link names, kept and opened in the same way. */
let address = askedAddress(process.argv);
let showAddress = (place: string): void => {
  address = place;
};

/** A relative path counts from the folder that the app was started in. */
const dataDir = path.resolve(userDataDir(process.env));
// That folder may be removed while the app runs, and a thread cannot start in a removed folder.
process.chdir(path.parse(dataDir).root);

app.enableSandbox();
answerKeysSoon(app.commandLine);
registerAppScheme();
confineWebContents();
// macOS opens files by this event and not by arguments, also before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  openAsked(workspaceFolder(file));
});

app.on('open-url', (event, url) => {
  event.preventDefault();
  const place = addressOfLink(url);
  if (place !== null) showAddress(place);
});
// macOS and Linux read the scheme of links from the package; Windows is told by the app itself.
if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(linkScheme);

if (app.requestSingleInstanceLock({ workspace: asked, link: process.argv.find(isLink) })) {
  // Not awaited: an ES module that waits for `ready` at top level keeps it from ever coming.
  app.whenReady().then(start).catch(fail);
} else {
  app.quit();
}

async function start(): Promise<void> {
  app.setAboutPanelOptions({
    applicationName: 'Pegboard',
    applicationVersion: app.getVersion(),
    copyright: 'MIT licence',
  });
  denyPermissions(session.defaultSession);
  serveAppScheme(rendererDir);
  const services = await createServices({
    userDataDir: dataDir,
    host: 'electron',
    versions,
    sessionIdleMs,
    listenForRedirect,
    secretBox: keychainBox(),
    env: process.env,
    machine: hostMachine(process.env),
    program: thisProgram(import.meta.dirname),
    logger,
    workers: pathToFileURL(`${import.meta.dirname}/`),
    shippedPacks: path.join(out, '../skill-packs'),
    shippedGuidance: path.join(out, '../guidance'),
  });
  closeBeforeQuit(services);
  const link = new PageLink();
  servePorts({ router: createRouter(services, { logger, desktop: link }), windows, logger });
  /** The window, in front; a new one where there is none. */
  const show = (): BrowserWindow => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
    return window ?? newWindow(link);
  };
  openAsked = (folder) => {
    show();
    void openWorkspace(services, folder, link);
  };
  showAddress = (place) => {
    show();
    link.tell({ type: 'address', address: place, workspace: null });
  };
  const menu: MenuActions = {
    run: (id) => {
      show();
      link.tell({ type: 'command', id });
    },
    openWorkspace: (folder) => openAsked(folder),
    reload: () => reloadPage(show(), link),
  };
  setMenu([], menu);
  if (!(await openWorkspace(services, asked, link))) await openInitialWorkspace(services, { logger });
  show();
  if (address !== null) showAddress(address);
  followRecent(services, menu).catch((error: unknown) => {
    logger.error('Recent workspaces are not followed.', { error: String(error) });
  });

  app.on('activate', show);
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const folder = textOf(data, 'workspace');
    const place = addressOfLink(textOf(data, 'link') ?? '');
    show();
    if (folder !== undefined) openAsked(folder);
    if (place !== null) showAddress(place);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

function newWindow(link: PageLink): BrowserWindow {
  const window = openWindow({ preload, stateFile: path.join(app.getPath('userData'), 'window.json'), windows, logger });
  guardUnsavedWork(window, link);
  recoverPage(window, { link, logger });
  return window;
}

/** Opens the workspace a user named, or that of a skill file, and shows the file; a box says why when that fails. Whether it is open now. */
async function openWorkspace(services: Services, asked: string | undefined, link: PageLink): Promise<boolean> {
  if (asked === undefined) return false;
  const isFile = isSkillFile(asked);
  try {
    const { path: root, config } = await services.workspace.open({ path: isFile ? workspaceAbove(asked) : asked });
    const packs = config.skills.skill_packs;
    if (isFile) link.tell({ type: 'address', address: skillAddress(asked, { root, packs }), workspace: root });
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** A text that a second start handed over. */
function textOf(data: unknown, key: 'workspace' | 'link'): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const value = (data as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' ? value : undefined;
}

function closeBeforeQuit(services: Services): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    services
      .close()
      .catch((error: unknown) => logger.error('Closing failed.', { error: String(error) }))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

function showError(error: unknown): void {
  logger.error('Showed an error.', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const { code, message, hint } = toErrorValue(error);
  dialog.showErrorBox(errorTable[code].title, hint === undefined ? message : `${message}\n\n${hint}`);
}

function fail(error: unknown): void {
  showError(error);
  app.exit(errorTable.internal.exitCode);
}
