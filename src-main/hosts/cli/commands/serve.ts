import { once } from 'node:events';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServices } from '#core/create-services.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Logger } from '#core/logger.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { parseScreenAddress, screenAddresses, screenPath } from '#shared/screen-address.ts';
import { hostMachine, thisProgram } from '../../host-machine.ts';
import { type LaunchPage, openLaunchPage } from '../../http/launch-page.ts';
import { startHttpHost } from '../../http/start-http-host.ts';
import { startOnUsualPort } from '../../http/usual-port.ts';
import { listenForRedirect } from '../../listen-for-redirect.ts';
import { openInitialWorkspace } from '../../open-initial-workspace.ts';
import { sessionIdleMs } from '../../session-idle.ts';
import { versions } from '../../versions.ts';
import { type CommandContext, type CommandResult, workspaceNearby } from '../command-context.ts';
import { openInBrowser } from '../open-browser.ts';

export interface ServeOptions {
  readonly port?: number | undefined;
  readonly open: boolean;
  /** What the browser shows first: `tools/github.create_issue`. Without it, Home. */
  readonly address?: string | undefined;
}

/**
 * `pegboard serve`: the app in a browser, on loopback, with a token in the address. Runs until Ctrl+C. Opens the
 * workspace it is run in, else the last one, else the demo. Error: `usage` for an address that names no screen.
 */
export async function serve(context: CommandContext, options: ServeOptions): CommandResult {
  const { io, reporter } = context;
  const place = options.address === undefined ? '' : placeInUrl(options.address);
  const logger = stderrLogger(context);
  const services = await createServices({
    userDataDir: io.userDataDir,
    host: 'http',
    versions,
    sessionIdleMs,
    listenForRedirect,
    machine: hostMachine(io.env),
    program: thisProgram(io.builtDir),
    logger,
    env: io.env,
    workers: pathToFileURL(`${io.builtDir}/`),
    shippedPacks: resolve(io.builtDir, '../../skill-packs'),
    shippedGuidance: resolve(io.builtDir, '../../guidance'),
    fts: io.env.PEGBOARD_FTS === 'off' ? 'off' : 'detect',
  });
  let launchPage: LaunchPage | undefined;
  try {
    const here = await workspaceNearby(context);
    if (here === undefined) await openInitialWorkspace(services, { logger });
    else await services.workspace.open({ path: here });
    await leaveFolder(context);
    const rendererDir = resolve(io.builtDir, '../renderer');
    const start = (port: number) =>
      startHttpHost({ services, rendererDir, port, logger, onConnection: () => void launchPage?.remove() });
    const host =
      options.port === undefined
        ? await startOnUsualPort({ path: join(io.userDataDir, 'browser-port.json'), files: nodeFiles }, start)
        : await start(options.port);
    const url = host.url + place;
    reporter.result('serve/1', { url, port: host.port }, () => `Pegboard runs until Ctrl+C at ${url}`);
    // The page is known before the browser starts, which may come through it at once.
    if (options.open) await openApp(context, url, (page) => (launchPage = page));
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await host.close();
    return 0;
  } finally {
    await launchPage?.remove();
    await services.close();
  }
}

/** A screen for the fragment of the app's address, after the token. */
function placeInUrl(address: string): string {
  const parsed = parseScreenAddress(address);
  if (parsed === null) {
    throw new PegboardError('usage', `"${address}" is not an address of the app.`, {
      hint: `An address begins with a screen: ${screenAddresses.join(', ')}. Example: pegboard open ${exampleFor(address)}`,
    });
  }
  return `&at=${encodeURIComponent(screenPath(parsed.screen, parsed.subject))}`;
}

/** What may have been meant: a name with a dot is most often that of a tool. */
function exampleFor(address: string): string {
  return /^[\w-]+\.[\w.-]+$/.test(address) ? `tools/${address}` : 'tools/github.create_issue';
}

/** Opens the app in a browser by a page that is not a secret to name, and tells of the page before the browser starts. */
async function openApp(
  { io, reporter }: CommandContext,
  url: string,
  onPage: (page: LaunchPage) => void,
): Promise<void> {
  const yourself = 'Open the address above yourself.';
  try {
    const page = await openLaunchPage({ userDataDir: io.userDataDir, url });
    onPage(page);
    if (!(await openInBrowser(page.url))) reporter.note(`No browser could be started. ${yourself}`);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    reporter.note(`No browser was started: ${error.message} ${yourself}`);
  }
}

/**
 * Goes to a folder that stays: the one that it was started in may be removed and made again while it runs, and then no thread
 * could be started in it any more.
 */
async function leaveFolder({ io }: CommandContext): Promise<void> {
  if (!io.changeFolder) return;
  try {
    await nodeFiles.makeFolder(io.userDataDir);
    io.changeFolder(io.userDataDir);
  } catch {
    io.changeFolder(parse(io.userDataDir).root);
  }
}

function stderrLogger({ io, reporter }: CommandContext): Logger {
  const write = (level: string, message: string, data?: Record<string, unknown>) =>
    reporter.format === 'json'
      ? io.stderr.write(`${JSON.stringify({ schema: 'pegboard.log/1', level, message, ...data })}\n`)
      : io.stderr.write(`${level}: ${message}${data ? ` ${JSON.stringify(data)}` : ''}\n`);
  return {
    info: () => {},
    warn: (message, data) => write('warning', message, data),
    error: (message, data) => write('error', message, data),
  };
}
