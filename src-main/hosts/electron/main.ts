import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, dialog, session, type WebContents } from 'electron';
import { createServices } from '#core/create-services.ts';
import type { Services } from '#core/services.ts';
import { createRouter } from '#rpc/router.ts';
import { errorTable, toErrorValue } from '#shared/errors.ts';
import { hostMachine } from '../host-machine.ts';
import { openInitialWorkspace } from '../open-initial-workspace.ts';
import { createStderrLogger } from '../stderr-logger.ts';
import { userDataDir } from '../user-data-dir.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import { setApplicationMenu } from './menu.ts';
import { servePorts } from './rpc-ports.ts';
import { confineWebContents, denyPermissions } from './security.ts';
import { openWindow } from './window.ts';

/** Built files, seen from out/main/electron.js. */
const out = path.join(import.meta.dirname, '..');
const rendererDir = path.join(out, 'renderer');
const preload = path.join(out, 'preload', 'preload.cjs');
const indexWorker = pathToFileURL(path.join(import.meta.dirname, 'index-worker.js'));

const logger = createStderrLogger();
const windows = new Set<WebContents>();
const workspaceFlag = '--workspace=';
const workspace = process.argv.find((argument) => argument.startsWith(workspaceFlag))?.slice(workspaceFlag.length);

app.enableSandbox();
registerAppScheme();
confineWebContents();

if (app.requestSingleInstanceLock({ workspace })) {
  // Not awaited: an ES module that waits for `ready` at top level keeps it from ever coming.
  app.whenReady().then(start).catch(fail);
} else {
  app.quit();
}

async function start(): Promise<void> {
  denyPermissions(session.defaultSession);
  serveAppScheme(rendererDir);
  setApplicationMenu();
  const services = await createServices({
    userDataDir: userDataDir(process.env),
    host: 'electron',
    versions: process.versions,
    env: process.env,
    machine: hostMachine(process.env),
    logger,
    indexWorker,
    shippedPacks: path.join(out, '../skill-packs'),
  });
  closeBeforeQuit(services);
  servePorts({ router: createRouter(services, { logger }), windows, logger });
  if (!(await openAskedFor(services, workspace))) await openInitialWorkspace(services, { logger });

  const show = () =>
    openWindow({ preload, stateFile: path.join(app.getPath('userData'), 'window.json'), windows, logger });
  show();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const window = BrowserWindow.getAllWindows()[0] ?? show();
    if (window.isMinimized()) window.restore();
    window.focus();
    void openAskedFor(services, workspaceOf(data));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** Opens the workspace a user named; a box says why when that fails. Whether it is open now. */
async function openAskedFor(services: Services, folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  try {
    await services.workspace.open(folder);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

function workspaceOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('workspace' in data)) return undefined;
  return typeof data.workspace === 'string' ? data.workspace : undefined;
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
