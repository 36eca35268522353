import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { isPegboardError } from '#shared/errors.ts';

/**
 * Opens what a window starts with: the most recent workspace that still opens, else the demo. A recent one that does not
 * open, because it was moved, say, is passed over and logged. Rejects only when even the demo cannot be opened.
 */
export async function openInitialWorkspace(services: Services, { logger }: { readonly logger: Logger }): Promise<void> {
  for (const { path } of await services.workspace.recent()) {
    try {
      await services.workspace.open({ path });
      return;
    } catch (error) {
      logger.warn('A recent workspace does not open.', {
        path,
        code: isPegboardError(error) ? error.code : 'internal',
      });
    }
  }
  await services.workspace.openDemo();
}
