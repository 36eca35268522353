import { join } from 'node:path';
import { silentLogger } from '#core/logger.ts';
import { errorTable } from '#shared/errors.ts';
import { asPegboardError } from '../../support/as-pegboard-error.ts';
import type { PegboardClient } from '../../support/in-process-client.ts';
import { projectFolder, runCommand, sandboxEnvironment } from '../sandbox/run-command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** Something that writes: a command, or calls of the app by the name of one of `appWrites`. */
export type Job = { readonly command: readonly string[] } | { readonly app: string };

export interface JobRun {
  /** As of a command. */
  readonly code: number;
  readonly stderr: string;
}

/** Does a job in this process, in a sandbox. */
export async function runJob(sandbox: Sandbox, job: Job): Promise<JobRun> {
  if ('command' in job) return runCommand(sandbox, job.command);
  // Most jobs are commands, which start sooner without what serves the app.
  const { appWrites } = await import('./app-writes.ts');
  const work = appWrites[job.app];
  if (!work) throw new Error(`There is no job ${job.app}.`);
  return withApp(sandbox, (client) => work(client, sandbox));
}

async function withApp(sandbox: Sandbox, work: (client: PegboardClient) => Promise<unknown>): Promise<JobRun> {
  const { createServices } = await import('#core/create-services.ts');
  const { createRouter } = await import('#rpc/router.ts');
  const { createInProcessClient } = await import('../../support/in-process-client.ts');
  const services = await createServices({
    userDataDir: sandbox.user,
    host: 'http',
    logger: silentLogger,
    watch: false,
    shippedPacks: join(projectFolder, 'skill-packs'),
    shippedGuidance: join(projectFolder, 'guidance'),
    env: sandboxEnvironment(sandbox),
  });
  try {
    await work(createInProcessClient(createRouter(services, { logger: silentLogger })));
    return { code: 0, stderr: '' };
  } catch (error) {
    const { code, message } = asPegboardError(error);
    return { code: errorTable[code].exitCode, stderr: `${code}: ${message}\n${(error as Error).stack}` };
  } finally {
    await services.close();
  }
}
