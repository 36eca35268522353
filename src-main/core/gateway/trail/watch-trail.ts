import { basename, dirname } from 'node:path';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { lockFileName } from '../../approval/lock-text.ts';
import { Repository } from '../../git/repository.ts';
import type { Logger } from '../../logger.ts';
import { workspaceFileName } from '../../workspace/workspace-file.ts';
import { type ServedRules, settingsFacts, workspaceFacts } from './served-facts.ts';
import type { Trail, TrailScope } from './trail.ts';
import type { Facts } from './trail-entry.ts';

/** How often changes are looked for, milliseconds. */
const lookMs = 2000;

export interface WatchTrailOptions {
  readonly trail: Trail;
  /** The workspace as it is served now. */
  readonly rules: () => ServedRules;
  readonly settings: () => Promise<GatewayServerSettings>;
  readonly settingsPath: string;
  /** Who runs the server, for changes that are in no commit. */
  readonly account: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Writes what changes in the workspace and the settings of a server into the audit trail, from now on until it is closed. While the trail cannot be
 * written, the log says so once, and what changed is written later.
 */
export function watchTrail(options: WatchTrailOptions): { close(): Promise<void> } {
  const { trail, rules, settings, settingsPath, account, logger, now } = options;
  const seen = new Map<TrailScope, unknown>();
  let [isClosed, isFailing] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  const observe = async (
    scope: TrailScope,
    state: readonly unknown[],
    given: { facts: () => Facts; folder: string; files: string[] },
  ) => {
    const known = seen.get(scope);
    if (Array.isArray(known) && known.every((one, i) => one === state[i])) return;
    const by = await authorOf(given.folder, given.files, account);
    const entries = await trail.observe(scope, given.facts(), { by, at: now() });
    seen.set(scope, state);
    for (const { number, action, subject } of entries) logger.info('audit', { number, action, subject, by });
  };
  const look = async () => {
    try {
      const served = rules();
      const files = [workspaceFileName, lockFileName];
      const facts = () => workspaceFacts(served);
      await observe('workspace', [served.file.config, served.lock], { facts, folder: served.root, files });
      const given = await settings();
      const place = { folder: dirname(settingsPath), files: [basename(settingsPath)] };
      await observe('settings', [given], { facts: () => settingsFacts(given), ...place });
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.error('The audit trail cannot be written.', { error: String(error) });
      isFailing = true;
    }
    if (!isClosed) {
      timer = setTimeout(() => {
        looking = look();
      }, lookMs);
      timer.unref();
    }
  };
  let looking = look();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await trail.close();
    },
  };
}

/** Who changed files last: the author of their last commit; the account where they differ from it or are in none. */
async function authorOf(folder: string, files: readonly string[], account: string): Promise<string> {
  const unknown = `${account} (not in a commit)`;
  try {
    const repository = await Repository.around(folder);
    if (!repository) return unknown;
    if ((await repository.ask('status', '--porcelain', '--', ...files)).trim() !== '') return unknown;
    const author = await repository.ask(
      'log',
      '-n1',
      '--no-show-signature',
      '--format=%an <%ae>, commit %h',
      '--',
      ...files,
    );
    return author.trim() === '' ? unknown : author.trim();
  } catch {
    return unknown;
  }
}
