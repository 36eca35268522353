import type { Logger } from '#core/logger.ts';

/** A logger for hosts without a terminal of their own: one line on stderr an entry, data as JSON behind the message. */
export function createStderrLogger(): Logger {
  const write = (level: string) => (message: string, data?: Record<string, unknown>) => {
    process.stderr.write(`${level}: ${message}${data ? ` ${JSON.stringify(data)}` : ''}\n`);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
