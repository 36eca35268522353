import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServices } from '#core/create-services.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Logger } from '#core/logger.ts';
import { hostMachine } from '../../host-machine.ts';
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
}

/**
 * `pegboard serve`: the app in a browser, on loopback, with a token in the address. Runs until Ctrl+C. Opens the
 * workspace it is run in, else the last one, else the demo.
 */
export async function serve(context: CommandContext, options: ServeOptions): CommandResult {
  const { io, reporter } = context;
  const logger = stderrLogger(context);
  const services = await createServices({
    userDataDir: io.userDataDir,
    host: 'http',
    versions,
    sessionIdleMs,
    listenForRedirect,
    machine: hostMachine(io.env),
    logger,
    env: io.env,
    workers: pathToFileURL(`${io.builtDir}/`),
    shippedPacks: resolve(io.builtDir, '../../skill-packs'),
    shippedGuidance: resolve(io.builtDir, '../../guidance'),
    fts: io.env.PEGBOARD_FTS === 'off' ? 'off' : 'detect',
  });
  try {
    const here = await workspaceNearby(context);
    if (here === undefined) await openInitialWorkspace(services, { logger });
    else await services.workspace.open(here);
    const start = (port: number) =>
      startHttpHost({ services, rendererDir: resolve(io.builtDir, '../renderer'), port, logger });
    const host =
      options.port === undefined
        ? await startOnUsualPort({ userDataDir: io.userDataDir, files: nodeFiles }, start)
        : await start(options.port);
    reporter.result('serve/1', { url: host.url, port: host.port }, () => `Pegboard runs until Ctrl+C at ${host.url}`);
    if (options.open && !(await openInBrowser(host.url)))
      reporter.note('No browser could be started; open the address yourself.');
    await untilAborted(io.signal);
    await host.close();
    return 0;
  } finally {
    await services.close();
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
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
