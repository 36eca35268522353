import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import type { Machine } from './client-configs/client-definition.ts';
import type { PegboardProgram } from './connect/launch-command.ts';
import type { Files } from './files/files.ts';
import { nodeFiles } from './files/node-files.ts';
import type { Logger } from './logger.ts';
import type { McpLimits } from './mcp/mcp-limits.ts';
import type { ListenForRedirect } from './mcp/oauth/sign-in.ts';
import type { StartServer } from './mcp/server-process.ts';
import type { SecretBox } from './secrets/sign-in-store.ts';

/** What a host gives the core. Everything that is not given has the real thing as its default. */
export interface ServicesOptions {
  /** Folder of the user's own data: recent workspaces, the demo. */
  readonly userDataDir: string;
  readonly host: 'electron' | 'http' | 'cli' | 'test';
  readonly logger: Logger;
  /** Folder of the built worker scripts, with a slash at its end; without it, everything runs in the calling thread. */
  readonly workers?: URL | undefined;
  readonly files?: Files;
  /** `off` means a SQLite without FTS5 (R2.22). */
  readonly fts?: 'detect' | 'off';
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds that only grow, for durations. */
  readonly stopwatch?: () => number;
  /** A text that was never given before and that nobody can guess. */
  readonly newId?: () => string;
  /** Versions of what the host runs on, by name. */
  readonly versions?: Readonly<Record<string, string | undefined>>;
  /** Our environment: where `${env:NAME}` is looked up, and the harmless part of it that servers get. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Time and size limits of live servers, where they are not the defaults. */
  readonly mcpLimits?: Partial<McpLimits>;
  readonly fetch?: typeof fetch;
  readonly startServer?: StartServer;
  /** The computer whose client configurations are discovered; without it none are. */
  readonly machine?: Machine | undefined;
  /** The Pegboard that runs, which clients are told to start; without it, the command `pegboard`. */
  readonly program?: PegboardProgram | undefined;
  /** Milliseconds that a session with a live server stays open without a use; 0, the default, ends it with its use. */
  readonly sessionIdleMs?: number;
  /** Waits for the browser to come back from signing in; without it nobody can sign in. */
  readonly listenForRedirect?: ListenForRedirect;
  /** Encrypts tokens; without it they are in a file that only the user can read. */
  readonly secretBox?: SecretBox | undefined;
  /** Connections that the host agreed to itself, besides those of the user. */
  readonly agreedTo?: ((connection: McpConnection) => boolean) | undefined;
  /** Folder of the skill packs that come with Pegboard. */
  readonly shippedPacks?: string | undefined;
  /** Folder of the hints of categories that come with Pegboard. */
  readonly shippedGuidance?: string | undefined;
  /** Told of every event of skills (R12.10–R12.15). */
  readonly onSkillEvent?: (event: SkillEvent) => void;
  /** Milliseconds that a search waits for the model that its workspace names; 300 unless given. */
  readonly modelWaitMs?: number;
  /** Whether to follow changes of the workspace's files; a command that ends at once need not. */
  readonly watch?: boolean;
  /** Whether a workspace that is opened gets its index at once; where files are followed it does, unless this says no. */
  readonly warmIndex?: boolean;
}

export type GivenOptions = ReturnType<typeof withDefaults>;

/** Every option that has a default, with it. */
export function withDefaults(options: ServicesOptions) {
  return {
    ...options,
    fts: options.fts ?? ('detect' as const),
    files: options.files ?? nodeFiles,
    now: options.now ?? Date.now,
    stopwatch: options.stopwatch ?? (() => performance.now()),
    newId: options.newId ?? randomUUID,
    versions: options.versions ?? {},
    env: options.env ?? {},
    fetch: options.fetch ?? fetch,
    watch: options.watch ?? true,
    warmIndex: options.warmIndex ?? options.watch ?? true,
    shippedPacks: options.shippedPacks,
    locks: join(options.userDataDir, 'locks'),
    /** A command ends at once, so nobody could undo. */
    canUndo: options.host !== 'cli',
  };
}
