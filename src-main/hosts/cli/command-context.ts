import { dirname, resolve } from 'node:path';
import { createServices } from '#core/create-services.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { PegboardError } from '#shared/errors.ts';
import { hostMachine, thisProgram } from '../host-machine.ts';
import { versions } from '../versions.ts';
import type { CliIo } from './cli-io.ts';
import type { Reporter } from './reporter.ts';

/** What every command gets. */
export interface CommandContext {
  readonly io: CliIo;
  readonly reporter: Reporter;
  /** Whether findings are asked for as SARIF. */
  readonly sarif: boolean;
  /** Whether the result is asked for as CSV. */
  readonly csv: boolean;
  /** The kind of document that the result is asked for as, or null. */
  readonly document: 'junit' | 'markdown' | 'html' | null;
  /** The language of a request that is printed as code; null for JSON. */
  readonly code: 'curl' | 'typescript' | null;
  /** `--workspace`, or undefined. */
  readonly workspace: string | undefined;
}

/** A command's answer: its exit code, 0 when all is fine and 1 when it found problems. */
export type CommandResult = Promise<number>;

/** Runs work on services of this process and closes them. */
export async function withServices<Result>(
  context: CommandContext,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const services = await createServices({
    userDataDir: context.io.userDataDir,
    host: 'cli',
    versions,
    // Importing node:http costs each command 25 ms.
    listenForRedirect: async (asked) => (await import('../listen-for-redirect.ts')).listenForRedirect(asked),
    machine: hostMachine(context.io.env),
    program: thisProgram(context.io.builtDir),
    logger: silentLogger,
    watch: false,
    // A command cannot answer better at the next search, so it waits longer than a window does.
    modelWaitMs: 5000,
    shippedPacks: resolve(context.io.builtDir, '../../skill-packs'),
    shippedGuidance: resolve(context.io.builtDir, '../../guidance'),
    env: context.io.env,
    // Stands in for a SQLite without FTS5 (R2.22).
    fts: context.io.env.PEGBOARD_FTS === 'off' ? 'off' : 'detect',
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Runs work on the workspace of the command, whose findings go to stderr first. Error: `workspace_not_found`. */
export async function withWorkspace<Result>(
  context: CommandContext,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const root = await findWorkspace(context);
  return withServices(context, async (services) => {
    const summary = await services.workspace.open({ path: root });
    context.reporter.findings(summary.findings.filter((finding) => finding.severity !== 'info'));
    return work(services);
  });
}

/** Like `findWorkspace`, but undefined when there is none. */
export async function workspaceNearby({ workspace, io }: CommandContext): Promise<string | undefined> {
  if (workspace !== undefined) return resolve(io.cwd, workspace);
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    if (await nodeFiles.exists(resolve(folder, 'pegboard.yaml'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The folder of `--workspace`, else the nearest one above the current folder that holds a `pegboard.yaml`. */
export async function findWorkspace(context: CommandContext): Promise<string> {
  const { io, workspace } = context;
  const root = await workspaceNearby(context);
  if (root !== undefined) {
    if (workspace !== undefined && !(await nodeFiles.exists(root))) throw noFolder(root, workspace);
    return root;
  }
  throw new PegboardError('workspace_not_found', `There is no pegboard.yaml in ${io.cwd} or above it.`, {
    hint: 'Run "pegboard init" to make a workspace here, or name one with --workspace <folder>.',
    data: { path: io.cwd },
  });
}

/** A folder that was named and is not there: it was mistyped more likely than removed. */
function noFolder(root: string, given: string): PegboardError {
  return new PegboardError('workspace_not_found', `The folder ${root} does not exist.`, {
    hint: `Check the path, or make a workspace there: pegboard init ${given}`,
    data: { path: root },
  });
}
