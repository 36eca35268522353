import type { Logger } from '#core/logger.ts';

/** How many refusals are logged one by one. */
const loggedOneByOne = 20;

/** Notes what was refused, and why. */
export type RefusalLog = (message: string, reason: string) => void;

/**
 * Logs the first refusals, then one whenever their number has doubled: any program on this computer can cause them, and
 * must not fill the disk with a log. Each line says how many there were until then.
 */
export function createRefusalLog(logger: Logger): RefusalLog {
  let refused = 0;
  return (message, reason) => {
    refused++;
    const isRound = Number.isInteger(Math.log2(refused));
    if (refused <= loggedOneByOne || isRound) logger.warn(message, { reason, refused });
  };
}
