import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServices } from '#core/create-services.ts';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import { hostMachine } from '../host-machine.ts';
import { sessionIdleMs } from '../session-idle.ts';
import { versions } from '../versions.ts';
import type { CommandContext } from './command-context.ts';

/** Services of a command that serves hosts until it ends. */
export function gatewayServices(
  { io }: CommandContext,
  logger: Logger,
  own: Pick<ServicesOptions, 'files' | 'agreedTo'> = {},
): Promise<Services> {
  return createServices({
    ...own,
    userDataDir: io.userDataDir,
    host: 'cli',
    versions,
    sessionIdleMs,
    machine: hostMachine(io.env),
    logger,
    env: io.env,
    workers: pathToFileURL(`${io.builtDir}/`),
    shippedPacks: resolve(io.builtDir, '../../skill-packs'),
    shippedGuidance: resolve(io.builtDir, '../../guidance'),
    fts: io.env.PEGBOARD_FTS === 'off' ? 'off' : 'detect',
    // A host searches an index in memory, of what its persona may use.
    warmIndex: false,
  });
}
